import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import {
  call,
  documentedIn,
  hasLines,
  inDestructiveOrder,
  nameOf,
  type Operation,
  pathIn,
  prepareWorld,
  publicPaths,
  publicWrites,
  type Role,
  tokenFor,
  unique,
  type World,
} from '../support/operations.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

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
  const done = async (answer: Promise<Answer>): Promise<any> => {
    const { status, body, text } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
    return body;
  };
  for (const { userId } of [editor, voter]) {
    await done(service.admin.put(`${project}/members/${userId}`, { role: 'editor' }));
  }
  const id = encodeURIComponent(world.externalId);
  await done(author.put(`${project}/people/${id}`, { email: `${unique('person')}@people.example` }));
  for (const feedbackId of [world.feedbackId, world.targetId, world.mergedId]) {
    const path = `${project}/feedback/${feedbackId}`;
    if (feedbackId !== world.mergedId) {
      await done(voter.put(`${path}/upvotes/me`));
      await done(editor.post(`${path}/comments`, { content: 'Comment' }));
    }
  }
  const entry = {
    title: 'Published',
    content: 'Text',
    published: true,
    publish_date: '2026-01-01T00:00:00Z',
  };
  const { id: changelogId } = await done(editor.post(`${project}/changelogs`, entry));
  await done(editor.put(`${project}/changelogs/${changelogId}/feedback/${world.feedbackId}`));
  await done(service.admin.patch(`${project}/settings`, settings));
  return { ...world, changelogId };
}

beforeAll(async () => {
  people = [await newPerson(), await newPerson(), await newPerson()];
});

/** Everything of an answer: status, headers and body. */
const wholeText = ({ status, text, headers }: Answer): string =>
  `${status} ${JSON.stringify([...headers])} ${text}`;

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

/** Returns the reader, and a world with records of others, and one with their own. */
async function prepareReader({ role, signed_in = '' as Role }: Reader) {
  const email = `${unique('reader')}@example.com`;
  const reader = await service.userClient(email);
  const others = await worldOfOthers({ signed_in });
  if (role) await service.admin.put(`/projects/${others.slug}/members/${reader.userId}`, { role });
  const own = await prepareWorld(service, reader.userId, role);
  await service.admin.patch(`/projects/${own.slug}/settings`, { signed_in });
  return { email, reader, others, own };
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
  it.each(Object.entries(readers))('of another person is in no answer to %s', async (_, membership) => {
    const { email, reader, others, own } = await prepareReader(membership);
    const { body: document } = await service.send('GET', '/openapi.json');
    const seen: Record<string, string[]> = {};
    const visited: string[] = [];
    for (const world of [others, own]) {
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
        if (await visit('')) {
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

  it.each(Object.entries(readers))(
    'of another person can be guessed by no search, filter, body or header of %s',
    async (_, membership) => {
      const { reader, others } = await prepareReader(membership);
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
    const world = await worldOfOthers({ public_feedback: true, public_changelog: true, public_names: false });
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
    const member = async (role: Role) => {
      const client = await service.userClient(`${unique(role)}@example.com`);
      await service.admin.put(`/projects/${slug}/members/${client.userId}`, { role });
      return client;
    };
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
