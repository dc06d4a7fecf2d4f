import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readOperations } from '../../client/generator/operations.js';
import { type Changelog, type Feedback, FeedbackClient } from '../../client/src/index.js';
import { startApp, type TestApp } from '../support/app.js';
import { collect } from './server.js';

let service: TestApp;
let client: FeedbackClient;
let feedback: Feedback;
let entry: Changelog;

const project = 'include';

beforeAll(async () => {
  // Without the background work, which subscribes authors to their feedback.
  service = await startApp();
  client = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
  await client.projects.create({ name: 'Include', slug: project });
  feedback = await client.feedback.create(project, { title: 'Dark mode' });
  entry = await client.changelogs.create(project, { title: 'Dark mode is here' });
  await client.feedback.create(project, { title: 'Light mode' });
});

afterAll(() => service.close());

describe('include', () => {
  const include = ['viewer', 'merged_ids'] as const;
  const additional = { viewer: { voted: false, subscribed: false, can_edit: true }, merged_ids: [] };

  it('adds members to a record', async () => {
    const plain = await client.feedback.get(project, feedback.id);
    const found = await client.feedback.get(project, feedback.id, { include });
    expect(found).toEqual({ ...plain, ...additional });
    expect(found.viewer.voted).toBe(false);
    expect(plain).not.toHaveProperty('viewer');
  });

  it('adds members to the records of all pages, and of a stream', async () => {
    const query = { include: ['viewer', 'updated_at'], limit: 1 } as const;
    const page = await client.feedback.list(project, query);
    expect(page.records[0]?.viewer.can_edit).toBe(true);
    for (const list of [
      await collect(client.feedback.list(project, query)),
      await collect(client.feedback.list(project, query).stream()),
    ]) {
      expect(list.map(({ viewer, updated_at }) => [viewer.can_edit, typeof updated_at])).toEqual([
        [true, 'string'],
        [true, 'string'],
      ]);
    }
  });

  it('adds members to the records that writes return', async () => {
    const created = await client.feedback.create(project, { title: 'Both' }, { include });
    expect(created).toMatchObject(additional);
    const updated = await client.feedback.update(project, created.id, { status: 'planned' }, { include });
    expect(updated).toMatchObject(additional);
    const voted = await client.feedback.upvotes.cast(project, created.id, 'me', { include: ['viewer'] });
    expect(voted.viewer.voted).toBe(true);
    const [bulk] = await client.feedback.bulkUpdate(
      project,
      { ids: [created.id], set: { status: 'completed' } },
      { include: ['source'] },
    );
    expect(bulk?.source).toBeNull();
    const linked = await client.changelogs.feedback.link(project, entry.id, created.id, { include });
    expect(linked.merged_ids).toEqual([]);
    const entries = client.feedback.changelogs.list(project, created.id, { include: ['state'] });
    expect((await collect(entries)).map(({ state }) => state)).toEqual(['draft']);
    const published = { published: true };
    const changed = await client.changelogs.put(project, entry.id, published, { include: ['state'] });
    expect(changed.state).toBe('published');
  });

  it('accepts names that are known at run time only', async () => {
    const get = (include: string[]) => client.feedback.get(project, feedback.id, { include });
    const { metadata, source } = await get(['metadata']);
    expect([metadata, source]).toEqual([{}, undefined]);
    await expect(get(['colour'])).rejects.toMatchObject({
      fieldErrors: [{ parameter: 'include', code: 'unknown_include' }],
    });
  });
});

it('the type of feedback and of entries depends on include in every operation that accepts it', () => {
  const operations = readOperations(JSON.parse(readFileSync('openapi.json', 'utf8'))).filter(
    ({ commaSeparated, response }) =>
      commaSeparated.includes('include') && /^(Feedback|Changelog)/.test(response.type),
  );
  expect(operations.length).toBeGreaterThanOrEqual(18);
  expect(operations.filter(({ include }) => include.length === 0)).toEqual([]);
});
