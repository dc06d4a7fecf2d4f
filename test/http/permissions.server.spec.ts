import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, outcome, startApp, type TestApp, wholeText } from '../support/app.js';
import {
  call,
  documentedIn,
  hasLines,
  inDestructiveOrder,
  nameOf,
  type Operation,
  operation,
  operations,
  pathIn,
  prepareWorld,
  publicPaths,
  publicWrites,
  type Role,
  roles,
  type Scope,
  scopes,
  tokenFor,
  type World,
} from '../support/operations.js';
import { stored } from '../support/stored.js';
import { bodyOf, newMember } from '../support/feedback.js';
import { unique } from '../support/unique.js';

let service: TestApp;

beforeAll(async () => {
  // Without the background work, which changes what is stored at any time.
  service = await startApp();
});
afterAll(() => service.close());

const parts = ['none', ...roles, 'instance admin'] as const;

type Part = (typeof parts)[number];

interface Person {
  readonly id: string;
  readonly tokens: Record<Scope, string>;
}

const people = {} as Record<Part, Person>;

beforeAll(async () => {
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

/**
 * The operations that are called with a scope: those that need it, and those that need a higher one. That a scope includes the lower
 * ones is checked before the role and without it, so that owners, who are permitted the most in a project, show it for everyone.
 */
const calledWith = (scope: Scope, part: Part): readonly Operation[] =>
  inDestructiveOrder.filter(
    (each) => part === 'owner' || scopes.indexOf(each.scope) >= scopes.indexOf(scope),
  );

describe.each(parts)('%s', (part) => {
  let shared: World;

  // Owners call operations again, among them those that remove records, so that they need another world for each scope.
  const prepare = async (): Promise<void> => {
    shared = await world(part);
  };
  if (part === 'owner') beforeEach(prepare);
  else beforeAll(prepare);

  it.each(scopes)('with the scope %s', async (scope) => {
    const token = people[part].tokens[scope];
    const called = calledWith(scope, part);
    // Each finds the records that it needs: those that remove a record come last.
    const allowed = called.filter((each) => expected(part, scope, each) === String(each.status));
    const forbidden = called.filter((each) => !allowed.includes(each));
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
    expect(Object.fromEntries(called.map((each) => [nameOf(each), outcomes.get(nameOf(each))]))).toEqual(
      Object.fromEntries(called.map((each) => [nameOf(each), expected(part, scope, each)])),
    );
  });
});

it('every operation is called with each scope that it refuses, and with one that suffices', () => {
  const counts = operations.map((each) => [
    nameOf(each),
    scopes.filter((scope) => calledWith(scope, 'viewer').includes(each)).length,
  ]);
  expect(counts).toEqual(operations.map((each) => [nameOf(each), scopes.indexOf(each.scope) + 1]));
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
  let here: World;
  let there: World;

  beforeAll(async () => {
    [here, there] = [await world('owner'), await world('owner')];
  });

  it.each(paths)('%s', async (name) => {
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

describe('E-mail addresses', () => {
  type Person = Client & { userId: string; email: string; word: string };

  /** The people other than the reader, whose names, pictures and e-mail addresses are unique words. */
  let people: Person[];

  /** Registers a user with a name, a picture and an e-mail address that contain a word that nothing else contains. */
  async function newPerson(): Promise<Person> {
    const word = `zq${unique('word').replace('-', '')}`;
    const email = `${word}@${word}.example`;
    const client = await service.userClient(email);
    const avatar_url = `https://example.com/${word}.png`;
    await service.admin.patch(`/users/${client.userId}`, { full_name: `Name ${word}`, avatar_url });
    return { ...client, email, word };
  }

  /** Creates a world whose records are of other people than its readers. */
  async function worldOfOthers(settings: object = {}): Promise<World> {
    const [author, editor, voter] = people as [Person, Person, Person];
    const world = await prepareWorld(service, author.userId, 'editor');
    const project = `/projects/${world.slug}`;
    for (const { userId } of [editor, voter]) {
      await bodyOf(service.admin.put(`${project}/members/${userId}`, { role: 'editor' }));
    }
    const id = encodeURIComponent(world.externalId);
    await bodyOf(author.put(`${project}/people/${id}`, { email: `${unique('person')}@people.example` }));
    for (const feedbackId of [world.feedbackId, world.targetId, world.mergedId]) {
      const path = `${project}/feedback/${feedbackId}`;
      if (feedbackId !== world.mergedId) {
        await bodyOf(voter.put(`${path}/upvotes/me`));
        await bodyOf(editor.post(`${path}/comments`, { content: 'Comment' }));
      }
    }
    const entry = {
      title: 'Published',
      content: 'Text',
      published: true,
      publish_date: '2026-01-01T00:00:00Z',
    };
    const { id: changelogId } = await bodyOf(editor.post(`${project}/changelogs`, entry));
    await bodyOf(editor.put(`${project}/changelogs/${changelogId}/feedback/${world.feedbackId}`));
    await bodyOf(service.admin.patch(`${project}/settings`, settings));
    return { ...world, changelogId };
  }

  beforeAll(async () => {
    people = [await newPerson(), await newPerson(), await newPerson()];
  });

  /** Returns the e-mail addresses in a text, other than the reader's own, and the words of addresses of people. */
  function addressesIn(text: string, own = ''): string[] {
    const addresses = text.match(/[\w.+-]+(?:@|%40)[\w-]+\.[\w.-]+/g) ?? [];
    const hosts = people.map(({ word }) => `${word}.example`).filter((host) => text.includes(host));
    return [...addresses, ...hosts].filter((address) => address !== own);
  }

  /** How the readers of a test belong to the project. */
  const readers = {
    'a viewer': { role: 'viewer' },
    'a contributor': { role: 'contributor' },
    'a signed-in person who is a viewer': { signed_in: 'viewer' },
    'a signed-in person who is a contributor': { signed_in: 'contributor' },
    'a person outside of the project': {},
  } as const satisfies Record<string, { role?: Role; signed_in?: Role }>;

  type Reader = { role?: Role; signed_in?: Role };

  /** Returns a reader of a world, as its project has them. */
  async function newReader({ slug }: World, { role, signed_in = '' as Role }: Reader) {
    const email = `${unique('reader')}@example.com`;
    const reader = await service.userClient(email);
    await bodyOf(service.admin.patch(`/projects/${slug}/settings`, { signed_in }));
    if (role) await bodyOf(service.admin.put(`/projects/${slug}/members/${reader.userId}`, { role }));
    return { email, reader };
  }

  /** Returns a world with records of the reader. */
  async function worldOf({ userId }: { userId: string }, { role, signed_in = '' as Role }: Reader) {
    const own = await prepareWorld(service, userId, role);
    await bodyOf(service.admin.patch(`/projects/${own.slug}/settings`, { signed_in }));
    return own;
  }

  /** Returns the query strings that add one member each to the records of an operation. */
  function includesOf(document: any, operation: Operation): string[] {
    const { parameters = [] } = documentedIn(document, operation);
    const include = parameters
      .map(({ $ref, ...inline }: any) =>
        $ref ? document.components.parameters[$ref.split('/').at(-1)] : inline,
      )
      .find(({ name, in: place }: any) => name === 'include' && place === 'query');
    // One by one, because some are for editors only.
    const names: readonly string[] = include?.schema.items.enum ?? [];
    return names.map((name) => `include=${name}`);
  }

  describe('An e-mail address', () => {
    /**
     * Who calls all operations in all ways, also about their own records. Addresses are removed from all answers in one place, for all
     * who are no editors: contributors are permitted the most operations of those, and only outsiders are no members. The other readers
     * show that they are treated so.
     */
    const thorough: readonly string[] = ['a contributor', 'a person outside of the project'];

    it.each(Object.entries(readers))('of another person is in no answer to %s', async (name, membership) => {
      const others = await worldOfOthers();
      const { email, reader } = await newReader(others, membership);
      const isThorough = thorough.includes(name);
      const worlds = isThorough ? [others, await worldOf(reader, membership)] : [others];
      const { body: document } = await service.send('GET', '/openapi.json');
      const seen: Record<string, string[]> = {};
      const visited: string[] = [];
      for (const world of worlds) {
        for (const operation of inDestructiveOrder) {
          const visit = async (query: string, accept = 'application/json') => {
            const called = { ...operation, query: [operation.query, query].filter(Boolean).join('&') };
            const token = tokenFor(operation, world, reader.token);
            const answer = await call(service, token, called, world, { accept });
            const found = addressesIn(wholeText(answer), email);
            if (found.length > 0) seen[`${nameOf(operation)}?${query}`] = found;
            return answer.status < 400;
          };
          // What is refused is refused with other members and in another format, too.
          if ((await visit('')) && isThorough) {
            for (const query of includesOf(document, operation)) await visit(query);
            if (hasLines(document, operation)) await visit('', 'application/x-ndjson');
          }
          visited.push(`${operation.method} ${operation.path.replaceAll(/:(\w+)/g, '{$1}')}`);
        }
      }
      expect(seen).toEqual({});
      const documented = Object.entries<object>(document.paths)
        .filter(([path]) => path.startsWith('/v1/'))
        .flatMap(([path, methods]) =>
          Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.slice('/v1'.length)}`),
        );
      expect(documented.filter((name) => !visited.includes(name))).toEqual([]);
    });

    let others: World;

    beforeAll(async () => {
      others = await worldOfOthers();
    });

    it.each(Object.entries(readers))(
      'of another person can be guessed by no search, filter, body or header of %s',
      async (_, membership) => {
        const { reader } = await newReader(others, membership);
        const project = `/projects/${others.slug}`;
        /** Sends the same request with a known and an unknown address. */
        const isRevealed = async (request: (email: string, word: string) => Promise<Answer>) => {
          const { email, word } = people[1]!;
          const answers = [await request(email, word), await request('nobody@zqnobody.example', 'zqnobody')];
          const [known, unknown] = answers.map(({ status, body }) => ({
            status,
            body: Array.isArray(body) ? body.length : body?.code,
          }));
          return JSON.stringify(known) !== JSON.stringify(unknown);
        };
        const title = 'Wish';
        const requests: ((email: string, word: string) => Promise<Answer>)[] = [
          (_email, word) => reader.get(`${project}/feedback?q=${word}`),
          (email) => reader.get(`${project}/feedback?q=${encodeURIComponent(email)}`),
          (_email, word) => reader.get(`${project}/feedback/similar?title=${word}`),
          (_email, word) => reader.get(`${project}/changelogs?q=${word}`),
          (email) => reader.get(`${project}/members?email=${encodeURIComponent(email)}`),
          (email) => reader.get(`${project}/people?email=${encodeURIComponent(email)}`),
          (_email, word) => reader.get(`${project}/people?q=${word}`),
          (email) => reader.get(`/users?email=${encodeURIComponent(email)}`),
          (email) => reader.get(`${project}/members/${encodeURIComponent(email)}`),
          (email) => reader.post(`${project}/members`, { email, role: 'viewer' }),
          (email) => reader.post(`${project}/feedback`, { title, user: { email } }),
          (email) => reader.post(`${project}/feedback/${others.feedbackId}/upvotes`, { user: { email } }),
          (email) =>
            reader.post(`${project}/feedback/${others.feedbackId}/comments`, {
              content: title,
              user: { email },
            }),
          (email) => reader.put(`${project}/people/guess`, { email }),
          (email) => reader.post('/users', { email }),
          (email) => reader.get(`${project}/feedback`, { 'on-behalf-of': email }),
        ];
        for (const [index, request] of requests.entries()) {
          expect([index, await isRevealed(request)]).toEqual([index, false]);
        }
      },
    );

    it('is in the answers to editors', async () => {
      const editor = await service.userClient(`${unique('editor')}@example.com`);
      const world = await prepareWorld(service, editor.userId, 'editor');
      const { body } = await editor.get(`/projects/${world.slug}/members`);
      expect(body.every(({ user }: any) => user.email !== '')).toBe(true);
    });
  });

  describe('Without a token', () => {
    it('no answer contains the e-mail address, the name or the picture of a person', async () => {
      const world = await worldOfOthers({
        public_feedback: true,
        public_changelog: true,
        public_names: false,
      });
      const seen: Record<string, string[]> = {};
      const check = (name: string, answer: Answer) => {
        const text = wholeText(answer);
        const words = people.map(({ word }) => word).filter((word) => text.includes(word));
        const found = [...addressesIn(text), ...words];
        if (found.length > 0) seen[name] = found;
      };
      const { word } = people[0]!;
      for (const template of publicPaths) {
        const feedbackIds = [world.feedbackId, world.targetId, world.mergedId, 'nothing'];
        for (const feedbackId of template.includes('{feedbackId}') ? feedbackIds : ['']) {
          const path = template
            .replace('{projectSlug}', world.slug)
            .replace('{feedbackId}', feedbackId)
            .replace('{changelogId}', world.changelogId);
          for (const query of ['', '?limit=1&count=true', '?include=viewer', '?title=Feedback']) {
            for (const accept of ['application/json', 'application/x-ndjson']) {
              check(
                `${template}${query}`,
                await service.send('GET', `${path}${query}`, { headers: { accept } }),
              );
            }
          }
        }
      }
      const root = `/public/v1/projects/${world.slug}`;
      for (const query of [`feedback?q=${word}`, `feedback/similar?title=${word}`]) {
        expect((await service.send('GET', `${root}/${query}`)).body).toEqual([]);
      }
      for (const operation of inDestructiveOrder) {
        const answer = await service.send(operation.method, `/v1${pathIn(world, operation)}`);
        expect([nameOf(operation), answer.status]).toEqual([nameOf(operation), 401]);
        check(nameOf(operation), answer);
      }
      expect(seen).toEqual({});
    });

    it('every public path is visited', async () => {
      const { body: document } = await service.send('GET', '/openapi.json');
      const others = Object.keys(document.paths).filter((path) => !path.startsWith('/v1/'));
      const written = publicWrites.map((name) => name.replace(/^\w+ /, ''));
      expect(others.filter((path) => ![...publicPaths, ...written].includes(path))).toEqual([]);
    });
  });

  describe('The entity tag of feedback', () => {
    let editor: Client;
    let author: Client & { userId: string };
    let other: Client;
    let path: string;

    beforeAll(async () => {
      const slug = unique('tags');
      await service.admin.post('/projects', { name: 'Tags', slug });
      const member = (role: Role) => newMember(service, `/projects/${slug}`, role);
      [editor, author, other] = [await member('editor'), await member('contributor'), await member('viewer')];
      const { body } = await author.post(`/projects/${slug}/feedback`, {
        title: `A quoted "id":"${author.userId}","email":"kept@text"`,
      });
      path = `/projects/${slug}/feedback/${body.id}`;
    });

    const tagFor = async (client: Client) => (await client.get(path)).headers.get('etag')!;

    it('differs between those who see addresses, the author, and others', async () => {
      const tags = await Promise.all([editor, author, other].map(tagFor));
      expect(new Set(tags).size).toBe(3);
      for (const reader of [editor, author, other]) {
        const own = await tagFor(reader);
        for (const tag of tags) {
          const { status } = await reader.get(path, { 'if-none-match': tag });
          expect(status).toBe(tag === own ? 304 : 200);
        }
      }
    });

    it('is accepted by writes', async () => {
      const tag = await tagFor(author);
      const written = await author.patch(path, { description: 'New' }, { 'if-match': tag });
      expect(written.status).toBe(200);
      expect(written.headers.get('etag')).toBe(await tagFor(author));
      expect((await author.patch(path, { description: 'Newer' }, { 'if-match': tag })).status).toBe(412);
    });

    it('belongs to a record whose texts stay as they were written', async () => {
      const { body } = await other.get(path);
      expect(body.title).toContain('"email":"kept@text"');
      expect(body.user).toEqual({ ...(await editor.get(path)).body.user, email: '' });
    });
  });
});
