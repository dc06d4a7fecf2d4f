// Measures a product beside the service: Directus, which serves the REST API of a table, with the same feedback.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { send } from './answers.js';
import { idOf } from './dataset.js';
import { ofMiddleSize, operations } from './operations.js';
import { Backends } from './processes.js';
import { shown } from './report.js';
import { start, startService, token } from './servers.js';
import { measureLoads } from './throughput.js';

/** The newest version that runs on Node 20. */
const version = '11.3.5';

/** Kept for the next run, because the installation takes minutes. */
const folder = join(tmpdir(), `feedback-changelog-bench-directus-${version}`);

/** Not `directus`, which asks the registry for updates first. */
const program = join(folder, 'node_modules/@directus/api/dist/cli/run.js');

const product = `Directus ${version}`;

/** The operations that both have. */
const shared = ['get', 'list', 'post'];

/** The collection, with the fields of feedback. */
const collection = {
  collection: 'feedback',
  schema: {},
  meta: {},
  fields: [
    { field: 'id', type: 'uuid', schema: { is_primary_key: true }, meta: { special: ['uuid'] } },
    { field: 'title', type: 'string' },
    { field: 'description', type: 'text' },
    { field: 'status', type: 'string', schema: { default_value: 'in_review' } },
    { field: 'upvotes', type: 'integer', schema: { default_value: 0 } },
    { field: 'comment_count', type: 'integer', schema: { default_value: 0 } },
    { field: 'created_at', type: 'timestamp', meta: { special: ['date-created'] } },
    { field: 'tags', type: 'json', meta: { special: ['cast-json'] } },
  ],
};

/** Returns the same request to Directus, whose lists are sorted by id unless the request names an order. */
export function toPeer({ path, ...request }) {
  const [collectionPath, query] = path.replace(/^\/v1\/projects\/[^/]+/, '/items').split('?');
  return { ...request, path: query ? `${collectionPath}?${query}&sort=-created_at` : collectionPath };
}

async function install(reportProgress) {
  // npm writes this file at the end.
  if (existsSync(join(folder, 'package-lock.json'))) return;
  reportProgress(`installation of ${product}`);
  await mkdir(folder, { recursive: true });
  const options = ['--prefix', folder, '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', ...options, `directus@${version}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

function environmentOf(url) {
  return {
    ...{ DB_CLIENT: 'pg', DB_CONNECTION_STRING: url, SECRET: 'secret-of-the-benchmark' },
    ...{ ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: token, ADMIN_TOKEN: token },
    ...{ NODE_ENV: 'production', SERVE_APP: 'false', TELEMETRY: 'false' },
    // JSON, like the service; the default is colored text.
    LOG_STYLE: 'raw',
    ...{ RATE_LIMITER_ENABLED: 'false', PRESSURE_LIMITER_ENABLED: 'false' },
  };
}

/** Starts Directus on an empty database. */
function startPeer(url) {
  const environment = environmentOf(url);
  execFileSync(process.execPath, [program, 'bootstrap'], {
    ...{ cwd: folder, env: { ...process.env, ...environment }, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  return start(product, [program, 'start'], environment, { folder, readyPath: '/server/ping' });
}

async function createCollection(base) {
  const { status, text } = await send(base, { method: 'POST', path: '/collections', body: collection });
  if (status !== 200) throw new Error(`The collection is answered with ${status}: ${text}`);
}

/** Copies the feedback of a project from the service's database. */
async function copyFeedback(from, to, { number }) {
  const { rows } = await from.query(
    `select json_agg(f)::text as feedback from (
       select id, title, description, status, upvotes, comment_count, created_at, (
         select coalesce(json_agg(t.name order by t.name_key), '[]')
         from feedback_tags ft join tags t on t.id = ft.tag_id where ft.feedback_id = feedback.id) as tags
       from feedback where project_id = $1
     ) f`,
    [idOf('project', number)],
  );
  await to.query('insert into feedback select * from json_populate_recordset(null::feedback, $1)', [
    rows[0].feedback,
  ]);
  // Like the index that the service has for this order.
  await to.query('create index on feedback (created_at desc)');
  await to.query('vacuum analyze feedback');
}

/** @throws Error if the two return different feedback */
async function checkSameFeedback(service, peer, dataset) {
  const fields = ({ id, title, description, status, upvotes, comment_count, created_at, tags }) => {
    const names = tags.map((tag) => tag.name ?? tag);
    return JSON.stringify([id, title, description, status, upvotes, comment_count, created_at, names]);
  };
  for (const operation of ['get', 'list']) {
    const request = operations[operation].requests(dataset, 1)(1);
    const [one, other] = [await send(service, request), await send(peer, toPeer(request))];
    const [own, its] = [JSON.parse(one.text), JSON.parse(other.text).data].map((body) =>
      [body].flat().map(fields),
    );
    if (own.join() !== its.join()) {
      throw new Error(`${operation} is answered differently:\n${one.text}\n${product}: ${other.text}`);
    }
  }
}

/**
 * Measures the operations that both have, each with its own database.
 *
 * @param {{ database: import('./database.js').BenchDatabase; dataset: import('./dataset.js').Dataset;
 *   load: import('./load.js').LoadGenerator; rounds: number; seconds: number; connections: number;
 *   reportProgress: (progress: string) => void }} how
 */
export async function measurePeer({ database, dataset, load, ...how }) {
  await install(how.reportProgress);
  const name = `${database.name}_peer`;
  const url = new URL(database.url);
  url.pathname = `/${name}`;
  const client = new pg.Client(url.href);
  const servers = [];
  await database.client.query(`drop database if exists ${name}`);
  await database.client.query(`create database ${name}`);
  try {
    await client.connect();
    how.reportProgress(`${product} with the same feedback`);
    const peer = await startPeer(url.href);
    servers.push(peer);
    await createCollection(peer.base);
    const project = ofMiddleSize(dataset);
    await copyFeedback(database.client, client, project);
    const service = await startService({ DATABASE_URL: database.url });
    servers.push(service);
    await checkSameFeedback(service.base, peer.base, dataset);
    const loads = await measureLoads({
      ...how,
      targets: [
        { name: 'service', pid: service.pid, run: (what) => load.run({ ...what, base: service.base }) },
        {
          ...{ name: product, pid: peer.pid, backends: await Backends.of(client, name) },
          run: (what) => load.run({ ...what, base: peer.base, isPeer: true }),
        },
      ],
      backends: await Backends.of(database.client, database.name),
      chosen: shared,
      takeNumbers: (operation, count) => database.takeNumbers(operation, count),
      settle: () => database.settle(),
    });
    return { rows: project.rows, loads };
  } finally {
    for (const each of servers) await each.stop();
    await client.end();
    await database.client.query(`drop database ${name} with (force)`);
  }
}

/** Returns the rates and CPU times of both as a table. */
export function tableOfPeer({ rows: count, loads }) {
  return {
    head: [`With ${shown(count)} feedback items`, 'Server', 'Requests/s', 'µs of Node', 'µs of PostgreSQL'],
    rows: loads.map(({ operation, title, target, rate, serverCpu, postgresCpu }, at) => [
      loads[at - 1]?.operation === operation ? '' : title,
      target,
      ...[rate, serverCpu, postgresCpu].map((figure) => shown(figure)),
    ]),
  };
}
