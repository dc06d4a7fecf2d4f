// Measures the space that a project takes in a PostgreSQL server, in a separate database that it fills and drops at the end.
//   npm run bench:size -- [--feedback 100000] [--events 2000] [--keep]
// TEST_DATABASE_URL is the URL of the server.
import { parseArgs } from 'node:util';
import { BenchDatabase } from './database.js';
import { dataset } from './dataset.js';
import { startService, token } from './servers.js';

const { values: options } = parseArgs({
  options: {
    feedback: { type: 'string', default: '100000' },
    events: { type: 'string', default: '2000' },
    keep: { type: 'boolean', default: false },
  },
});
const server = process.env['TEST_DATABASE_URL'];
if (server === undefined) throw new Error('TEST_DATABASE_URL names no server.');

/** Returns the tables of the service with their sizes in bytes, the largest first. */
async function sizesOf(client) {
  const { rows } = await client.query(
    `select relname as name, pg_relation_size(oid) as records, pg_indexes_size(oid) as indexes,
       pg_total_relation_size(oid) as total
     from pg_class where relkind = 'r' and relnamespace in ('feedback'::regnamespace, 'feedback_jobs'::regnamespace)
     order by total desc`,
  );
  return rows.map(({ name, ...sizes }) => ({
    name,
    ...Object.fromEntries(Object.entries(sizes).map(([part, bytes]) => [part, Number(bytes)])),
  }));
}

async function countOf(client, table) {
  return Number((await client.query(`select count(*) from ${table}`)).rows[0].count);
}

/** Submits feedback over HTTP, because filling a database with SQL stores no events. */
async function submitFeedback(url, slug, count) {
  const submit = async (at) => {
    const response = await fetch(`${url}/v1/projects/${slug}/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        title: `Feedback number ${at}`,
        description: 'A description of usual length. '.repeat(10),
      }),
    });
    if (response.status !== 201) throw new Error(`${response.status} ${await response.text()}`);
  };
  for (let at = 0; at < count; at += 10) {
    await Promise.all(Array.from({ length: Math.min(10, count - at) }, (_, nth) => submit(at + nth)));
  }
}

const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

const database = new BenchDatabase(server, 'fcs_size_bench');
try {
  const content = dataset({ feedback: [Number(options.feedback)], hot: 0, changelogs: 0, small: 1 });
  await database.open(content, { reuse: false }, (progress) => process.stderr.write(`\r${progress}\u{1b}[K`));
  process.stderr.write('\r\u{1b}[K');
  const { client } = database;
  for (const table of ['feedback', 'votes', 'comments', 'feedback_tags']) {
    console.log(`${table}: ${await countOf(client, table)}`);
  }
  const sizes = await sizesOf(client);
  const total = sizes.reduce((sum, { total }) => sum + total, 0);
  console.table(
    sizes
      .filter(({ total }) => total > 500_000)
      .map(({ name, records, indexes, total }) => ({
        table: name,
        records: megabytes(records),
        indexes: megabytes(indexes),
        total: megabytes(total),
      })),
  );
  console.log(`All tables: ${megabytes(total)}`);

  const service = await startService({ DATABASE_URL: database.url, RATE_LIMIT_PER_MINUTE: '0' });
  await submitFeedback(service.base, 'small-0', Number(options.events));
  await database.settle();
  await service.stop();
  await client.query('vacuum full events');
  const events = (await sizesOf(client)).find(({ name }) => name === 'events');
  console.log(`An event: ${Math.round(events.total / (await countOf(client, 'events')))} bytes`);
} finally {
  await database.close({ keep: options.keep });
}
