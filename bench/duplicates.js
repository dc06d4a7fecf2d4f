// Measures the suggestions of duplicates in a database on a PostgreSQL server, which it fills, and drops at the end: how many are
// right, by the score from which on they are made, and how long the comparison of a record takes.
//   npm run bench:duplicates                                             labelled feedback of bench/duplicates.json
//   npm run bench:duplicates -- --reports bugs.csv --pairs duplicates.csv   a set in the format of GitBugs
//   npm run bench:duplicates -- --rows 100000                            generated feedback, only the time
// TEST_DATABASE_URL is the URL of the server. The code in `dist` is measured.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { Candidates } from '../dist/feedback/duplicates/application/candidates.js';
import { similarityOf } from '../dist/feedback/duplicates/domain/duplicate-score.js';
import { feedbackLexemes } from '../dist/feedback/items/persistence/feedback-search.js';
import { FeedbackServiceModule } from '../dist/index.js';
import { shown } from './report.js';
import { Texts } from './texts.js';

const { values: options } = parseArgs({
  options: {
    reports: { type: 'string' },
    pairs: { type: 'string' },
    rows: { type: 'string' },
    sample: { type: 'string', default: '1000' },
    list: { type: 'string', default: '0' },
  },
});
const server = process.env['TEST_DATABASE_URL'];
if (server === undefined) throw new Error('TEST_DATABASE_URL names no server.');
const name = 'fcs_duplicates_bench';
const thresholds = [0.4, 0.45, 0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8];

/** The maximum number of suggestions for a record. */
const most = 5;

/** Returns the rows of a CSV file (RFC 4180). */
function rowsOf(path) {
  const fields = readFileSync(path, 'utf8').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g);
  const rows = [[]];
  for (const [, quoted, plain, end] of fields) {
    rows.at(-1).push(quoted?.replaceAll('""', '"') ?? plain);
    if (end !== ',') rows.push([]);
  }
  return rows.filter((row) => row.length > 1);
}

/** Returns records, and the groups of those that are duplicates of each other. */
function readSet() {
  if (options.rows !== undefined) {
    const texts = new Texts();
    return {
      records: Array.from({ length: Number(options.rows) }, (_, index) => texts.feedback(index)),
      groups: [],
    };
  }
  if (options.reports === undefined) {
    const records = JSON.parse(readFileSync(new URL('duplicates.json', import.meta.url), 'utf8'));
    const numbers = [...new Set(records.flatMap(({ group }) => group ?? []))];
    const groups = numbers.map((number) =>
      records.flatMap(({ group }, index) => (group === number ? index : [])),
    );
    return { records, groups };
  }
  const [head, ...rows] = rowsOf(options.reports);
  const [title, description, key] = ['Summary', 'Description', 'Issue id'].map((column) =>
    head.indexOf(column),
  );
  const records = rows
    .filter((row) => row[title]?.trim())
    .map((row) => ({ id: row[key].trim(), title: row[title], description: row[description] ?? '' }));
  const indexOf = new Map(records.map(({ id }, index) => [id, index]));
  const groupOf = new Map(records.map((_, index) => [index, [index]]));
  for (const [id, others] of rowsOf(options.pairs)) {
    for (const other of others.match(/\d+/g) ?? []) {
      const [one, two] = [groupOf.get(indexOf.get(id.trim())), groupOf.get(indexOf.get(other))];
      if (one === undefined || two === undefined || one === two) continue;
      one.push(...two);
      for (const index of two) groupOf.set(index, one);
    }
  }
  return { records, groups: [...new Set(groupOf.values())].filter((group) => group.length > 1) };
}

const idOf = (index) => `01900000-0000-7000-8000-${index.toString(16).padStart(12, '0')}`;
const indexOf = (id) => parseInt(id.slice(-12), 16);
const project = '01900000-0000-7000-9000-000000000000';

async function fill(url, records) {
  const client = new pg.Client(url.href);
  await client.connect();
  await client.query('set search_path = feedback');
  await client.query(
    `insert into projects (id, name, slug, icon, icon_radius, og_image, created_at) values ($1, 'Bench', 'bench', '', '', '', now())`,
    [project],
  );
  await client.query(
    `insert into statuses (project_id, key, name, color, kind, position, on_roadmap)
     values ($1, 'in_review', 'In review', '#000000', 'open', 1, false)`,
    [project],
  );
  const batch = 2_000;
  for (let first = 0; first < records.length; first += batch) {
    const part = records.slice(first, first + batch);
    await client.query(
      `with given as (
         select *, timestamptz '2024-01-01' + n * interval '1 second' as created_at
         from unnest($2::uuid[], $3::text[], $4::text[], $5::text[]) with ordinality as g (id, title, description, lexemes, n)
       ), users as (
         insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
         select id, id || '@example.com', id || '@example.com', '', '', false, now() from given returning id
       ), stored as (
         insert into feedback (id, project_id, user_id, title, description, status, created_at)
         select g.id, $1, u.id, title, description, 'in_review', created_at from given g join users u on u.id = g.id
       )
       insert into feedback_search (feedback_id, project_id, created_at, document)
       select id, $1, created_at, array_to_tsvector(string_to_array(lexemes, ' ')) from given`,
      [
        project,
        part.map((_, index) => idOf(first + index)),
        part.map(({ title }) => title),
        part.map(({ description }) => description),
        part.map((record) => [`@${project}`, ...feedbackLexemes(record)].join(' ')),
      ],
    );
  }
  await client.query('vacuum analyze feedback');
  await client.query('vacuum analyze feedback_search');
  await client.end();
}

function printQuality(found, groups) {
  const groupOf = new Map(groups.flatMap((group, number) => group.map((index) => [index, number])));
  const isRight = ([one, other]) => groupOf.has(one) && groupOf.get(one) === groupOf.get(other);
  const pairs = groups.reduce((sum, { length }) => sum + (length * (length - 1)) / 2, 0);
  const duplicates = groups.reduce((sum, { length }) => sum + length, 0);
  console.log(`${pairs} labelled pairs of ${duplicates} records`);
  console.table(
    thresholds.map((threshold) => {
      const suggested = new Map();
      for (const [index, candidates] of found.entries()) {
        for (const { id, score } of candidates.filter((each) => each.score >= threshold).slice(0, most)) {
          const pair = [index, indexOf(id)].sort((a, b) => a - b);
          suggested.set(pair.join(' '), { pair, score });
        }
      }
      const all = [...suggested.values()].map(({ pair }) => pair);
      const right = all.filter(isRight);
      const helped = new Set(right.flat()).size;
      return {
        threshold,
        suggested: all.length,
        right: right.length,
        precision: Number((right.length / Math.max(1, all.length)).toFixed(2)),
        recall: Number((right.length / pairs).toFixed(2)),
        'records with a right one': Number((helped / duplicates).toFixed(2)),
      };
    }),
  );
}

const url = new URL(server);
const admin = new pg.Client(url.href);
await admin.connect();
await admin.query(`drop database if exists ${name} with (force)`);
await admin.query(`create database ${name}`);
url.pathname = `/${name}`;
const app = await NestFactory.createApplicationContext(
  FeedbackServiceModule.forRoot({
    database: { url: url.href, schema: 'feedback' },
    backgroundWork: false,
  }),
  { logger: ['error'] },
);
try {
  const { records, groups } = readSet();
  await fill(url, records);
  const candidates = app.get(Candidates, { strict: false });
  let started = performance.now();
  const statistics = await candidates.statistics(project);
  const statisticsMs = performance.now() - started;
  const sample =
    options.rows === undefined ? records.length : Math.min(Number(options.sample), records.length);
  const step = Math.floor(records.length / sample);
  const [found, times, compared] = [[], [], []];
  for (let number = 0; number < sample; number++) {
    started = performance.now();
    const [feedback] = await candidates.comparable(project, [idOf(number * step)]);
    const { subject, candidates: others } = await candidates.of(project, feedback, statistics);
    const scored = [];
    for await (const other of others) {
      scored.push({ id: other.id, ...similarityOf(subject, other, statistics) });
    }
    found.push(scored.sort((a, b) => b.score - a.score));
    times.push(performance.now() - started);
    compared.push(scored.length);
  }
  if (groups.length > 0) printQuality(found, groups);
  times.sort((a, b) => a - b);
  const at = (share) => shown(times[Math.ceil(times.length * share) - 1], 1);
  console.log(
    `${shown(records.length)} records: statistics ${shown(statisticsMs, 1)} ms, a comparison p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `${shown(compared.reduce((sum, count) => sum + count, 0) / sample, 1)} candidates on average`,
  );
  const all = found.flatMap((others, index) => others.map(({ id, score }) => [score, index, indexOf(id)]));
  for (const [score, one, other] of all
    .filter(([, a, b]) => a < b)
    .sort(([a], [b]) => b - a)
    .slice(0, Number(options.list)))
    console.log(
      score,
      groups.some((group) => group.includes(one) && group.includes(other)) ? '=' : '≠',
      records[one].title,
      '|',
      records[other].title,
    );
} finally {
  await app.close();
  await admin.query(`drop database if exists ${name} with (force)`);
  await admin.end();
}
