// Measures the service on its embedded database.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { EmbeddedPostgres } from '../dist/platform/embedded-postgres/embedded-postgres.js';
import { dataset as datasetOf } from './dataset.js';
import { fill } from './fill.js';
import { LoadGenerator } from './load.js';
import { Backends } from './processes.js';
import { startService } from './servers.js';
import { measureLoads } from './throughput.js';

/** Fills a database in a temporary folder, and measures the same operations on it. */
export async function measureEmbedded({ rows, chosen, rounds, seconds, connections, reportProgress }) {
  const dataset = datasetOf({ feedback: [rows], hot: 1_000, changelogs: 1_000, small: 200 });
  const folder = await mkdtemp(join(tmpdir(), 'embedded-'));
  const load = new LoadGenerator(dataset);
  let service;
  try {
    service = await startService({ DATA_DIR: folder });
    await service.stop();
    await fillEmbedded(folder, dataset, reportProgress);
    service = await startService({ DATA_DIR: folder });
    const { base, pid } = service;
    const target = { name: 'embedded', pid, run: (what) => load.run({ ...what, base }) };
    const next = {};
    const loads = await measureLoads({
      ...{
        targets: [target],
        backends: new Backends(),
        chosen,
        rounds,
        seconds,
        connections,
        reportProgress,
      },
      takeNumbers: async (operation, count) => (next[operation] = (next[operation] ?? 0) + count) - count,
      // No other process can look into the database, so this waits for a fixed time.
      settle: () => new Promise((resolve) => setTimeout(resolve, 300)),
    });
    return { rows, loads };
  } finally {
    load.stop();
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function fillEmbedded(folder, dataset, reportProgress) {
  const server = await EmbeddedPostgres.open({ directory: join(folder, 'postgres') });
  try {
    const client = new pg.Client({ stream: server.stream });
    await client.connect();
    await client.query('set search_path = feedback');
    await fill(client, dataset, (progress) => reportProgress(`embedded, ${progress}`));
    await client.end();
  } finally {
    await server.close();
  }
}
