// Measures what the largest responses, requested without a token, cost someone else.
import { send } from './answers.js';
import { LoadGenerator } from './load.js';
import { shown } from './report.js';
import { startService } from './servers.js';

/** Connections that request the largest page of public feedback at the same time. */
const strangers = 16;

const slug = 'long-texts';
const items = 100;
const length = 10_000;

/** Creates the project with the longest descriptions, unless it exists. */
async function fillLongTexts(base) {
  const expect = async (statuses, method, path, body) => {
    const { status, text } = await send(base, { method, path, body });
    if (!statuses.includes(status)) throw new Error(`${method} ${path} is answered with ${status}: ${text}`);
    return status;
  };
  const created = await expect([201, 409], 'POST', '/v1/projects', { name: 'Long texts', slug });
  if (created === 409) return;
  const project = `/v1/projects/${slug}`;
  await expect([200], 'PATCH', `${project}/settings`, { public_feedback: true });
  for (let number = 0; number < items; number++) {
    const description = `${number} `.repeat(length).slice(0, length);
    await expect([201], 'POST', `${project}/feedback`, { title: `Long text ${number}`, description });
  }
}

/** Measures GET of one feedback on one connection: alone, and while strangers request the largest pages. */
export async function measureFairness({ url, dataset, load, seconds, reportProgress }) {
  const service = await startService({ DATABASE_URL: url });
  const other = new LoadGenerator(dataset);
  try {
    const { base } = service;
    await fillLongTexts(base);
    reportProgress("somebody else's GET");
    const get = { base, operation: 'get', connections: 1, seconds };
    await load.run({ ...get, seconds: 1 });
    const alone = await load.run(get);
    const pages = {
      ...{ base, paths: [`/public/v1/projects/${slug}/feedback?limit=${items}`], isAnonymous: true },
      ...{ connections: strangers, seconds: seconds + 1 },
    };
    const asked = other.run(pages);
    const besides = await load.run(get);
    const { requests, seconds: took, failures } = await asked;
    // Those who ask for too much are refused, and counted apart.
    const { 429: refused = 0, ...others } = failures;
    return {
      ...{ alone, besides, strangers, pages: (requests - refused) / took, refused: refused / took },
      failures: { ...alone.failures, ...besides.failures, ...others },
    };
  } finally {
    other.stop();
    await service.stop();
  }
}

export function tableOfFairness({ alone, besides, strangers: count, pages, refused }) {
  return {
    head: ["Somebody else's GET of one feedback", 'Requests/s', 'p50 ms', 'p99 ms'],
    rows: [
      ['alone', ...figures(alone)],
      [
        `while ${count} connections request the largest pages (${shown(pages)} sent and ${shown(refused)} refused per second)`,
        ...figures(besides),
      ],
    ],
  };
}

const figures = ({ requests, seconds, p50, p99 }) => [
  shown(requests / seconds),
  shown(p50, 1),
  shown(p99, 1),
];
