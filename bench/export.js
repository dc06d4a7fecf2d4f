// Measures the export of a project with 5 votes and 2 comments per feedback, in a database that it fills, and drops at the end.
//   npm run bench:export -- [--rows 100000]
// TEST_DATABASE_URL is the URL of the server; without it, the embedded database is measured.
import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { EmbeddedPostgres } from '../dist/platform/embedded-postgres/embedded-postgres.js';
import { memoryOf } from './processes.js';
import { startService, token } from './servers.js';

const { values: options } = parseArgs({ options: { rows: { type: 'string', default: '100000' } } });
const rows = Number(options.rows);
const server = process.env['TEST_DATABASE_URL'];

const name = 'fcs_export_bench';
const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' };

async function fill(client) {
  const project = (await client.query("select id from projects where slug = 'bench'")).rows[0].id;
  await client.query(
    `insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
     select gen_random_uuid(), 'person-' || n || '@example.com', 'person-' || n || '@example.com', 'Person ' || n, '', false, now()
     from generate_series(1, 10000) n`,
  );
  const people = "(select array_agg(id) as ids from users where email like 'person-%') p";
  await client.query(
    `insert into feedback (id, project_id, user_id, title, description, status, upvotes, comment_count, created_at)
     select gen_random_uuid(), $1, ids[1 + n % 10000], 'Wish number ' || n, repeat('A sentence about it. ', 1 + n % 20),
       'planned', 5, 2, timestamptz '2024-01-01' + n * interval '1 minute'
     from generate_series(1, $2::int) n, ${people}`,
    [project, rows],
  );
  await client.query(
    `insert into votes (feedback_id, user_id, created_at)
     select f.id, ids[1 + (f.n * 7 + k * 1009) % 10000], now()
     from (select id, row_number() over () as n from feedback) f, generate_series(1, 5) k, ${people}`,
  );
  await client.query(
    `insert into comments (id, feedback_id, project_id, user_id, content, created_at, updated_at)
     select gen_random_uuid(), f.id, f.project_id, ids[1 + (f.n + k) % 10000], repeat('A remark. ', (1 + f.n % 10)::int), now(), now()
     from (select id, project_id, row_number() over () as n from feedback) f, generate_series(1, 2) k, ${people}`,
  );
  await client.query('analyze');
}

async function onServer() {
  const url = new URL(server);
  const admin = new pg.Client(url.href);
  await admin.connect();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.query(`create database ${name}`);
  url.pathname = `/${name}`;
  const environment = { DATABASE_URL: url.href };
  const filling = async () => {
    const client = new pg.Client({ connectionString: url.href, options: '-c search_path=feedback' });
    await client.connect();
    await fill(client);
    await client.end();
  };
  const drop = async () => {
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  };
  return { environment, filling, drop };
}

async function onEmbedded() {
  const folder = await mkdtemp(join(tmpdir(), 'export-bench-'));
  const filling = async () => {
    const database = await EmbeddedPostgres.open({ directory: join(folder, 'postgres') });
    const client = new pg.Client({ stream: database.stream });
    await client.connect();
    await client.query('set search_path = feedback');
    await fill(client);
    await client.end();
    await database.close();
  };
  return { environment: { DATA_DIR: folder }, filling, drop: () => rm(folder, { recursive: true }) };
}

/** Reads an export, while another client reads the project, and prints how long both took. */
async function measure({ base, pid }, query) {
  const idle = memoryOf(pid);
  let [peak, longest, isOver] = [idle, 0, false];
  const others = (async () => {
    while (!isOver) {
      const started = performance.now();
      await (await fetch(`${base}/v1/projects/bench`, { headers })).text();
      longest = Math.max(longest, performance.now() - started);
      peak = Math.max(peak, memoryOf(pid));
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const started = performance.now();
  const response = await fetch(`${base}/v1/projects/bench/export${query}`, { headers });
  const hash = createHash('sha256');
  let [bytes, lines, rest, first] = [0, 0, Buffer.alloc(0), 0];
  for await (const chunk of response.body) {
    first ||= performance.now() - started;
    bytes += chunk.length;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
    // The last line is not part of the hash: what may belong to it waits.
    rest = Buffer.concat([rest, chunk]);
    hash.update(rest.subarray(0, -1_000));
    rest = rest.subarray(-1_000);
  }
  const seconds = (performance.now() - started) / 1_000;
  isOver = true;
  await others;
  if (query === '') {
    const end = rest.lastIndexOf('\n', -2) + 1;
    const { sha256 } = JSON.parse(rest.subarray(end).toString());
    if (hash.update(rest.subarray(0, end)).digest('hex') !== sha256) throw new Error('The file is damaged.');
  }
  const megabytes = bytes / 1024 ** 2;
  console.log(
    `${query || 'everything'}: ${lines} lines, ${megabytes.toFixed(0)} MB in ${seconds.toFixed(1)} s ` +
      `(${Math.round(lines / seconds)} lines/s), first byte after ${first.toFixed(0)} ms. ` +
      `RSS ${idle.toFixed(0)} MB before, at most ${peak.toFixed(0)} MB. ` +
      `Longest other request: ${longest.toFixed(0)} ms.`,
  );
}

const database = await (server === undefined ? onEmbedded() : onServer());
try {
  const empty = await startService(database.environment, { logLevel: 'warn' });
  const body = JSON.stringify({ name: 'Bench', slug: 'bench' });
  const created = await fetch(`${empty.base}/v1/projects`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  });
  if (created.status !== 201) throw new Error(await created.text());
  await empty.stop();
  await database.filling();
  const service = await startService(database.environment, { logLevel: 'warn' });
  for (const query of ['', '', '?format=csv&kind=feedback', '?format=csv&kind=vote']) {
    await measure(service, query);
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await service.stop();
} finally {
  await database.drop();
}
