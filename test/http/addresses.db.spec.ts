import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';
import { call, nameOf, operations, prepareWorld, type Role, unique } from '../support/operations.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp();
});

afterAll(() => service.close());

/** Returns the e-mail addresses in a text, other than the reader's own. */
function addressesIn(text: string, own: string): string[] {
  return (text.match(/[\w.+-]+(?:@|%40)[\w-]+\.[\w.-]+/g) ?? []).filter((address) => address !== own);
}

describe('An e-mail address', () => {
  it.each(['viewer', 'contributor', undefined] as const)(
    'of another person is in no answer to a %s',
    async (role: Role | undefined) => {
      const own = `${unique('reader')}@example.com`;
      const reader = await service.userClient(own);
      const world = await prepareWorld(service, reader.userId, role);
      const seen: Record<string, string[]> = {};
      // What deletes something comes last.
      const ordered = [...operations].sort(
        (a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'),
      );
      for (const operation of ordered) {
        if (operation.path.startsWith('/me') && operation.method === 'DELETE') continue;
        for (const accept of ['application/json', 'application/x-ndjson']) {
          const { text, headers } = await call(service, reader.token, operation, world, { accept });
          const found = addressesIn(`${text}\n${JSON.stringify([...headers])}`, own);
          if (found.length > 0) seen[nameOf(operation)] = found;
        }
      }
      expect(seen).toEqual({});
    },
  );

  it('is in the answers to editors', async () => {
    const editor = await service.userClient(`${unique('editor')}@example.com`);
    const world = await prepareWorld(service, editor.userId, 'editor');
    const { body } = await editor.get(`/projects/${world.slug}/members`);
    expect(body.every(({ user }: any) => user.email !== '')).toBe(true);
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
