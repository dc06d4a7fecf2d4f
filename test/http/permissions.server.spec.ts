import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, outcome, startApp, type TestApp } from '../support/app.js';
import {
  call,
  inDestructiveOrder,
  nameOf,
  type Operation,
  operation,
  operations,
  prepareWorld,
  type Role,
  roles,
  type Scope,
  scopes,
  tokenFor,
  unique,
  type World,
} from '../support/operations.js';
import { stored } from '../support/stored.js';

const parts = ['none', ...roles, 'instance admin'] as const;

type Part = (typeof parts)[number];

interface Person {
  readonly id: string;
  readonly tokens: Record<Scope, string>;
}

let service: TestApp;
const people = {} as Record<Part, Person>;

beforeAll(async () => {
  service = await startApp();
  for (const part of parts) {
    const { body } = await service.admin.post('/users', {
      email: `${part.replace(' ', '-')}@example.com`,
      full_name: part,
      instance_admin: part === 'instance admin',
    });
    const tokens = {} as Record<Scope, string>;
    for (const scope of scopes) {
      const order = { name: scope, scope, user_id: body.id as string };
      tokens[scope] = (await service.admin.post('/tokens', order)).body.token as string;
    }
    people[part] = { id: body.id as string, tokens };
  }
});

afterAll(() => service.close());

const world = (part: Part): Promise<World> =>
  prepareWorld(
    service,
    people[part].id,
    roles.find((role) => role === part),
  );

const client = (part: Part, scope: Scope = 'admin'): Client => service.client(people[part].tokens[scope]);

/** Returns the expected outcome, by the order of scopes and roles. */
function expected(part: Part, scope: Scope, { scope: neededScope, needs, status }: Operation): string {
  if (scopes.indexOf(scope) < scopes.indexOf(neededScope)) return '403 insufficient_scope';
  if (needs === undefined || part === 'instance admin') return String(status);
  if (needs === 'instance admin') return '403 instance_admin_required';
  if (part === 'none') return '404 project_not_found';
  return roles.indexOf(part) < roles.indexOf(needs) ? '403 insufficient_role' : String(status);
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

it('the table in test/support/operations.ts contains every route under /v1, and no other', () => {
  const { router } = service.app.getHttpAdapter().getInstance() as unknown as { router: { stack: Layer[] } };
  const routes = router.stack.flatMap(({ route }) =>
    route && route.path.startsWith('/v1/') && !route.path.includes('*')
      ? Object.keys(route.methods).map(
          (method) => `${method.toUpperCase()} ${route.path.slice('/v1'.length)}`,
        )
      : [],
  );
  expect(routes.sort()).toEqual(operations.map(nameOf).sort());
});

describe.each(parts)('%s', (part) => {
  it.each(scopes)('with the scope %s', async (scope) => {
    const token = people[part].tokens[scope];
    // Each finds the records that it needs: those that remove a record come last.
    const allowed = inDestructiveOrder.filter((each) => expected(part, scope, each) === String(each.status));
    const forbidden = operations.filter((each) => !allowed.includes(each));
    const shared = await world(part);
    const outcomes = new Map<string, string>();

    const before = await stored(service);
    await Promise.all(
      forbidden.map(async (each) =>
        outcomes.set(nameOf(each), outcome(await call(service, token, each, shared))),
      ),
    );
    expect(await stored(service)).toEqual(before);

    for (const each of allowed) {
      const caller = tokenFor(each, shared, token);
      outcomes.set(nameOf(each), outcome(await call(service, caller, each, shared)));
    }
    expect(Object.fromEntries(operations.map((each) => [nameOf(each), outcomes.get(nameOf(each))]))).toEqual(
      Object.fromEntries(operations.map((each) => [nameOf(each), expected(part, scope, each)])),
    );
  });
});

it('the error for an insufficient scope names the required scope', async () => {
  const place = await world('owner');
  const { read } = people.owner.tokens;
  const challengeOf = async (name: string) =>
    (await call(service, read, operation(name), place)).headers.get('www-authenticate');
  expect(await challengeOf('POST /projects/:projectSlug/feedback')).toMatch(
    /^Bearer realm="[^"]+", error="insufficient_scope", scope="write"$/,
  );
  expect(await challengeOf('PATCH /projects/:projectSlug')).toMatch(
    /^Bearer realm="[^"]+", error="insufficient_scope", scope="admin"$/,
  );
});

it('the scope is checked before the project, and the project before the role', async () => {
  const place = await world('viewer');
  const patch = (part: Part, scope: Scope, slug: string) =>
    client(part, scope).patch(`/projects/${slug}`, { name: 5 });
  expect(outcome(await patch('viewer', 'write', 'no-such-project'))).toBe('403 insufficient_scope');
  expect(outcome(await patch('viewer', 'write', place.slug))).toBe('403 insufficient_scope');
  expect(outcome(await patch('viewer', 'admin', 'no-such-project'))).toBe('404 project_not_found');
  expect(outcome(await patch('none', 'admin', place.slug))).toBe('404 project_not_found');
  expect(outcome(await patch('viewer', 'admin', place.slug))).toBe('403 insufficient_role');
});

it('an inaccessible project is not distinguishable from one that does not exist', async () => {
  const place = await world('owner');
  const inProject = operations.filter(({ path }) => path.startsWith('/projects/:projectSlug'));
  const stranger = people.none.tokens.admin;
  for (const each of inProject) {
    const [foreign, absent] = await Promise.all([
      call(service, stranger, each, place, { 'x-request-id': 'same' }),
      call(service, stranger, each, { ...place, slug: 'no-such-project' }, { 'x-request-id': 'same' }),
    ]);
    expect({ status: foreign.status, text: foreign.text }).toEqual({
      status: absent.status,
      text: absent.text,
    });
    const names = (answer: Answer) =>
      [...answer.headers.keys()].filter((name) => !['date', 'keep-alive', 'connection'].includes(name));
    expect(names(foreign)).toEqual(names(absent));
  }
});

describe('An id of another project is not found', () => {
  const paths = [
    'GET /projects/:projectSlug/feedback/:feedbackId',
    'PATCH /projects/:projectSlug/feedback/:feedbackId',
    'DELETE /projects/:projectSlug/feedback/:feedbackId',
    'GET /projects/:projectSlug/changelogs/:changelogId',
    'PUT /projects/:projectSlug/changelogs/:changelogId',
    'DELETE /projects/:projectSlug/changelogs/:changelogId',
    'GET /projects/:projectSlug/members/:userId',
    'DELETE /projects/:projectSlug/members/:userId',
  ];
  it.each(paths)('%s', async (name) => {
    const [here, there] = [await world('owner'), await world('owner')];
    const before = await stored(service);
    const mixed = { ...there, slug: here.slug };
    for (const token of [people.owner.tokens.admin, service.admin.token]) {
      const answer = await call(service, token, operation(name), mixed);
      expect(outcome(answer)).toMatch(/^404 (feedback|changelog|member)_not_found$/);
    }
    const unknown = { ...here, feedbackId: 'x', changelogId: 'x', memberId: '0', tag: 'x' };
    expect(outcome(await call(service, service.admin.token, operation(name), unknown))).toMatch(/^404 /);
    expect(await stored(service)).toEqual(before);
  });
});

describe('Contributors', () => {
  let place: World;
  let feedback: string;
  let ownPath: string;
  let othersPath: string;

  beforeAll(async () => {
    place = await world('contributor');
    feedback = `/projects/${place.slug}/feedback`;
    ownPath = `${feedback}/${place.feedbackId}`;
    const others = await service.admin.post(feedback, {
      title: 'Of another',
      tags: ['bug'],
      user_id: place.memberId,
    });
    othersPath = `${feedback}/${others.body.id}`;
  });

  const refused = async (answer: Promise<Answer>, pointer?: string) => {
    const { status, body } = await answer;
    expect({ status, code: body.code, pointers: body.errors?.map((error: any) => error.pointer) }).toEqual({
      status: 403,
      code: 'insufficient_role',
      pointers: pointer === undefined ? undefined : [pointer],
    });
  };

  it('can change and delete their own feedback', async () => {
    const made = await client('contributor', 'write').post(feedback, { title: 'Mine', description: 'First' });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ user_id: people.contributor.id, status: 'in_review', tags: [] });
    const path = `${feedback}/${made.body.id}`;
    const changed = await client('contributor', 'write').patch(path, { title: 'New', description: '' });
    expect(changed.body).toEqual({ ...made.body, title: 'New', description: '' });
    expect((await client('contributor', 'write').delete(path)).status).toBe(204);
    expect((await client('contributor').get(path)).status).toBe(404);
  });

  it('can read the feedback of others, but neither change nor delete it', async () => {
    expect((await client('contributor').get(othersPath)).status).toBe(200);
    const before = await stored(service);
    await refused(client('contributor').patch(othersPath, { title: 'Mine now' }));
    await refused(client('contributor').patch(othersPath, {}));
    await refused(client('contributor').delete(othersPath));
    expect(await stored(service)).toEqual(before);
  });

  it('can send unchanged statuses and tags back, as names or as records', async () => {
    await service.admin.put(`/projects/${place.slug}/tags/late`, { color: '#111111' });
    await service.admin.patch(ownPath, { status: 'planned', tags: ['bug', 'late'] });
    const { body, text } = await client('contributor').get(ownPath);
    for (const unchanged of [
      body,
      { status: 'planned' },
      { tags: ['bug', 'late'] },
      { tags: ['LATE', 'Bug'] },
      { tags: body.tags },
      { tags: ['bug', 'late', 'bug'], status: 'planned' },
    ]) {
      const answer = await client('contributor').patch(ownPath, unchanged);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(text);
    }
  });

  it('can set neither status nor tags', async () => {
    await service.admin.patch(ownPath, { status: 'planned', tags: ['bug'] });
    const before = await stored(service);
    await refused(client('contributor').patch(ownPath, { title: 'New', status: 'completed' }), '/status');
    await refused(client('contributor').patch(ownPath, { title: 'New', status: 'in_review' }), '/status');
    await refused(client('contributor').patch(ownPath, { title: 'New', tags: [] }), '/tags');
    await refused(client('contributor').patch(ownPath, { title: 'New', tags: ['bug', 'late'] }), '/tags');
    expect(await stored(service)).toEqual(before);
  });

  it('submit with the default status and without tags, and cannot choose others', async () => {
    const submit = (more: object) => client('contributor').post(feedback, { title: 'Mine', ...more });
    expect((await submit({ status: 'in_review', tags: [] })).status).toBe(201);
    const before = await stored(service);
    await refused(submit({ status: 'planned' }), '/status');
    await refused(submit({ tags: ['bug'] }), '/tags');
    await refused(submit({ created_at: '2020-01-01T00:00:00Z' }), '/created_at');
    expect(await stored(service)).toEqual(before);
  });

  it('can submit as themselves only, and a rejected request registers no user', async () => {
    const submit = (more: object) => client('contributor').post(feedback, { title: 'Mine', ...more });
    expect((await submit({ user_id: people.contributor.id.toUpperCase() })).status).toBe(201);
    expect((await submit({ user: { email: 'Contributor@Example.com' } })).status).toBe(201);
    const before = await stored(service);
    await refused(submit({ user_id: place.memberId }), '/user_id');
    await refused(submit({ user_id: '00000000-0000-4000-8000-000000000000' }), '/user_id');
    await refused(submit({ user: { email: 'viewer@example.com' } }), '/user');
    await refused(submit({ user: { email: 'nobody-yet@example.com' } }), '/user');
    expect(await stored(service)).toEqual(before);
  });

  it('must be editors to choose status, tags, author and time', async () => {
    const editor = await world('editor');
    const path = `/projects/${editor.slug}/feedback`;
    const answer = await client('editor', 'write').post(path, {
      title: 'For another',
      status: 'planned',
      tags: ['Bug'],
      created_at: '2020-01-01T00:00:00Z',
      user: { email: 'made-by-editor@example.com', full_name: 'Made' },
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toMatchObject({
      status: 'planned',
      tags: [{ name: 'bug', color: '#f00' }],
      created_at: '2020-01-01T00:00:00.000Z',
      user: { email: 'made-by-editor@example.com', full_name: 'Made', avatar_url: '' },
    });
    const changed = await client('editor', 'write').patch(`${path}/${answer.body.id}`, {
      status: 'completed',
      tags: [],
    });
    expect(changed.body).toMatchObject({ status: 'completed', tags: [] });
  });

  it('who lose the role cannot change their feedback any more', async () => {
    const lost = await world('viewer');
    await refused(client('viewer').patch(`/projects/${lost.slug}/feedback/${lost.feedbackId}`, {}));
    await refused(client('viewer').delete(`/projects/${lost.slug}/feedback/${lost.feedbackId}`));
  });
});

describe('Drafts and entries with a future date', () => {
  let slug: string;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    slug = unique('drafts');
    await service.admin.post('/projects', { name: 'Drafts', slug });
    for (const role of roles)
      await service.admin.put(`/projects/${slug}/members/${people[role].id}`, { role });
    const entries = {
      out: { published: true, publish_date: '2020-01-01T00:00:00Z' },
      draft: { published: false, publish_date: '2020-01-01T00:00:00Z' },
      scheduled: { published: true, publish_date: '2999-01-01T00:00:00Z' },
      'draft ahead': { published: false, publish_date: '2999-01-01T00:00:00Z' },
    };
    for (const [title, entry] of Object.entries(entries)) {
      const { body } = await service.admin.post(`/projects/${slug}/changelogs`, { title, ...entry });
      ids[title] = body.id as string;
    }
  });

  const titles = (answer: Answer): string[] => answer.body.map((entry: any) => entry.title as string).sort();

  it.each(['viewer', 'contributor'] as const)('are hidden from a %s', async (part) => {
    const hidden = client(part);
    const list = await hidden.get(`/projects/${slug}/changelogs?count=true`);
    expect(titles(list)).toEqual(['out']);
    expect(list.headers.get('x-total-count')).toBe('1');
    expect(list.headers.get('link')).toBeNull();
    expect((await hidden.get(`/projects/${slug}/changelogs?limit=1`)).headers.get('link')).toBeNull();
    const drafts = await hidden.get(`/projects/${slug}/changelogs?published=false&count=true`);
    expect(drafts.body).toEqual([]);
    expect(drafts.headers.get('x-total-count')).toBe('0');
    const ahead = await hidden.get(`/projects/${slug}/changelogs?published_after=2500-01-01T00:00:00Z`);
    expect(ahead.body).toEqual([]);
    expect((await hidden.get(`/projects/${slug}/changelogs/${ids['out']}`)).status).toBe(200);
    const absent = await hidden.get(`/projects/${slug}/changelogs/00000000-0000-4000-8000-000000000000`, {
      'x-request-id': 'same',
    });
    for (const title of ['draft', 'scheduled', 'draft ahead']) {
      const answer = await hidden.get(`/projects/${slug}/changelogs/${ids[title]}`, {
        'x-request-id': 'same',
      });
      expect(answer.text).toBe(absent.text);
      expect(outcome(answer)).toBe('404 changelog_not_found');
    }
  });

  it.each(['editor', 'owner', 'instance admin'] as const)('are visible to an %s', async (part) => {
    const list = await client(part, 'read').get(`/projects/${slug}/changelogs?count=true`);
    expect(titles(list)).toEqual(['draft', 'draft ahead', 'out', 'scheduled']);
    expect(list.headers.get('x-total-count')).toBe('4');
    for (const id of Object.values(ids)) {
      expect((await client(part, 'read').get(`/projects/${slug}/changelogs/${id}`)).status).toBe(200);
    }
  });
});

describe('A user', () => {
  const lookUp = '/users?email=NONE@example.com';
  const clients = {} as Record<Role | 'none', Awaited<ReturnType<TestApp['userClient']>>>;

  beforeAll(async () => {
    const slug = unique('directory');
    await service.admin.post('/projects', { name: 'Directory', slug });
    for (const role of ['none', ...roles] as const) {
      clients[role] = await service.userClient(`directory-${role}@example.com`);
      if (role !== 'none')
        await service.admin.put(`/projects/${slug}/members/${clients[role].userId}`, { role });
    }
  });

  it('is found by e-mail address, ignoring case, by editors, owners and instance admins', async () => {
    for (const each of [clients.editor, clients.owner, service.admin]) {
      expect((await each.get(lookUp)).body).toMatchObject([
        { id: people.none.id, email: 'none@example.com' },
      ]);
      expect((await each.get('/users?email=one@example.com')).body).toEqual([]);
    }
  });

  it('is found by nobody else, and an unknown address has the same answer', async () => {
    for (const each of [clients.none, clients.viewer, clients.contributor]) {
      expect(outcome(await each.get(lookUp))).toBe('403 instance_admin_required');
      expect(outcome(await each.get('/users?email=absent@example.com'))).toBe('403 instance_admin_required');
    }
  });

  it('is listed without an e-mail address by instance admins only', async () => {
    expect(outcome(await clients.owner.get('/users'))).toBe('403 instance_admin_required');
    expect(outcome(await service.admin.get('/users'))).toBe('200');
  });
});

describe('integration_chat_webhook', () => {
  const secret = 'https://chat.example.com/hooks/a-secret';
  let config: string;

  beforeAll(async () => {
    const slug = unique('chat');
    await service.admin.post('/projects', { name: 'Chat', slug });
    for (const role of roles)
      await service.admin.put(`/projects/${slug}/members/${people[role].id}`, { role });
    config = `/projects/${slug}/config`;
  });

  const webhook = (answer: Answer): string => answer.body.integration_chat_webhook as string;

  it('is empty for everyone if none is set', async () => {
    for (const part of [...roles, 'instance admin'] as const) {
      for (const scope of scopes) expect(webhook(await client(part, scope).get(config))).toBe('');
    }
  });

  it('is shown to owners and instance admins with the scope `admin`, and masked for all others', async () => {
    const set = await client('owner').patch(config, { integration_chat_webhook: secret });
    expect(webhook(set)).toBe(secret);
    for (const part of [...roles, 'instance admin'] as const) {
      for (const scope of scopes) {
        const answer = await client(part, scope).get(config);
        const canRead = scope === 'admin' && (part === 'owner' || part === 'instance admin');
        expect({ part, scope, webhook: webhook(answer) }).toEqual({
          part,
          scope,
          webhook: canRead ? secret : '********',
        });
        expect(answer.text.includes('a-secret')).toBe(canRead);
      }
    }
  });

  it('does not change when the mask is written back', async () => {
    await client('owner').patch(config, { integration_chat_webhook: secret, integration_chat_status: true });
    const masked = await client('owner', 'read').get(config);
    expect(webhook(masked)).toBe('********');
    const answer = await client('owner').patch(config, {
      ...masked.body,
      changelog_preview_style: 'full',
      integration_chat_status: false,
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...masked.body,
      integration_chat_webhook: secret,
      changelog_preview_style: 'full',
      integration_chat_status: false,
    });
    expect(webhook(await client('owner').get(config))).toBe(secret);
  });

  it('cannot be enabled by the mask if none is set', async () => {
    await client('owner').patch(config, { integration_chat_webhook: '', integration_chat_status: false });
    const answer = await client('owner').patch(config, {
      integration_chat_webhook: '********',
      integration_chat_status: true,
    });
    expect(answer.status).toBe(400);
    expect(answer.body.errors).toMatchObject([{ pointer: '/integration_chat_status' }]);
    expect((await client('owner').get(config)).body).toMatchObject({
      integration_chat_webhook: '',
      integration_chat_status: false,
    });
  });
});
