// Measures searches in the largest project under concurrent searches.
import { largest } from './operations.js';
import { shown } from './report.js';
import { searched } from './texts.js';

const connections = 6;

/** The maximum p99 in milliseconds. */
const most = 100;

const q = (texts, sort) =>
  texts.map((text) => `?${new URLSearchParams({ q: text, ...(sort ? { sort } : {}) }).toString()}`);
const similar = (texts) => texts.map((title) => `/similar?${new URLSearchParams({ title }).toString()}`);

const words = [...searched.common, ...searched.middling, ...searched.rare, ...searched.misspelt];

/** @type {Record<string, readonly string[]>} */
const cases = {
  'one word, newest': q(words),
  'one word, relevance': q(words, 'relevance'),
  'two frequent words, relevance': q(searched.pairs, 'relevance'),
  'similar, short titles': similar(searched.shortTitles),
  'similar, long titles': similar(searched.longTitles),
};

export async function measureSearches({ base, dataset, load, amount, reportProgress }) {
  const measured = [];
  for (const [search, queries] of Object.entries(cases)) {
    reportProgress(`search: ${search}`);
    const paths = queries.map((query) => `/v1/projects/${largest(dataset).slug}/feedback${query}`);
    await load.run({ base, paths, connections, amount: Math.max(connections, paths.length) });
    const { requests, seconds, p50, p99, failures } = await load.run({ base, paths, connections, amount });
    measured.push({ search, rate: requests / seconds, p50, p99, failures });
  }
  return measured;
}

export function checkSearches(searches) {
  return searches.map(({ search, p99 }) => ({
    what: `search, ${search}: p99 ms`,
    is: shown(p99),
    target: `≤ ${most}`,
    isMet: p99 <= most,
  }));
}

export function tableOfSearches(searches, dataset) {
  return {
    head: [
      `search in ${shown(largest(dataset).rows)}, ${connections} connections`,
      'requests/s',
      'p50 ms',
      'p99 ms',
    ],
    rows: searches.map(({ search, rate, p50, p99 }) => [search, shown(rate), shown(p50, 1), shown(p99, 1)]),
  };
}
