import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, it } from '@jest/globals';

const modules = readdirSync('bench').flatMap((file) =>
  [...readFileSync(`bench/${file}`, 'utf8').matchAll(/'\.\.\/dist\/([^']+)\.js'/g)].map(
    ([, module]) => [file, module!] as const,
  ),
);

interface Call {
  url: string;
  functionName: string;
}

interface Part {
  what: string;
  share: number;
}

interface Profiles {
  partOf(call: Call): string;
  sharesOf(profile: unknown, from: number, to: number): { parts: Part[]; own: Part[] };
  checkProfile(profile: unknown): { is: string; isMet: boolean }[];
  tableOfProfile(profile: unknown): { rows: string[][] };
}

interface Publication {
  sectionsOf(results: unknown): Record<string, string | undefined>;
}

interface Peers {
  toPeer(request: object): object;
}

/** Imports a module of the benchmark, which has no types. */
const importBench = async <T>(name: string) => (await import(`../bench/${name}.js`)) as T;

const own = (file: string) => pathToFileURL(`dist/${file}`).href;

const installed = (file: string) => pathToFileURL(`node_modules/${file}`).href;

describe('benchmarks', () => {
  it.each(modules)('%s imports %s, which exists', (_file, module) => {
    expect(existsSync(`src/${module}.ts`)).toBe(true);
  });
});

describe('the profile of a benchmark', () => {
  let profiles: Profiles;
  beforeAll(async () => void (profiles = await importBench<Profiles>('profile')));

  it.each([
    ['dist/platform/http', own('platform/http/a.js')],
    ['dist/feedback', own('feedback/items/http/a.js')],
    ['dist', own('main.js')],
    ['pg', installed('pg-protocol/dist/parser.js')],
    ['rxjs and @nestjs', installed('rxjs/dist/cjs/a.js')],
    ['rxjs and @nestjs', installed('@nestjs/core/router/a.js')],
    ['express and router', installed('router/index.js')],
    ['router-like', installed('router-like/index.js')],
    ["Node's async_hooks", 'node:internal/async_hooks'],
    ["Node's HTTP server and streams", 'node:_http_outgoing'],
    ["Node's HTTP server and streams", 'node:internal/stream_base_commons'],
    ["Node's other modules", 'node:internal/crypto/hash'],
  ])('attributes to %s: %s', (part, url) => {
    expect(profiles.partOf({ url, functionName: 'a' })).toBe(part);
  });

  it('attributes native functions and garbage collection', () => {
    const parts = ['writev', 'runMicrotasks', '(garbage collector)'].map((functionName) =>
      profiles.partOf({ url: '', functionName }),
    );
    expect(parts).toEqual(['(native) writev', '(native), others', 'garbage collector']);
  });

  it('has the shares of the samples between two moments, without idle time', () => {
    const calls = [
      { url: '', functionName: '(idle)', lineNumber: -1 },
      { url: own('project/a.js'), functionName: 'authorize', lineNumber: 6 },
      { url: installed('pg/lib/client.js'), functionName: 'query', lineNumber: 0 },
    ];
    const profile = {
      startTime: 1_000,
      nodes: calls.map((callFrame, id) => ({ id, callFrame })),
      // The first and the last are outside.
      samples: [1, 1, 0, 2, 2, 2, 1],
      timeDeltas: [0, 100, 100, 100, 100, 100, 100],
    };
    const { parts, own: functions } = profiles.sharesOf(profile, 1_100, 1_500);
    expect(parts).toEqual([
      { what: 'pg', share: 0.75 },
      { what: 'dist/project', share: 0.25 },
    ]);
    expect(functions).toEqual([{ what: 'authorize dist/project/a.js:7', share: 0.25 }]);
  });

  it.each([
    [0.03, true],
    [0.031, false],
  ])('has a target for the largest function of the service: %d', (share, isMet) => {
    expect(profiles.checkProfile({ title: 'GET', largest: { share } })).toMatchObject([{ isMet }]);
  });

  it('shows small folders of the service, and other small parts as one', () => {
    const parts = [
      { what: 'pg', share: 0.99, micros: 99 },
      ...['dist/events', 'cors', 'vary'].map((what) => ({ what, share: 0.003, micros: 0.3 })),
    ];
    expect(profiles.tableOfProfile({ title: 'GET', parts }).rows).toEqual([
      ['pg', '99.0', '99.0'],
      ['dist/events', '0.3', '0.3'],
      ['smaller parts', '0.6', '0.6'],
      ['all parts', '99.9', '99.9'],
    ]);
  });
});

describe('the publication of a benchmark', () => {
  const loadOf = (operation: string, target: string, rate: number) => ({
    ...{ operation, title: operation, target, rate, p50: 1, p99: 2, serverCpu: 700, postgresCpu: 300 },
  });
  const results = {
    ...{ machine: { otherLoad: 0 }, sizes: [10_000], rounds: 1, seconds: 1, connections: 32 },
    ...{ loads: [loadOf('get', 'service', 1_000)], lists: [], searches: [] },
  };
  let publication: Publication;
  beforeAll(async () => void (publication = await importBench<Publication>('publish')));

  it('leaves out parts that were not measured', () => {
    const sections = publication.sectionsOf({ ...results, profile: null, peer: null });
    expect(Object.keys(sections)).toEqual(['conditions', 'operations']);
    expect(Object.keys(publication.sectionsOf(results))).toEqual(['conditions', 'operations']);
    expect(sections['operations']).not.toContain('Node 24');
  });

  it('has a column for Node 24 if it was measured', () => {
    const loads = [...results.loads, loadOf('get', 'service, Node 24', 1_234)];
    const [head, , row] = publication.sectionsOf({ ...results, loads })['operations']!.split('\n');
    const column = head!.split('|').findIndex((title) => title.trim() === 'On Node 24');
    expect(row!.split('|')[column]!.trim()).toBe('1,234');
  });

  it('has what a read costs, and the rates of the product beside the service', () => {
    const parts = [
      { what: 'dist/platform/http', share: 0.25, micros: 100 },
      { what: 'pg', share: 0.75, micros: 300 },
    ];
    const largest = { what: 'authorize dist/project/a.js:7', share: 0.02, micros: 8 };
    const profile = { title: 'GET one feedback', rate: 2_000, micros: 400, parts, largest };
    const peer = { rows: 100_000, loads: ['service', 'Directus'].map((name) => loadOf('get', name, 250)) };
    const sections = publication.sectionsOf({ ...results, profile, peer });
    expect(sections['profile']).toContain('own code takes 100 µs (25.0 %)');
    expect(sections['profile']).toContain('`authorize dist/project/a.js:7`, 8.0 µs (2.0 %)');
    expect(sections['peer']!.split('\n')[3]).toMatch(/Directus \| +250 \| +700 \| +300 \|$/);
  });
});

it.each([
  ['/v1/projects/acme/feedback/1', '/items/feedback/1'],
  ['/v1/projects/acme/feedback', '/items/feedback'],
  ['/v1/projects/acme/feedback?limit=50', '/items/feedback?limit=50&sort=-created_at'],
])('the benchmark translates %s for the product beside the service', async (path, translated) => {
  const { toPeer } = await importBench<Peers>('peer');
  expect(toPeer({ method: 'GET', path })).toEqual({ method: 'GET', path: translated });
});
