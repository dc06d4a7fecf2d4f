import { beforeAll, expect, it } from '@jest/globals';
import { AuthenticationError, FeedbackClient } from '../../client/src/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { collect } from './server.js';
import { unique } from '../support/unique.js';

let service: TestApp;

beforeAll(async () => {
  service = await sharedApp();
});

it('a program collects votes of customers, plans by them, and announces what was shipped', async () => {
  const client = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
  const project = unique('workday');
  await client.projects.create({ name: 'Workday', slug: project });
  await client.tags.put(project, 'Mobile', { color: '#0ea5e9' });

  // The support desk votes for customers.
  const dark = await client.feedback.create(project, { title: 'Dark mode' });
  const light = await client.feedback.create(project, { title: 'Light mode' });
  for (const name of ['ada', 'grace', 'edsger']) {
    await client.feedback.upvotes.castFor(project, dark.id, {
      user: { email: `${name}@${project}.example` },
    });
  }
  const [ada] = (await client.users.list({ email: `ADA@${project}.example` })).records;
  expect(ada?.email).toBe(`ada@${project}.example`);
  const votes = await client.feedback.list(project, { voter_id: ada?.id ?? '' });
  expect(votes.records.map(({ title }) => title)).toEqual(['Dark mode']);
  expect((await client.feedback.upvotes.get(project, dark.id, ada?.id ?? '')).user.id).toBe(ada?.id);
  await expect(client.feedback.upvotes.get(project, light.id, ada?.id ?? '')).rejects.toMatchObject({
    name: 'NotFoundError',
  });

  // The team plans both at once, and sees the counts.
  const ids = [dark.id, light.id];
  const planned = await client.feedback.bulkUpdate(project, {
    ids,
    set: { status: 'planned', tags_add: ['Mobile'] },
  });
  expect(planned.map(({ status, upvotes }) => [status, upvotes])).toEqual([
    ['planned', 3],
    ['planned', 0],
  ]);
  const stats = await client.feedback.getStats(project);
  expect([stats.total, stats.by_status['planned'], stats.by_tag[0]?.count]).toEqual([2, 2, 2]);

  // A webhook reports what three customers want.
  const webhook = await client.webhooks.create(project, {
    url: 'https://example.com/wanted',
    event_types: ['feedback.upvoted'],
    when: { min_upvotes: 3 },
  });
  expect(webhook.when).toEqual({ min_upvotes: 3 });

  // It ships, and the entry links to what customers asked for.
  const entry = await client.changelogs.create(project, { title: 'Dark mode is here' });
  await client.changelogs.feedback.link(project, entry.id, dark.id);
  const shipped = await collect(client.changelogs.feedback.list(project, entry.id));
  expect(shipped.map(({ id }) => id)).toEqual([dark.id]);
  const { etag } = await client.changelogs.get(project, entry.id).withResponse();
  const published = await client.changelogs.update(
    project,
    entry.id,
    { published: true },
    {},
    { ifMatch: etag ?? '' },
  );
  expect(published).toMatchObject({ published: true, author: { id: entry.author_id } });
  const found = await client.changelogs.list(project, { slug: 'dark-mode-is-here' });
  expect(found.records.map(({ id }) => id)).toEqual([entry.id]);
  await client.feedback.update(project, dark.id, { status: 'completed' });

  const types: string[] = [];
  for await (const event of client.events.follow(project, { interval: 50 })) {
    types.push(event.type);
    if (event.type === 'feedback.status_changed' && event.data.status === 'completed') break;
  }
  expect(types.filter((type) => type === 'feedback.upvoted')).toHaveLength(3);
  expect(types.filter((type) => type === 'changelog.published')).toHaveLength(1);
  expect(
    (await collect(client.feedback.list(project, { status: ['completed'] }))).map(({ id }) => id),
  ).toEqual([dark.id]);
});

it('a website without a token reads what is public', async () => {
  const admin = new FeedbackClient({ baseUrl: service.url, token: service.admin.token });
  const project = unique('open');
  await admin.projects.create({ name: 'Open', slug: project });
  await admin.projects.updateSettings(project, { public_feedback: true, public_changelog: true });
  const entry = await admin.changelogs.create(project, { title: 'Dark mode is here', published: true });
  await admin.tags.put(project, 'Mobile', { color: '#0ea5e9' });
  const wish = await admin.feedback.create(project, { title: 'Dark mode', tags: ['Mobile'] });
  await admin.feedback.comments.create(project, wish.id, { content: 'Yes!' });
  const client = new FeedbackClient({ baseUrl: service.url });

  const { data: feed, etag } = await client.projects.getJsonFeed(project).withResponse();
  expect([feed.title, feed.items.map(({ title }) => title)]).toEqual(['Open', ['Dark mode is here']]);
  expect(await client.projects.getJsonFeed(project, { ifNoneMatch: etag })).toBeUndefined();

  const list = await collect(client.feedback.listPublic(project, { tag: ['Mobile'] }));
  expect(list).toEqual([await client.feedback.getPublic(project, wish.id)]);
  expect(await client.feedback.findSimilarPublic(project, { title: 'Dark' })).toEqual(list);
  const [comment] = await collect(client.feedback.comments.listPublic(project, wish.id));
  expect(comment?.content).toBe('Yes!');
  expect((await client.tags.listPublic(project)).records.map(({ name }) => name)).toEqual(['Mobile']);
  const entries = await collect(client.changelogs.listPublic(project));
  expect(entries).toEqual([await client.changelogs.getPublic(project, entry.id)]);

  await expect(client.projects.get(project)).rejects.toThrow(AuthenticationError);
  await expect(client.projects.get(project)).rejects.toMatchObject({ code: 'token_required' });
});
