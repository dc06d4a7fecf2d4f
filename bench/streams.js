// Measures how fast a whole project is streamed, and how much memory the stream needs.
import { get } from 'node:http';
import { largest } from './operations.js';
import { memoryOf } from './processes.js';
import { shown } from './report.js';
import { startService, token } from './servers.js';

/** The maximum memory of a stream in addition to that under a load of pages, in MB. */
const mostMore = 50;

const megabyte = 1024 ** 2;

/** Reads the whole response and returns its size. */
function read(url) {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'application/x-ndjson' };
    const request = get(url, { headers }, (response) => {
      let [bytes, records] = [0, 0];
      response.on('data', (part) => {
        bytes += part.length;
        for (let at = part.indexOf(10); at >= 0; at = part.indexOf(10, at + 1)) records++;
      });
      response.on('error', reject);
      response.on('end', () => resolve({ status: response.statusCode, bytes, records }));
    });
    request.on('error', reject);
  });
}

/** The minimum duration of the load of pages in seconds, until memory stops growing. */
const warmth = 3;

/** Runs the work, and returns the maximum memory of the process meanwhile. */
async function peakDuring(pid, work) {
  let peak = memoryOf(pid);
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(pid))), 50);
  try {
    const result = await work();
    return { result, peak };
  } finally {
    clearInterval(timer);
  }
}

/** Measures a new process: idle, then under a load of pages, then streaming. */
export async function measureStream({ url, dataset, load, seconds, connections, reportProgress }) {
  const project = largest(dataset);
  const service = await startService({ DATABASE_URL: url });
  try {
    reportProgress('stream of the largest project');
    const idle = memoryOf(service.pid);
    const path = `/v1/projects/${project.slug}/feedback`;
    const { base, pid } = service;
    const pagesOnly = { base, paths: [`${path}?limit=50`], connections, seconds: Math.max(seconds, warmth) };
    const pages = await peakDuring(pid, () => load.run(pagesOnly));
    const started = performance.now();
    const { result, peak } = await peakDuring(pid, () => read(`${base}${path}`));
    const took = (performance.now() - started) / 1_000;
    const { status, bytes, records } = result;
    const isWhole = status === 200 && records >= project.rows;
    return {
      records,
      seconds: took,
      recordsPerSecond: records / took,
      megabytesPerSecond: bytes / megabyte / took,
      memory: { idle, underLoad: pages.peak, streaming: peak },
      failures: { ...pages.result.failures, ...(isWhole ? {} : { 'broken streams': 1 }) },
    };
  } finally {
    await service.stop();
  }
}

export function checkStream({ memory: { underLoad, streaming } }) {
  if (Number.isNaN(streaming) || streaming === undefined) return [];
  const more = streaming - underLoad;
  const what = 'memory (RSS) while streaming, beyond that under a load of pages, MB';
  return [{ what, is: shown(more), target: `≤ ${mostMore}`, isMet: more <= mostMore }];
}

export function tableOfStream({ records, recordsPerSecond, megabytesPerSecond, memory }) {
  return {
    head: ['NDJSON', 'records/s', 'MB/s', 'RSS idle', 'RSS under load', 'RSS streaming'],
    rows: [
      [
        `all ${shown(records)} feedback`,
        ...[recordsPerSecond, megabytesPerSecond, memory.idle, memory.underLoad, memory.streaming].map(
          (number) => shown(number),
        ),
      ],
    ],
  };
}
