import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { convert } from '../support/converted.js';
import { comparable, contentOf, parseExport } from '../support/portable.js';
import {
  cannyDump,
  type ExpectedContent,
  feedbaseCsv,
  fiderZip,
  type TrackerFile,
} from '../support/tracker-files.js';
import {
  bootstrapToken,
  checkCounts,
  cleanUp,
  expireLeases,
  holdInserts,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

afterAll(cleanUp);

/** The address of the first instance admin. */
const admin = 'admin@localhost';

/** A service that is started again on the same database after it was killed. */
class Instance {
  private constructor(
    private readonly folder: string,
    private readonly settings: Record<string, string>,
    private service: ServiceProcess,
  ) {}

  /** Starts a service with an empty project for each of the files. */
  static async start(): Promise<Instance> {
    const { folder, settings } = await preparedFolder();
    const limits = { ...settings, RATE_LIMIT_PER_MINUTE: '0' };
    const service = await ServiceProcess.start(folder, limits);
    const instance = new Instance(folder, limits, service);
    for (const { slug } of files)
      await instance.call('POST', '/projects', JSON.stringify({ name: 'Acme', slug }));
    return instance;
  }

  /** Uploads a file, and returns the path of the import. */
  async upload(slug: string, body: string): Promise<string> {
    const path = `/projects/${slug}/imports`;
    const { id } = await this.call('POST', path, body, 'application/x-ndjson');
    return `${path}/${id}`;
  }

  /** Waits until an import has ended, and returns it. */
  async end(path: string): Promise<any> {
    for (;;) {
      const state = await this.call('GET', path);
      if (['completed', 'failed'].includes(state.state as string)) return state;
      await sleep(50);
    }
  }

  /** Starts imports, kills the service when one of them inserts into a table, and starts it again. */
  async killDuring(table: 'feedback' | 'votes', start: () => Promise<string[]>): Promise<string[]> {
    const filesBefore = await readdir(this.folder);
    const { untilWaiting, release } = await holdInserts(this.settings, table);
    const paths = await start();
    await untilWaiting();
    const states = await Promise.all(paths.map((path) => this.call('GET', path)));
    expect(states.some(({ state, progress }) => state === 'running' && progress.read > 0)).toBe(true);
    await this.service.kill();
    // TMPDIR is this folder.
    expect(await readdir(this.folder)).toEqual(filesBefore);
    await release();
    await expireLeases(this.settings);
    this.service = await ServiceProcess.start(this.folder, this.settings);
    return paths;
  }

  /** Returns the output of the command that checks the counters. */
  async checkCounts(): Promise<string> {
    return (await checkCounts(this.folder, this.settings)).stdout;
  }

  async export(slug: string): Promise<string> {
    const response = await this.service.call('GET', `/projects/${slug}/export`, bootstrapToken);
    expect(response.status).toBe(200);
    return response.text();
  }

  private async call(
    method: string,
    path: string,
    body?: string | Buffer,
    type = 'application/json',
  ): Promise<any> {
    const response = await fetch(`${this.service.url}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${bootstrapToken}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      body: body ?? null,
    });
    const text = await response.text();
    expect(`${method} ${path}: ${response.status} ${text}`).toMatch(/: 20\d /);
    return JSON.parse(text);
  }
}

/** Checks everything in the project against the file that it came from. `*` in the expected content stands for anything. */
function expectContent(file: string, expected: ExpectedContent): void {
  const actual = contentOf(parseExport(file));
  const byTitle = new Map(actual.feedback.map((feedback) => [feedback.title, feedback]));
  expect([...byTitle.keys()].sort()).toEqual(expected.feedback.map(({ title }) => title).sort());
  for (const feedback of expected.feedback) {
    const { status, author } = byTitle.get(feedback.title)!;
    expect(byTitle.get(feedback.title)).toEqual({
      ...feedback,
      ...(feedback.status === '*' ? { status } : {}),
      ...(feedback.author === '*' ? { author } : {}),
    });
  }
  expect(actual.votes.sort()).toEqual(expected.votes.sort());
  const anonymous = (comments: string[]) =>
    comments.map((comment) => comment.split(' | ').toSpliced(1, 1).join(' | '));
  expect(anonymous(actual.comments).sort()).toEqual(anonymous(expected.comments).sort());
  const known = expected.comments.filter((comment) => !comment.includes(' | * | '));
  expect(known.filter((comment) => !actual.comments.includes(comment))).toEqual([]);
}

const files: { name: string; slug: string; file: TrackerFile }[] = [
  { name: 'a CSV file of Feedbase', slug: 'feedbase', file: feedbaseCsv(300) },
  { name: 'a backup of Fider', slug: 'fider', file: fiderZip(300) },
  { name: 'a dump of Canny', slug: 'canny', file: cannyDump(250) },
];

describe('A file of another tool', () => {
  let original: Instance;
  let converted: string[];
  let imports: string[];
  const exports = new Map<string, string>();

  beforeAll(async () => {
    original = await Instance.start();
    converted = await Promise.all(
      files.map(async ({ file }) => (await convert(file.format, file.body)).file),
    );
    imports = await original.killDuring('feedback', () =>
      Promise.all(files.map(({ slug }, index) => original.upload(slug, converted[index]!))),
    );
  });

  it.each(files.map((file, index) => ({ ...file, index })))(
    'is imported completely although the service is killed, without duplicates: $name',
    async ({ slug, file, index }) => {
      const imported = await original.end(imports[index]!);
      expect(imported).toMatchObject({ state: 'completed', progress: { failed: 0 } });
      const exported = await original.export(slug);
      exports.set(slug, exported);
      expectContent(exported, file.content);
      expect(exported).not.toContain('the-secret-of-fider');

      const second = await original.end(await original.upload(slug, converted[index]!));
      expect(second).toMatchObject({ state: 'completed', progress: { created: 0, updated: 0, failed: 0 } });
      expect(parseExport(await original.export(slug))).toEqual(parseExport(exported));
    },
  );

  it('can be exported to another instance, although that is killed', async () => {
    const elsewhere = await Instance.start();
    const again = await elsewhere.killDuring('votes', () =>
      Promise.all([...exports].map(([slug, exported]) => elsewhere.upload(slug, exported))),
    );
    for (const [index, exported] of [...exports.values()].entries()) {
      const { state, progress } = await elsewhere.end(again[index]!);
      // Some people are in several files.
      const read = parseExport(exported).length;
      expect([state, progress, progress.created + progress.skipped]).toEqual([
        'completed',
        expect.objectContaining({ read, updated: 0, failed: 0 }),
        read,
      ]);
    }
    expect(await elsewhere.checkCounts()).toContain('all counters are correct');
    for (const [slug, exported] of exports) {
      expect(comparable(parseExport(await elsewhere.export(slug)), admin)).toEqual(
        comparable(parseExport(exported), admin),
      );
    }
  });
});
