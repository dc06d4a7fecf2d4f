import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { prepareWorld, type World } from '../support/operations.js';
import { bodyOf } from '../support/feedback.js';
import { unique } from '../support/unique.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({
    background: true,
    commentFields: [{ key: 'note' }],
    changelogFields: [{ key: 'note' }],
  });
});
afterAll(() => service.close());

describe('Conditional', () => {
  let admin: Client;
  let author: Client & { userId: string };

  beforeAll(async () => {
    admin = service.admin;
    await admin.post('/projects', { name: 'Acme', slug: 'acme' });
    author = await service.userClient('author@example.com');
    await admin.put(`/projects/acme/members/${author.userId}`, { role: 'editor' });
    await admin.put('/projects/acme/tags/bug', { color: '#f00' });
  });

  async function etagOf(path: string, client = admin): Promise<string> {
    const etag = (await client.get(path)).headers.get('etag');
    expect(etag).toMatch(/^"[^"]+"$/);
    return etag ?? '';
  }

  let rounds = 0;

  /** Single resources, each with a way to change its representation and one to write it. */
  async function resources(): Promise<
    {
      path: string;
      change: () => Promise<Answer>;
      write: (headers: Record<string, string>) => Promise<Answer>;
    }[]
  > {
    const other = `Other ${++rounds}`;
    const feedback = await bodyOf(author.post('/projects/acme/feedback', { title: 'One', tags: ['bug'] }));
    const comment = await bodyOf(
      author.post(`/projects/acme/feedback/${feedback.id}/comments`, { content: 'Hm' }),
    );
    const changelog = await bodyOf(author.post('/projects/acme/changelogs', { title: 'One' }));
    const patch = (path: string, body: object) => ({
      path,
      change: () => admin.patch(path, body),
      write: (headers: Record<string, string>) => admin.patch(path, {}, headers),
    });
    const entry = `/projects/acme/changelogs/${changelog.id}`;
    const patched = await bodyOf(author.post('/projects/acme/changelogs', { title: 'Two' }));
    const invited = { email: `member-${changelog.id}@example.com`, role: 'contributor' };
    const added = await bodyOf(admin.post('/projects/acme/members', invited));
    const member = `/projects/acme/members/${added.user.id}`;
    const webhook = await bodyOf(admin.post('/projects/acme/webhooks', { url: 'https://example.com' }));
    return [
      patch('/projects/acme', { name: other }),
      patch('/projects/acme/config', { changelog_social_handle: other }),
      patch(`/projects/acme/feedback/${feedback.id}`, { title: other }),
      patch(`/projects/acme/feedback/${feedback.id}/comments/${comment.id}`, { content: other }),
      patch(`/projects/acme/changelogs/${patched.id}`, { title: other }),
      patch(`/users/${author.userId}`, { full_name: other }),
      patch(`/projects/acme/webhooks/${webhook.id}`, { description: other }),
      {
        path: entry,
        change: () => admin.put(entry, { title: other }),
        write: (headers) => admin.put(entry, {}, headers),
      },
      {
        path: member,
        change: () => admin.put(member, { role: 'viewer' }),
        write: (headers) => admin.delete(member, headers),
      },
    ];
  }

  it('GET returns 304 for If-None-Match until the record changes', async () => {
    for (const { path, change } of await resources()) {
      const etag = await etagOf(path);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const answer = await admin.get(path, { 'if-none-match': known });
        expect({
          path,
          known,
          status: answer.status,
          text: answer.text,
          etag: answer.headers.get('etag'),
        }).toEqual({
          path,
          known,
          status: 304,
          text: '',
          etag,
        });
      }
      expect((await change()).status).toBe(200);
      const answer = await admin.get(path, { 'if-none-match': etag });
      expect({ path, status: answer.status }).toEqual({ path, status: 200 });
      expect(answer.headers.get('etag')).not.toBe(etag);
    }
  });

  it('writes with If-Match fail unless the caller has the current version', async () => {
    for (const { path, change, write } of await resources()) {
      const before = await admin.get(path);
      await change();
      const seen = { 'if-match': before.headers.get('etag') ?? '' };
      const present = await admin.get(path);
      const refused = await write(seen);
      expect({ path, status: refused.status, code: refused.body?.code }).toEqual({
        path,
        status: 412,
        code: 'precondition_failed',
      });
      expect((await write({ 'if-none-match': '*' })).status).toBe(412);
      expect((await write({ 'if-match': `W/${present.headers.get('etag')}` })).status).toBe(412);
      expect((await admin.get(path)).text).toBe(present.text);
      const accepted = await write({ 'if-match': `"other", ${present.headers.get('etag')}` });
      expect({ path, ok: accepted.status < 300 }).toEqual({ path, ok: true });
    }
  });

  it('GET evaluates If-Match, and * matches any version', async () => {
    expect((await admin.get('/projects/acme', { 'if-match': '"other"' })).status).toBe(412);
    expect((await admin.get('/projects/acme', { 'if-match': '*' })).status).toBe(200);
    expect((await admin.patch('/projects/acme', {}, { 'if-match': '*' })).status).toBe(200);
  });

  it('PATCH and creations return the new ETag, and PUT returns none', async () => {
    const patched = await admin.patch('/projects/acme', { name: 'New' });
    expect(patched.headers.get('etag')).toBe(await etagOf('/projects/acme'));
    const posted = await admin.post('/projects/acme/changelogs', { title: 'One' });
    const path = `/projects/acme/changelogs/${posted.body.id}`;
    expect(posted.headers.get('etag')).toBe(await etagOf(path));
    expect((await admin.put(path, { title: 'Two' })).headers.get('etag')).toBeNull();
    const entry = await admin.patch(path, { title: 'Three' });
    expect(entry.headers.get('etag')).toBe(await etagOf(path));
    expect(entry.text).toBe((await admin.get(path)).text);
  });

  it('lists without pages return 304 until they change, with a tag for each view', async () => {
    const { id } = await bodyOf(author.post('/projects/acme/feedback', { title: 'On the road' }));
    await admin.patch(`/projects/acme/feedback/${id}`, { status: 'planned' });
    const paths = ['statuses', 'boards', 'roadmap', 'feedback/similar?title=road'];
    for (const path of paths.map((each) => `/projects/acme/${each}`)) {
      const etag = await etagOf(path);
      const known = await admin.get(path, { 'if-none-match': etag });
      expect([path, known.status, known.text]).toEqual([path, 304, '']);
    }
    const roadmap = '/projects/acme/roadmap';
    const etag = await etagOf(roadmap);
    const viewer = await service.userClient('viewer-of-roadmap@example.com');
    await admin.put(`/projects/acme/members/${viewer.userId}`, { role: 'viewer' });
    expect(await etagOf(roadmap, viewer)).not.toBe(etag);
    await author.put(`/projects/acme/feedback/${id}/upvotes/me`);
    const changed = await admin.get(roadmap, { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    expect(changed.headers.get('etag')).not.toBe(etag);
  });

  describe('The ETag of feedback', () => {
    const changes: [string, (path: string) => Promise<Answer>][] = [
      ['a vote', (path) => admin.put(`${path}/upvotes/me`)],
      ['a removed vote', (path) => admin.delete(`${path}/upvotes/me`)],
      ['a comment', (path) => admin.post(`${path}/comments`, { content: 'Hm' })],
      ['another color of a tag', () => admin.put('/projects/acme/tags/bug', { color: '#0f0' })],
      ['another name of a tag', () => admin.put('/projects/acme/tags/bug', { name: 'Bug' })],
      ['other tags', (path) => admin.patch(path, { tags: [] })],
      ['another name of its user', () => admin.patch(`/users/${author.userId}`, { full_name: 'Ann' })],
    ];

    it('changes with everything that the representation shows', async () => {
      const { id } = await bodyOf(author.post('/projects/acme/feedback', { title: 'One', tags: ['bug'] }));
      const path = `/projects/acme/feedback/${id}`;
      for (const [what, change] of changes) {
        const before = await admin.get(path);
        expect({ what, ok: (await change(path)).status < 300 }).toEqual({ what, ok: true });
        const after = await admin.get(path);
        expect({ what, changed: after.text !== before.text }).toEqual({ what, changed: true });
        expect({ what, etag: after.headers.get('etag') }).not.toEqual({
          what,
          etag: before.headers.get('etag'),
        });
      }
    });

    it('does not change if nothing changes', async () => {
      const { id } = await bodyOf(author.post('/projects/acme/feedback', { title: 'One', tags: ['bug'] }));
      const path = `/projects/acme/feedback/${id}`;
      const etag = await etagOf(path);
      await admin.patch(path, {});
      await admin.patch(path, { title: 'One' });
      await admin.delete(`${path}/upvotes/me`);
      expect(await etagOf(path)).toBe(etag);
    });
  });

  it('the ETag depends on whether the caller may read secrets', async () => {
    await admin.patch('/projects/acme/config', { integration_chat_webhook: 'https://chat.example.com/x' });
    const path = '/projects/acme/config';
    expect(await etagOf(path, author)).not.toBe(await etagOf(path));
  });

  it('the ETag differs between a project and a later one with its slug', async () => {
    await bodyOf(admin.post('/projects', { name: 'Same', slug: 'same' }));
    const etag = await etagOf('/projects/same');
    await admin.delete('/projects/same');
    await bodyOf(admin.post('/projects', { name: 'Same', slug: 'same' }));
    expect(await etagOf('/projects/same')).not.toBe(etag);
  });

  it.each([
    ['statuses/later', { name: 'One' }, { name: 'Two' }],
    ['boards/ideas', { visibility: 'public' }, { visibility: 'editors' }],
    ['fields/plan', { type: 'text' }, { type: 'number' }],
    ['tags/later', { color: '#000000' }, { color: '#ffffff' }],
  ])('the ETag differs between a record and a later one at its path: %s', async (path, first, second) => {
    const record = `/projects/acme/${path}`;
    await bodyOf(admin.put(record, first));
    const etag = await etagOf(record);
    expect((await admin.delete(record)).status).toBeLessThan(300);
    await bodyOf(admin.put(record, second));
    expect((await admin.get(record, { 'if-none-match': etag })).status).toBe(200);
    expect((await admin.delete(record, { 'if-match': etag })).status).toBe(412);
    expect((await admin.delete(record)).status).toBeLessThan(300);
  });

  it('lists return 304 until anything in them changes', async () => {
    const { id } = await bodyOf(author.post('/projects/acme/feedback', { title: 'Listed', tags: ['Bug'] }));
    const lists: [string, () => Promise<Answer>][] = [
      ['/projects/acme/feedback', () => admin.put(`/projects/acme/feedback/${id}/upvotes/me`)],
      [
        '/projects/acme/feedback?limit=1',
        () => admin.patch(`/projects/acme/feedback/${id}`, { title: 'Other' }),
      ],
      ['/projects/acme/changelogs', () => admin.post('/projects/acme/changelogs', { title: 'Listed' })],
      ['/projects/acme/members', () => admin.patch(`/users/${author.userId}`, { full_name: 'Bea' })],
      ['/projects/acme/tags', () => admin.put('/projects/acme/tags/bug', { color: '#00f' })],
      [
        '/projects/acme/feedback?limit=1&count=true',
        () => admin.post('/projects/acme/feedback', { title: 'Old', created_at: '2001-01-01T00:00:00Z' }),
      ],
    ];
    for (const [path, change] of lists) {
      const etag = await etagOf(path);
      expect((await admin.get(path, { 'if-none-match': etag })).status).toBe(304);
      expect((await change()).status).toBeLessThan(300);
      expect({ path, status: (await admin.get(path, { 'if-none-match': etag })).status }).toEqual({
        path,
        status: 200,
      });
    }
  });

  describe('Under contention', () => {
    it('one of eight concurrent writers with the same version succeeds', async () => {
      for (let round = 0; round < 10; round++) {
        const etag = await etagOf('/projects/acme');
        const answers = await Promise.all(
          Array.from({ length: 8 }, (_, index) =>
            admin.patch('/projects/acme', { name: `Round ${round}, writer ${index}` }, { 'if-match': etag }),
          ),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412, 412, 412, 412, 412]);
      }
    });
  });
});

describe('Fields', () => {
  const { components }: any = JSON.parse(readFileSync('openapi.json', 'utf8'));

  /** The schemas of a record, of the bodies that create and change it, and its path. */
  interface Resource {
    readonly record: string;
    readonly create?: string;
    readonly update: string;
    readonly method: 'patch' | 'put';
    readonly path: (world: World) => string;
    /** The type of the event that records a change, if there is one. */
    readonly event?: string;
  }

  const project = ({ projectId }: World) => `/projects/${slugs.get(projectId)}`;

  /** The project's slug is one of the fields that change. */
  const slugs = new Map<string, string>();

  const resources: Resource[] = [
    {
      record: 'Project',
      update: 'UpdateProjectRequest',
      method: 'patch',
      path: project,
      event: 'project.updated',
    },
    {
      record: 'Feedback',
      create: 'SubmitFeedbackRequest',
      update: 'UpdateFeedbackRequest',
      method: 'patch',
      path: (world) => `${project(world)}/feedback/${world.feedbackId}`,
      event: 'feedback.',
    },
    {
      record: 'Changelog',
      create: 'CreateChangelogRequest',
      update: 'UpdateChangelogRequest',
      method: 'put',
      path: (world) => `${project(world)}/changelogs/${world.changelogId}`,
      event: 'changelog.',
    },
    {
      record: 'Comment',
      create: 'WriteCommentRequest',
      update: 'EditCommentRequest',
      method: 'patch',
      path: (world) => `${project(world)}/feedback/${world.feedbackId}/comments/${world.commentId}`,
      event: 'comment.updated',
    },
    {
      record: 'Webhook',
      create: 'CreateWebhookRequest',
      update: 'UpdateWebhookRequest',
      method: 'patch',
      path: (world) => `${project(world)}/webhooks/${world.webhookId}`,
    },
  ];

  /** Values of the fields whose format is not in their schema. */
  const samples: Record<string, () => unknown> = {
    slug: () => unique('slug'),
    tags: () => ['bug'],
    status: () => 'planned',
    board: () => 'ideas',
    estimated_date: () => '2026-12-24',
    fields: () => ({ note: unique('note') }),
    metadata: () => ({ plan: unique('plan') }),
    event_types: () => ['feedback.created'],
    when: () => ({ min_upvotes: 7 }),
    url: () => 'https://example.com/other',
    icon: () => 'https://example.com/icon.png',
    image: () => 'https://example.com/image.png',
    og_image: () => 'https://example.com/og.png',
    parent_id: () => world.commentId,
    publish_date: () => '2020-01-31T12:00:00.000Z',
    created_at: () => '2020-01-31T12:00:00.000Z',
  };

  /** Returns a valid value of the field that differs from the current one. */
  function otherValue(
    name: string,
    { type, enum: choices, minimum, maximum }: any,
    current: unknown,
  ): unknown {
    const sample = samples[name];
    if (sample) return sample();
    if (choices) return choices.find((choice: unknown) => choice !== current);
    if (type === 'boolean') return !current;
    if (type === 'integer') return current === minimum ? maximum : minimum;
    if (type !== 'string') throw new Error(`The field ${name} needs a value in samples.`);
    return unique(`Another ${name}`);
  }

  /** Tags are sent as names and returned as records. */
  const sent = (value: unknown) =>
    Array.isArray(value) ? value.map((item: any) => item.name ?? item) : value;

  /** The query with which the record shows the field. */
  const showing = (record: string, name: string) =>
    components.schemas[record].required.includes(name) ? '' : `?include=${name}`;

  const fieldsOf = (schema: string): [string, any][] => Object.entries(components.schemas[schema].properties);

  let world: World;

  beforeAll(async () => {
    const { body } = await service.admin.get('/me');
    world = await prepareWorld(service, body.user.id as string);
    slugs.set(world.projectId, world.slug);
  });

  describe.each(resources)('$record', ({ record, create, update, method, path, event }) => {
    it('has only fields that an update accepts, or ignores as read-only', () => {
      const accepted = fieldsOf(update).map(([name]) => name);
      const missing = fieldsOf(record).filter(([name]) => !accepted.includes(name));
      expect(missing.map(([name]) => `${name} is missing in ${update}`)).toEqual([]);
    });

    // Others are shown under another name, such as `assignee_id` and `attachment_ids`.
    const known = fieldsOf(record).map(([name]) => name);
    it.each(fieldsOf(update).filter(([name, { readOnly }]) => !readOnly && known.includes(name)))(
      'stores a new value of %s',
      async (name, schema) => {
        const query = showing(record, name);
        const { body: before } = await service.admin.get(`${path(world)}${query}`);
        const value = otherValue(name, schema, before[name]);
        const changed = await service.admin[method](`${path(world)}${query}`, { [name]: value });
        expect(changed.body).toHaveProperty(name);
        expect(sent(changed.body[name])).toEqual(value);
        if (name === 'slug' && record === 'Project') slugs.set(world.projectId, changed.body.slug as string);
        const { body: after } = await service.admin.get(`${path(world)}${query}`);
        expect(sent(after[name])).toEqual(value);
        if (event === undefined) return;
        let previous: object | undefined;
        while (!previous) {
          const { body: feed } = await service.admin.get(`${project(world)}/events`);
          previous = feed.find((each: any) => each.type.startsWith(event) && name in each.previous)?.previous;
        }
        expect(previous).toMatchObject({ [name]: before[name] });
        // Nothing can be written below what has not been approved.
        if (name === 'approval') await service.admin[method](path(world), { approval: 'approved' });
      },
    );

    if (create === undefined) return;
    it.each(fieldsOf(create).filter(([name]) => known.includes(name) && !name.startsWith('user')))(
      'is created with the given %s',
      async (name, schema) => {
        const required: string[] = components.schemas[create].required;
        const body = Object.fromEntries(
          required.map((each) => [each, otherValue(each, components.schemas[create].properties[each], '')]),
        );
        const list = `${path(world).replace(/\/[^/]+$/, '')}${showing(record, name)}`;
        const plain = await service.admin.post(list, body);
        const value = otherValue(name, schema, plain.body[name]);
        const { body: created } = await service.admin.post(list, { ...body, [name]: value });
        expect(created).toHaveProperty(name);
        expect(sent(created[name])).toEqual(value);
      },
    );
  });
});
