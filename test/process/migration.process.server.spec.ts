import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, it } from '@jest/globals';
import { convert } from '../support/converted.js';
import { comparable, contentOf, parseExport } from '../support/portable.js';
import {
  cannyDump,
  type ExpectedContent,
  feedbaseCsv,
  fiderZip,
  type TrackerFile,
} from '../support/tracker-files.js';
import { bootstrapToken, cleanUp, expireLeases, preparedFolder, ServiceProcess } from './service-process.js';

afterEach(cleanUp);

/** The address of the first instance admin. */
const admin = 'admin@localhost';

/** A service that is started again on the same database after it was killed. */
class Instance {
  private constructor(
    private readonly folder: string,
    private readonly settings: Record<string, string>,
    private service: ServiceProcess,
  ) {}

  static async start(): Promise<Instance> {
    const { folder, settings } = await preparedFolder();
    const limits = { ...settings, RATE_LIMIT_PER_MINUTE: '0' };
    const instance = new Instance(folder, limits, await ServiceProcess.start(folder, limits));
    await instance.call('POST', '/projects', JSON.stringify({ name: 'Acme', slug: 'acme' }));
    return instance;
  }

  /** Uploads a file, and returns the import. */
  async upload(body: string): Promise<any> {
    return this.call('POST', '/projects/acme/imports', body, 'application/x-ndjson');
  }

  /** Waits until an import has ended, and returns it. */
  async end({ id }: { id: string }): Promise<any> {
    for (;;) {
      const state = await this.read(id);
      if (['completed', 'failed'].includes(state.state as string)) return state;
      await sleep(50);
    }
  }

  /** Kills the service in the middle of an import, and starts it again. */
  async killDuring({ id }: { id: string }): Promise<void> {
    for (;;) {
      const { state, progress } = await this.read(id);
      if (state === 'completed')
        throw new Error('The import was completed before the service could be killed.');
      if (state === 'running' && progress.read > 0) break;
      await sleep(2);
    }
    await this.service.kill();
    await expireLeases(this.settings);
    this.service = await ServiceProcess.start(this.folder, this.settings);
  }

  async export(): Promise<string> {
    const response = await this.service.call('GET', '/projects/acme/export', bootstrapToken);
    expect(response.status).toBe(200);
    return response.text();
  }

  async read(importId: string): Promise<any> {
    return this.call('GET', `/projects/acme/imports/${importId}`);
  }

  async call(method: string, path: string, body?: string | Buffer, type = 'application/json'): Promise<any> {
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

const files: [string, () => TrackerFile][] = [
  ['a CSV file of Feedbase', () => feedbaseCsv(1_000)],
  ['a backup of Fider', () => fiderZip(1_000)],
  ['a dump of Canny', () => cannyDump(750)],
];

describe.each(files)('%s', (_, create) => {
  it('is imported completely although the service is killed, without duplicates, and can be exported to another instance', async () => {
    const file = create();
    const converted = (await convert(file.format, file.body)).file;
    const original = await Instance.start();
    const first = await original.upload(converted);
    await original.killDuring(first);
    const imported = await original.end(first);
    expect(imported).toMatchObject({ state: 'completed', progress: { failed: 0 } });
    const exported = await original.export();
    expectContent(exported, file.content);
    expect(exported).not.toContain('the-secret-of-fider');

    const second = await original.end(await original.upload(converted));
    expect(second).toMatchObject({ state: 'completed', progress: { created: 0, updated: 0, failed: 0 } });
    const unchanged = await original.export();
    expect(parseExport(unchanged)).toEqual(parseExport(exported));

    const elsewhere = await Instance.start();
    const moved = await elsewhere.upload(exported);
    await elsewhere.killDuring(moved);
    expect(await elsewhere.end(moved)).toMatchObject({ state: 'completed', progress: { failed: 0 } });
    expect(comparable(parseExport(await elsewhere.export()), admin)).toEqual(
      comparable(parseExport(exported), admin),
    );
  });
});
