// Measures import, export and db:copy with a large project: a generated file is imported on a PostgreSQL server, its export
// is imported on the embedded database, and that database is copied back to the server. All three must have the same records.
//   npm run bench:transfer -- [--feedback 100000] [--votes 500000] [--comments 200000] [--people 20000]
// TEST_DATABASE_URL is the URL of the server. The code in `dist` is measured.
import { spawn } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { memoryOf } from './processes.js';
import { startService, token } from './servers.js';
import { Texts } from './texts.js';

const { values: options } = parseArgs({
  options: {
    feedback: { type: 'string', default: '100000' },
    votes: { type: 'string', default: '500000' },
    comments: { type: 'string', default: '200000' },
    people: { type: 'string', default: '20000' },
  },
});
const [feedback, votes, comments, people] = [
  options.feedback,
  options.votes,
  options.comments,
  options.people,
].map(Number);
const server = process.env['TEST_DATABASE_URL'];
if (server === undefined) throw new Error('TEST_DATABASE_URL names no server.');
const folder = await mkdtemp(join(tmpdir(), 'transfer-'));
const megabyte = 1024 ** 2;

/** The exported file is larger than the default limit of imports. */
const limits = { MAX_IMPORT_BYTES: String(1024 ** 3) };

const statuses = ['in_review', 'planned', 'in_progress', 'completed', 'rejected'];

/** The records of the project, in the order of an exported file. */
function* records() {
  const texts = new Texts();
  const time = (n) => new Date(Date.UTC(2022, 0, 1) + n * 1_000).toISOString();
  const ids = { person: [], feedback: [] };
  for (let n = 0; n < people; n++) {
    const id = (ids.person[n] = randomUUID());
    // One in ten has no address.
    const email = n % 10 === 9 ? '' : `person-${n}@example.com`;
    yield { kind: 'person', external_id: id, email, full_name: `Person ${n}`, avatar_url: '' };
  }
  const tags = Array.from({ length: 20 }, (_, n) => `Tag ${n}`);
  for (const name of tags) yield { kind: 'tag', name, color: '#0ea5e9' };
  const isMerged = (n) => n % 50 === 49;
  for (const merged of [false, true]) {
    for (let n = 0; n < feedback; n++) {
      if (isMerged(n) !== merged) continue;
      const { title, description } = texts.feedback(n);
      yield {
        kind: 'feedback',
        external_id: (ids.feedback[n] = randomUUID()),
        title: `${title} ${n}`,
        description,
        status: statuses[n % statuses.length],
        person: ids.person[n % people],
        tags: n % 2 === 0 ? [tags[n % 20], tags[(n + 7) % 20]].sort() : [],
        created_at: time(n),
        merged_into: merged ? ids.feedback[n - 1] : '',
      };
    }
  }
  for (let n = 0; n < votes; n++) {
    // Nobody votes twice for the same feedback.
    const person = ids.person[(n + Math.floor(n / feedback) * 31) % people];
    yield { kind: 'vote', feedback: ids.feedback[n % feedback], person, created_at: time(n) };
  }
  for (let n = 0; n < comments; n++) {
    const { description } = texts.feedback(n + feedback);
    yield {
      kind: 'comment',
      external_id: randomUUID(),
      feedback: ids.feedback[(n * 7) % feedback],
      person: ids.person[(n * 3) % people],
      content: `${n}: ${description}`,
      created_at: time(n),
      updated_at: time(n),
    };
  }
}

/** Writes the file of `records`, with a manifest and an end. */
async function generate(path) {
  const counts = {};
  for (const { kind } of records()) counts[kind] = (counts[kind] ?? 0) + 1;
  const hash = createHash('sha256');
  const manifest = {
    ...{ kind: 'manifest', format: 'fcs', version: 1, service_version: '0.1.0' },
    ...{ exported_at: new Date().toISOString(), project: 'bench', counts },
  };
  async function* lines() {
    for (const each of [[manifest], records()]) {
      for (const record of each) {
        const line = `${JSON.stringify(record)}\n`;
        hash.update(line);
        yield line;
      }
    }
    yield `${JSON.stringify({ kind: 'end', counts, sha256: hash.digest('hex') })}\n`;
  }
  await pipeline(Readable.from(lines()), createWriteStream(path));
}

/**
 * Returns the number of records of each kind, and a sum of checksums of all records that does not depend on their order, on
 * ids of people without an address, and on where a record is from.
 */
async function summarize(path) {
  const summary = {};
  const names = new Map();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const record = JSON.parse(line);
    const { kind, external_id: id, ...fields } = record;
    delete fields.origin;
    if (['manifest', 'end', 'project', 'member', 'former_slug'].includes(kind)) continue;
    const isAdmin = kind === 'person' && !/^person/i.test(fields.email || fields.full_name);
    if (isAdmin) continue;
    if (kind === 'person') names.set(id, fields.email || fields.full_name);
    if (kind === 'feedback') names.set(id, fields.title);
    for (const name of ['person', 'feedback', 'merged_into']) {
      if (fields[name]) fields[name] = names.get(fields[name]) ?? `unknown: ${fields[name]}`;
    }
    const text = JSON.stringify(Object.entries({ kind, ...fields }).sort());
    const of = (summary[kind] ??= { count: 0, checksum: 0n });
    of.count += 1;
    of.checksum += BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 16)}`);
  }
  return Object.fromEntries(
    Object.entries(summary).map(([kind, { count, checksum }]) => [kind, `${count} records, ${checksum}`]),
  );
}

/** Runs the work, and returns its duration in seconds and the maximum memory of the process in MB. */
async function measure(pid, work) {
  const idle = memoryOf(pid) ?? 0;
  let peak = idle;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid) ?? 0)), 50);
  const started = performance.now();
  try {
    await work();
    return { seconds: (performance.now() - started) / 1_000, idle, peak };
  } finally {
    clearInterval(timer);
  }
}

async function call(base, method, path, body, type = 'application/json') {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': type }),
  };
  const response = await fetch(`${base}/v1${path}`, { method, headers, body });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Imports a file into a new project, and waits for the end. */
async function importFile(base, path) {
  await call(base, 'POST', '/projects', JSON.stringify({ name: 'Bench', slug: 'bench' }));
  const file = await openAsBlob(path);
  const upload = await call(base, 'POST', '/projects/bench/imports', file, 'application/x-ndjson');
  const { id } = await upload.json();
  for (;;) {
    const { state, progress } = await (await call(base, 'GET', `/projects/bench/imports/${id}`)).json();
    if (state === 'failed' || progress.failed > 0) throw new Error(`${state}: ${JSON.stringify(progress)}`);
    if (state === 'completed') return;
    process.stderr.write(`\r${progress.read} records`);
    await sleep(500);
  }
}

async function exportFile(base, path) {
  const { body } = await call(base, 'GET', '/projects/bench/export');
  await pipeline(Readable.fromWeb(body), createWriteStream(path));
}

const results = [];

function record(what, size, { seconds, idle, peak }) {
  const count = feedback + votes + comments + people;
  const row = {
    what,
    seconds: seconds.toFixed(1),
    'records/s': Math.round(count / seconds),
    'MB/s': (size / megabyte / seconds).toFixed(1),
    'RSS before': Math.round(idle),
    'RSS peak': Math.round(peak),
  };
  results.push(row);
  console.error(`\r${JSON.stringify(row)}`);
}

/**
 * Imports a file, if there is one, with a new process, and exports the project with another one. Returns a summary of the
 * export.
 */
async function transfer(name, database, output, input) {
  if (input !== undefined) {
    const service = await startService({ ...database, ...limits }, { logLevel: 'warn' });
    const result = await measure(service.pid, () => importFile(service.base, input));
    record(`import, ${name}`, (await stat(input)).size, result);
    await service.stop();
  }
  const service = await startService(database, { logLevel: 'warn' });
  const result = await measure(service.pid, () => exportFile(service.base, output));
  record(`export, ${name}`, (await stat(output)).size, result);
  await service.stop();
  return summarize(output);
}

async function copyDatabase(directory, url) {
  const child = spawn(process.execPath, ['dist/commands/db-copy.js'], {
    env: { ...process.env, DATA_DIR: directory, DATABASE_URL: url },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const result = await measure(child.pid, async () => {
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new Error(`db:copy exits with ${code}.`);
  });
  record('db:copy, embedded to server', (await stat(file('server'))).size, result);
}

function file(name) {
  return join(folder, `${name}.ndjson`);
}

function expectSame(actual, expected) {
  const [a, b] = [actual, expected].map((summary) => JSON.stringify(Object.entries(summary).sort()));
  if (a !== b) throw new Error(`The records differ:\n${a}\n${b}`);
}

const databases = ['fcs_transfer_bench_a', 'fcs_transfer_bench_b'];
const urls = databases.map((name) => Object.assign(new URL(server), { pathname: `/${name}` }).href);
const admin = new pg.Client(server);
await admin.connect();
const drop = async () => {
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`);
};
try {
  await drop();
  for (const name of databases) await admin.query(`create database ${name}`);
  await generate(file('generated'));
  const embedded = { DATA_DIR: join(folder, 'data') };
  const generated = await summarize(file('generated'));
  const onServer = await transfer('server', { DATABASE_URL: urls[0] }, file('server'), file('generated'));
  const onEmbedded = await transfer('embedded', embedded, file('embedded'), file('server'));
  expectSame(onEmbedded, onServer);
  for (const [kind, text] of Object.entries(generated)) {
    if (onServer[kind]?.split(',')[0] !== text.split(',')[0])
      throw new Error(`${kind}: ${onServer[kind]}, not ${text}`);
  }
  await copyDatabase(embedded.DATA_DIR, urls[1]);
  expectSame(await transfer('copied server', { DATABASE_URL: urls[1] }, file('copy')), onServer);
  console.table(results);
  console.log(onServer);
} finally {
  await drop();
  await admin.end();
  await rm(folder, { recursive: true, force: true });
}
