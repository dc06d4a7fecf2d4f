// Writes the results of a benchmark to the pages that show them, and its charts to docs/images.
//   npm run bench -- --publish          measures, and then does the same
//   npm run bench:plot                  uses the results in bench/results.json
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { barChart } from './chart.js';
import { tableOfFairness } from './fairness.js';
import { tableOfPeer } from './peer.js';
import { summaryOfProfile, tableOfProfile } from './profile.js';
import { formatTable, shown } from './report.js';

const pathOf = (file) => fileURLToPath(new URL(file, import.meta.url));

/** The file with the published results. */
export const publishedResults = pathOf('results.json');

/** The pages with measured sections, relative to the top of the repository. */
export const publishedPages = ['README.md', 'docs/scaling.md', 'docs/internals/performance.md'];

/** Returns the text of each measured section of the page, by name. */
export function sectionsOf(results) {
  const { loads, profile, lists, searches, stream, fairness, embedded, peer } = results;
  return {
    conditions: conditionsOf(results),
    ...(loads.length > 0 && lists.length > 0 && searches.length > 0 && stream
      ? { summary: summaryOf(results), cost: costOf(results) }
      : {}),
    ...(loads.length > 0 ? { operations: operationsOf(loads) } : {}),
    ...(profile ? { profile: profileOf(profile) } : {}),
    ...(lists.length > 0 ? { lists: listsOf(results) } : {}),
    ...(searches.length > 0 ? { searches: searchesOf(results) } : {}),
    ...(stream ? { stream: streamOf(stream) } : {}),
    ...(fairness ? { fairness: markdownOf(tableOfFairness(fairness)) } : {}),
    ...(embedded ? { embedded: embeddedOf(embedded) } : {}),
    ...(peer ? { peer: markdownOf(tableOfPeer(peer)) } : {}),
  };
}

/** Returns the page with the sections between their markers replaced. */
export function withSections(page, sections) {
  return page.replaceAll(/(<!-- measured: (\w+) -->\n).*?(<!-- \/measured -->)/gs, (old, start, name, end) =>
    sections[name] ? `${start}\n${sections[name]}\n\n${end}` : old,
  );
}

/** Returns the charts as SVG, by the name of their file. */
export function chartsOf({ loads, lists, searches, sizes }) {
  const [small, large] = [sizes[0], sizes.at(-1)].map((size) => shown(size));
  const compared = titlesOf(loads).map((title) => ({
    label: title,
    values: ['service', 'Express', 'Nest'].map((target) => find(loads, title, target)?.rate ?? 0),
  }));
  return {
    ...(loads.length > 0
      ? {
          'performance-operations.svg': barChart({
            title: 'Requests per second (more is better)',
            series: [
              'service',
              'Express: one hand-written statement, no checks',
              'Nest: a plain program, no checks',
            ],
            bars: compared,
            digits: 0,
          }),
        }
      : {}),
    ...(lists.length > 0
      ? {
          'performance-lists.svg': barChart({
            title: 'Time of a page of 50 feedback items in ms (less is better)',
            series: [`first page of ${small}`, `first page of ${large}`, `page in the middle of ${large}`],
            bars: lists.map(({ list, small: first, large: far, middle }) => ({
              label: list,
              values: [first, far, middle],
            })),
            digits: 1,
          }),
        }
      : {}),
    ...(searches.length > 0
      ? {
          'performance-searches.svg': barChart({
            title: `Time of a search in ${large} feedback items in ms (less is better)`,
            series: ['p50', 'p99'],
            bars: searches.map(({ search, p50, p99 }) => ({ label: search, values: [p50, p99] })),
            digits: 0,
          }),
        }
      : {}),
  };
}

/** Writes the page and the charts. */
export async function publish() {
  const results = JSON.parse(await readFile(publishedResults, 'utf8'));
  for (const page of publishedPages.map((path) => pathOf(`../${path}`))) {
    await writeFile(page, withSections(await readFile(page, 'utf8'), sectionsOf(results)));
  }
  for (const [name, svg] of Object.entries(chartsOf(results))) {
    await writeFile(pathOf(`../docs/images/${name}`), svg);
  }
}

const titlesOf = (loads) => [...new Set(loads.map(({ title }) => title))];

const find = (loads, title, target) => loads.find((load) => load.title === title && load.target === target);

function conditionsOf({ machine, sizes, rounds, seconds, connections }) {
  const { date, processor, cores, memory, otherLoad, node, postgres } = machine;
  const repetition =
    rounds === 1 ? `one round of ${seconds} s` : `medians of ${rounds} rounds of ${seconds} s`;
  return [
    `- Date: ${date}. Node ${node}, PostgreSQL ${postgres}.`,
    `- Machine: ${cores} cores (${processor}), ${memory} GB; service, database and load generator together.`,
    `- Load average at the start: ${shown(otherLoad, 1)}. If it is well above 0, other programs slowed all servers down.`,
    `- Projects of ${sizes.map((size) => shown(size)).join(', ')} feedback items; ${connections} connections; ${repetition}.`,
  ].join('\n');
}

function summaryOf({ loads, lists, searches, stream, sizes }) {
  const [small, large] = [sizes[0], sizes.at(-1)].map((size) => shown(size));
  const rateOf = (title) => `${shown(find(loads, title, 'service').rate)} per second`;
  const newest = lists.find(({ list }) => list === 'newest first');
  const times = searches.map(({ p50 }) => p50);
  const { idle, underLoad, streaming } = stream.memory;
  return formatTable(
    [`In a project of ${large} feedback items`, 'One process'],
    [
      ['Reads of one record', rateOf('GET one feedback')],
      ['New feedback', rateOf('POST feedback')],
      [
        'A page of a list, one at a time',
        `${shown(newest.large, 1)} ms; ${shown(newest.small, 1)} ms in a project of ${small}`,
      ],
      [
        'A search, 6 at a time',
        `${shown(Math.min(...times))} to ${shown(Math.max(...times))} ms, by its words`,
      ],
      ['Memory (RSS)', `${shown(idle)} MB idle, ${shown(Math.max(underLoad, streaming))} MB under load`],
    ],
  );
}

function costOf({ machine, loads, stream, sizes }) {
  const rateOf = (title) => shown(find(loads, title, 'service').rate);
  return (
    `With ${shown(sizes.at(-1))} feedback items, one process on a machine with ${machine.cores} cores, which it shares with PostgreSQL, ` +
    `answers ${rateOf('GET one feedback')} requests for one record per second, or ${rateOf('POST feedback')} that create one, ` +
    `in ${shown(Math.max(stream.memory.underLoad, stream.memory.streaming))} MB of memory.`
  );
}

function operationsOf(loads) {
  const withNode24 = loads.some(({ target }) => target === 'service, Node 24');
  const rows = titlesOf(loads).map((title) => {
    const [service, onNode24, ...baselines] = [
      ...['service', 'service, Node 24', 'Express', 'bare Nest', 'Nest', 'Nest with search'],
    ].map((target) => find(loads, title, target));
    return [
      title,
      shown(service.statements),
      shown(service.rate),
      ...(withNode24 ? [shown(onNode24?.rate)] : []),
      shown(service.p50, 1),
      shown(service.p99, 1),
      ...baselines.map((baseline) => shown(baseline && service.rate / baseline.rate, 2)),
      shown(service.serverCpu),
      shown(service.postgresCpu),
      shown(service.memory),
    ];
  });
  return formatTable(
    [
      'Operation',
      'Statements',
      'Requests/s',
      ...(withNode24 ? ['On Node 24'] : []),
      'p50 ms',
      'p99 ms',
      'Of Express',
      'Of bare Nest',
      'Of Nest',
      'With search',
      'µs of Node',
      'of PostgreSQL',
      'RSS MB',
    ],
    rows,
  );
}

function listsOf({ lists, sizes }) {
  const [small, large] = [sizes[0], sizes.at(-1)].map((size) => shown(size));
  const newest = lists.find(({ list }) => list === 'newest first');
  const sentence = newest
    ? `A page of 50 feedback items takes ${shown(newest.large, 1)} ms in a project of ${large}: the first page, newest first.\n\n`
    : '';
  return (
    sentence +
    formatTable(
      ['ms', `First page of ${small}`, `First page of ${large}`, `Middle of ${large}`],
      lists.map(({ list, small: first, large: far, middle }) => [
        list,
        ...[first, far, middle].map((time) => shown(time, 1)),
      ]),
    )
  );
}

function searchesOf({ searches, sizes }) {
  return formatTable(
    [`Search in ${shown(sizes.at(-1))} feedback items`, 'Searches/s', 'p50 ms', 'p99 ms'],
    searches.map(({ search, rate, p50, p99 }) => [search, shown(rate), shown(p50, 1), shown(p99, 1)]),
  );
}

function streamOf({ records, seconds, recordsPerSecond, memory }) {
  return [
    `- All ${shown(records)} feedback items were streamed in ${shown(seconds)} s: ${shown(recordsPerSecond)} records per second.`,
    `- Memory (RSS): ${shown(memory.idle)} MB idle, ${shown(memory.underLoad)} MB under a load of pages, ` +
      `${shown(memory.streaming)} MB while streaming.`,
  ].join('\n');
}

const markdownOf = ({ head, rows }) => formatTable(head, rows);

const profileOf = (profile) => `${summaryOfProfile(profile)}\n\n${markdownOf(tableOfProfile(profile))}`;

function embeddedOf({ rows, loads }) {
  return formatTable(
    [`With ${shown(rows)} feedback items`, 'Requests/s', 'p50 ms', 'p99 ms'],
    loads.map(({ title, rate, p50, p99 }) => [title, shown(rate), shown(p50, 1), shown(p99, 1)]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await publish();
