// Measures search over HTTP in a separate database on a PostgreSQL server, which it fills, and drops at the end.
//   npm run bench:search -- [--rows 1000000] [--runs 50] [--plans] [--keep]
// TEST_DATABASE_URL is the URL of the server. The code in `dist` is measured.
import { parseArgs } from 'node:util';
import pg from 'pg';
import { feedbackLexemes } from '../dist/feedback/items/persistence/feedback-search.js';
import { Sql } from '../dist/platform/persistence/sql.js';
import { FeedbackQueries } from '../dist/feedback/items/application/feedback.queries.js';
import { fillWords } from './fill.js';
import { startService, token } from './servers.js';
import { searched, Texts } from './texts.js';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    runs: { type: 'string', default: '50' },
    connections: { type: 'string', default: '6' },
    plans: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
const rows = Number(options.rows);
const runs = Number(options.runs);
const connections = Number(options.connections);
const server = process.env['TEST_DATABASE_URL'];
if (server === undefined) throw new Error('TEST_DATABASE_URL names no server.');
const name = 'fcs_search_bench';
const url = new URL(server);
url.pathname = `/${name}`;

const texts = new Texts();

async function fill() {
  const client = new pg.Client(url.href);
  await client.connect();
  const project = (await client.query("select id from projects where slug = 'bench'")).rows[0].id;
  const user = (await client.query('select id from users limit 1')).rows[0].id;
  await client.query(
    'set synchronous_commit = off; drop index feedback_search_document; drop index feedback_search_newest',
  );
  const batch = 2_000;
  const started = Date.now();
  for (let first = 0; first < rows; first += batch) {
    const records = Array.from({ length: Math.min(batch, rows - first) }, (_, index) =>
      texts.feedback(first + index),
    );
    await client.query(
      `with given as (
         select lpad(to_hex($3::bigint + n), 12, '0')::text as hex, title, description, lexemes,
           timestamptz '2024-01-01' + ($3::bigint + n) * interval '30 seconds' as created_at
         from unnest($4::text[], $5::text[], $6::text[]) with ordinality as g (title, description, lexemes, n)
       ), stored as (
         insert into feedback (id, project_id, user_id, title, description, status, upvotes, created_at)
         select ('01900000-0000-7000-8000-' || hex)::uuid, $1, $2, title, description, 'in_review',
           (random() * 100)::int, created_at from given
       )
       insert into feedback_search (feedback_id, project_id, created_at, document)
       select ('01900000-0000-7000-8000-' || hex)::uuid, $1, created_at,
         array_to_tsvector(string_to_array(lexemes, ' ')) from given`,
      [
        project,
        user,
        first,
        records.map(({ title }) => title),
        records.map(({ description }) => description),
        records.map(({ title, description }) =>
          [`@${project}`, ...feedbackLexemes({ title, description })].join(' '),
        ),
      ],
    );
  }
  await fillWords(client, texts);
  await client.query(`
    set maintenance_work_mem = '512MB';
    create index feedback_search_document on feedback_search using gin (document) with (fastupdate = off);
    create index feedback_search_newest on feedback_search (project_id, created_at desc, feedback_id desc);`);
  for (const table of ['feedback', 'feedback_search', 'feedback_words'])
    await client.query(`vacuum analyze ${table}`);
  const sizes = await client.query(
    `select relname, pg_size_pretty(pg_relation_size(oid)) as size from pg_class
     where relname in ('feedback', 'feedback_search', 'feedback_search_document', 'feedback_search_newest',
       'feedback_words', 'feedback_words_deletion_keys') order by relname`,
  );
  console.log(`${rows} feedback in ${Math.round((Date.now() - started) / 1000)} s:`);
  console.log(sizes.rows.map(({ relname, size }) => `${relname} ${size}`).join(', '));
  await client.end();
}

const { common, middling, rare, misspelt, pairs, shortTitles, longTitles } = searched;
const feedbackPath = '/v1/projects/bench/feedback';
/** @type {Record<string, { q?: string[]; title?: string[]; sort?: string; count?: string }>} */
const cases = {
  'no search, newest': {},
  'common word, newest': { q: common },
  'common word, relevance': { q: common, sort: 'relevance' },
  'common word, most upvoted': { q: common, sort: 'most_upvoted' },
  'most common word of all, relevance': { q: ['the'], sort: 'relevance' },
  'middling word, newest': { q: middling },
  'middling word, relevance': { q: middling, sort: 'relevance' },
  'rare word, newest': { q: rare },
  'rare word, relevance': { q: rare, sort: 'relevance' },
  'misspelt, newest': { q: misspelt },
  'misspelt, relevance': {
    q: misspelt,
    sort: 'relevance',
  },
  'two common words, relevance': {
    q: pairs,
    sort: 'relevance',
  },
  'six words, relevance': {
    q: ['please add a dark mode to the app', 'error when i export a report'],
    sort: 'relevance',
  },
  'nothing found': { q: ['zebra invoice xylophone'], sort: 'relevance' },
  'one letter, newest': { q: ['z', 'a', 'x'] },
  'two letters, newest': { q: ['ze', 'xi', 'th', 'ex'] },
  'two letters, relevance': { q: ['ze', 'xi', 'th', 'ex'], sort: 'relevance' },
  'three letters, relevance': { q: ['zeb', 'exp', 'con', 'not'], sort: 'relevance' },
  'Japanese, newest': { q: ['日本語', '検索機', '通知'] },
  'Japanese, relevance': { q: ['日本語', '検索機', '通知'], sort: 'relevance' },
  'common word, count=true': { q: common, count: 'true' },
  'similar, short title': { title: shortTitles },
  'similar, long title': { title: longTitles },
  'similar, misspelt': { title: ['notifcation settings pasge', 'zebbra crosing'] },
  'similar, Japanese': { title: ['日本語の検索', '通知設定画面'] },
};

/** @param {string} base */
async function measure(base) {
  const headers = { authorization: `Bearer ${token}` };
  const table = [];
  for (const [label, parameters] of Object.entries(cases)) {
    const { q, title, sort, count } = parameters;
    const texts = q ?? title ?? [''];
    let failed = 0;
    let found = 0;
    const call = async (/** @type {number} */ number) => {
      const query = new URLSearchParams({
        ...(q || title ? { [q ? 'q' : 'title']: texts[number % texts.length] ?? '' } : {}),
        ...(sort ? { sort } : {}),
        ...(count ? { count } : {}),
      });
      const started = performance.now();
      const response = await fetch(`${base}${feedbackPath}${title ? '/similar' : ''}?${query}`, { headers });
      const records = await response.json();
      const took = performance.now() - started;
      if (response.status === 200) found += records.length;
      else failed++;
      return took;
    };
    for (let number = 0; number < texts.length; number++) await call(number);
    found = 0;
    const alone = [];
    for (let number = 0; number < texts.length * 3; number++) alone.push(await call(number));
    found = 0;
    /** @type {number[]} */
    const times = [];
    let next = 0;
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (next < runs) times.push(await call(next++));
      }),
    );
    const sorted = times.sort((a, b) => a - b);
    const at = (/** @type {number[]} */ list, /** @type {number} */ share) =>
      Number((list[Math.min(list.length - 1, Math.ceil(list.length * share) - 1)] ?? 0).toFixed(1));
    table.push({
      what: label,
      'p50 alone': at(
        alone.sort((a, b) => a - b),
        0.5,
      ),
      [`p50 at ${connections}`]: at(sorted, 0.5),
      [`p99 at ${connections}`]: at(sorted, 0.99),
      records: Math.round(found / runs),
      ...(failed > 0 ? { failed } : {}),
    });
  }
  const times = [];
  for (let number = 0; number < runs; number++) {
    const started = performance.now();
    await fetch(`${base}${feedbackPath}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(texts.feedback(number + 1)),
    });
    times.push(performance.now() - started);
  }
  const median = times.sort((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  table.push({ what: 'a new record', 'p50 alone': Number(median.toFixed(1)) });
  console.table(table);
}

/** Prints the query plan of each case. */
async function plans() {
  const pool = new pg.Pool({ connectionString: url.href, max: 1 });
  const query = async (/** @type {{ text: string; values: unknown[] }} */ { text, values }) => {
    const plan = await pool.query(`explain (analyze, buffers, costs off) ${text}`, values);
    console.log(values.slice(1));
    console.log(plan.rows.map((row) => row['QUERY PLAN']).join('\n'), '\n');
    return pool.query(text, values);
  };
  const database = {
    pool: { query },
    reading: { query },
    nameOf: () => ({}),
  };
  const queries = new FeedbackQueries(new Sql(/** @type {any} */ (database), /** @type {any} */ ({})));
  const project = (await pool.query("select id from projects where slug = 'bench'")).rows[0].id;
  for (const [label, { q, title, sort, count }] of Object.entries(cases)) {
    console.log(`## ${label}\n`);
    const page = { limit: 100, count: count === 'true' };
    if (title) await queries.similar(project, title[0] ?? '');
    else await queries.list(project, { text: q?.[0] }, /** @type {any} */ (sort ?? 'newest'), page);
  }
  await pool.end();
}

const admin = new pg.Client(server);
await admin.connect();
const isThere = (await admin.query('select from pg_database where datname = $1', [name])).rowCount === 1;
if (!isThere) {
  await admin.query(`create database ${name}`);
  // For the benchmark's own connections. The service sets its search_path itself.
  await admin.query(`alter database ${name} set search_path = feedback`);
}
const service = await startService({ DATABASE_URL: url.href }, { logLevel: 'error' });
try {
  const { base } = service;
  if (!isThere) {
    await fetch(`${base}/v1/projects`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Bench', slug: 'bench' }),
    });
    await fill();
  }
  if (options.plans) await plans();
  await measure(base);
} finally {
  await service.stop();
  if (!options.keep) await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}
