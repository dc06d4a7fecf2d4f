import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Sql } from '../../src/platform/persistence/index.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';

let app: TestApp;
let admin: Client;

beforeAll(async () => {
  app = await startApp();
  admin = app.admin;
});

afterAll(() => app.close());

let projects = 0;

/** Creates a project with a unique slug, or with the given one. */
async function project(slug = `project-${++projects}`): Promise<string> {
  const answer = await admin.post('/projects', { name: 'Project', slug });
  expect(answer.status).toBe(201);
  return slug;
}

async function rename(slug: string, to: string): Promise<Answer> {
  return admin.patch(`/projects/${slug}`, { slug: to });
}

function expectRedirect(answer: Answer, location: string): void {
  expect([answer.status, answer.headers.get('location')]).toEqual([308, location]);
}

it('looks up projects of others and unknown projects in the same way, however often', async () => {
  const slug = await project();
  const stranger = await app.userClient('stranger@example.com');
  const read = jest.spyOn(app.app.get(Sql), 'readRow');
  const counts: number[] = [];
  for (const probed of [slug, 'unknown', slug, 'unknown']) {
    read.mockClear();
    expect((await stranger.get(`/projects/${probed}`)).body.code).toBe('project_not_found');
    counts.push(read.mock.calls.filter(([text]) => text.includes('project_slugs')).length);
  }
  read.mockRestore();
  expect(counts).toEqual([1, 1, 1, 1]);
});

describe('The slug of a project', () => {
  it.each(['a', '7', 'a-b-c', '2026-roadmap', 'x'.repeat(63)])('can be %s', async (slug) => {
    const created = await admin.post('/projects', { name: 'Project', slug });
    expect([created.status, created.body.slug]).toEqual([201, slug]);
    expect(created.headers.get('location')).toBe(`${app.url}/v1/projects/${slug}`);
    expect((await admin.get(`/projects/${slug}`)).body).toEqual(created.body);
  });

  it.each([
    '',
    '-',
    '-a',
    'a-',
    'a--b',
    'A',
    'a_b',
    'a b',
    'a/b',
    'ä',
    'a\n',
    'x'.repeat(64),
    'a\u0000',
    ' a',
  ])('cannot be %j', async (slug) => {
    const present = await project();
    for (const answer of [
      await admin.post('/projects', { name: 'Project', slug }),
      await rename(present, slug),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.body.errors).toEqual([expect.objectContaining({ pointer: '/slug' })]);
    }
    expect((await admin.get(`/projects/${present}`)).status).toBe(200);
  });

  it('is rejected with 409 if another project has it, and nothing is stored', async () => {
    const [one, other] = [await project(), await project()];
    for (const answer of [
      await admin.post('/projects', { name: 'Third', slug: one }),
      await admin.patch(`/projects/${other}`, { slug: one, name: 'Changed' }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'slug_taken',
        errors: [{ pointer: '/slug', code: 'slug_taken' }],
      });
    }
    expect((await admin.get(`/projects/${other}`)).body).toMatchObject({ slug: other, name: 'Project' });
  });

  it('can be sent unchanged', async () => {
    const slug = await project();
    const answer = await admin.patch(`/projects/${slug}`, { slug, name: 'Renamed' });
    expect([answer.status, answer.body.slug, answer.body.name]).toEqual([200, slug, 'Renamed']);
    expect((await rename(slug, slug)).status).toBe(200);
    expect((await admin.get(`/projects/${slug}`)).status).toBe(200);
  });
});

describe('A slug that is a UUID', () => {
  const uuid = '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33';
  const errors = [{ pointer: '/slug', code: 'reserved_slug' }];

  it('is refused, because it could be the id of another project', async () => {
    const present = await project();
    const created = await admin.post('/projects', { name: 'Project', slug: uuid });
    const renamed = await admin.patch(`/projects/${present}`, { slug: uuid, name: 'Renamed' });
    expect([created.status, renamed.status]).toEqual([400, 400]);
    expect(created.body).toMatchObject({ code: 'invalid_input', errors });
    expect(renamed.body).toMatchObject({ code: 'invalid_input', errors });
    expect((await admin.get(`/projects/${present}`)).body.name).toBe('Project');
  });

  it('can be kept by a project of an earlier release, which does not hide the project with this id', async () => {
    const [named, hidden] = [await project(), await project()];
    const { id } = (await admin.get(`/projects/${hidden}`)).body;
    await app.app.get(Sql).rows('update projects set slug = $1 where slug = $2', [id, named]);
    const unused = '11111111-1111-4111-8111-111111111111';
    await app.app.get(Sql).rows('update projects set slug = $1 where slug = $2', [unused, await project()]);
    expect((await admin.get(`/projects/${unused}`)).body.slug).toBe(unused);
    const { body: first } = await admin.get(`/projects/${id}`);
    expect(first).toMatchObject({ id, slug: hidden });
    const all = (await admin.get('/projects?limit=100')).body as { id: string; slug: string }[];
    const own = all.find(({ slug }) => slug === id)!;
    const kept = await admin.patch(`/projects/${own.id}`, { slug: id, name: 'Renamed' });
    expect([kept.status, kept.body.slug, kept.body.name]).toEqual([200, id, 'Renamed']);
    expect((await admin.patch(`/projects/${own.id}`, { slug: named })).status).toBe(200);
    expect((await admin.get(`/projects/${named}`)).body.id).toBe(own.id);
  });
});

describe('A former slug', () => {
  it.each([
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/config'],
    ['PATCH', '/config'],
    ['GET', '/members?limit=5&count=true'],
    ['POST', '/members'],
    ['PUT', '/members/me'],
    ['GET', '/feedback?status=planned&tag=C%2B%2B&tag=to+do'],
    ['HEAD', '/feedback?limit=1'],
    ['POST', '/feedback'],
    ['PATCH', '/feedback/019a0000-0000-7000-8000-000000000000'],
    ['PUT', '/tags/a%2Fb%20c'],
    ['DELETE', '/tags/%C3%A4'],
    ['PUT', '/changelogs/no-uuid'],
    ['GET', '/changelogs/'],
  ])('redirects %s …%s to the current one, with path and query', async (method, rest) => {
    const former = await project();
    await rename(former, `${former}-now`);
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await app.send(method, `/v1/projects/${former}${rest}`, { headers });
    expectRedirect(answer, `${app.url}/v1/projects/${former}-now${rest}`);
    if (method === 'HEAD') return;
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(answer.body).toMatchObject({ status: 308, code: 'project_renamed' });
  });

  it('redirects a POST, which is executed with its body', async () => {
    const former = await project();
    await rename(former, `${former}-now`);
    const response = await fetch(`${app.url}/v1/projects/${former}/feedback`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ title: 'Sent to the former slug' }),
    });
    expect([response.status, response.redirected]).toEqual([201, true]);
    expect((await admin.get(`/projects/${former}-now/feedback`)).body).toHaveLength(1);
  });

  it('redirects to an existing URL for any spelling of the path', async () => {
    const former = await project();
    await rename(former, `${former}-now`);
    const headers = { authorization: `Bearer ${admin.token}` };
    const spelt = former.replace('p', '%70');
    for (const path of [
      `/v1/projects/${spelt}/tags`,
      `/V1/PROJECTS/${former}/tags`,
      `/v1/projects/${former}/tags/`,
    ]) {
      const answer = await app.send('GET', path, { headers });
      expect(answer.status).toBe(308);
      const location = answer.headers.get('location') ?? '';
      expect((await app.send('GET', location.slice(app.url.length), { headers })).status).toBe(200);
    }
  });

  it('redirects directly to the current slug after any number of changes', async () => {
    const slugs = [await project(), 'chain-2', 'chain-3', 'chain-4'];
    for (const [index, slug] of slugs.slice(1).entries()) await rename(slugs[index] ?? '', slug);
    for (const former of slugs.slice(0, -1)) {
      expectRedirect(await admin.get(`/projects/${former}`), `${app.url}/v1/projects/chain-4`);
    }
    // A former slug becomes the current one again.
    expect((await rename('chain-4', 'chain-2')).status).toBe(200);
    expect((await admin.get('/projects/chain-2')).status).toBe(200);
    for (const former of [slugs[0], 'chain-3', 'chain-4']) {
      expectRedirect(await admin.get(`/projects/${former}`), `${app.url}/v1/projects/chain-2`);
    }
  });

  it.each(['creation', 'renaming'])('belongs to another project after its %s', async (way) => {
    const former = await project();
    await rename(former, `${former}-now`);
    if (way === 'creation') await project(former);
    else await rename(await project(), former);
    const other = await admin.get(`/projects/${former}`);
    expect([other.status, other.body.slug]).toEqual([200, former]);

    // After that project is renamed, the slug redirects to it.
    await rename(former, `${former}-other`);
    expectRedirect(await admin.get(`/projects/${former}`), `${app.url}/v1/projects/${former}-other`);
    expect((await admin.get(`/projects/${former}-now`)).body.slug).toBe(`${former}-now`);
  });

  it('becomes available when its project is deleted, like the current slug', async () => {
    const former = await project();
    await rename(former, `${former}-now`);
    expect((await admin.delete(`/projects/${former}-now`)).status).toBe(204);
    for (const slug of [former, `${former}-now`]) {
      expect((await admin.get(`/projects/${slug}`)).status).toBe(404);
      await project(slug);
    }
  });

  it('returns 404 to users without access to the project', async () => {
    const former = await project();
    const other = await project();
    const stranger = await app.userClient('stranger@example.com');
    const bound = await app.userClient('bound@example.com', { project: other });
    const adminBound = await admin.post('/tokens', { name: 'bound', scope: 'admin', project: other });
    for (const client of [bound, stranger]) {
      await admin.put(`/projects/${other}/members/${client.userId}`, { role: 'owner' });
    }
    await admin.put(`/projects/${former}/members/${bound.userId}`, { role: 'owner' });
    await rename(former, `${former}-now`);
    for (const client of [stranger, bound, app.client(adminBound.body.token as string)]) {
      expect((await client.get(`/projects/${other}`)).status).toBe(200);
      for (const slug of [former, `${former}-now`, `${former}-never`]) {
        const answer = await client.get(`/projects/${slug}/feedback`);
        expect([answer.status, answer.body.code]).toEqual([404, 'project_not_found']);
        expect(answer.headers.get('location')).toBeNull();
      }
    }
    // A viewer is redirected even for operations of owners, and is rejected at the new URL.
    await admin.put(`/projects/${former}-now/members/${stranger.userId}`, { role: 'viewer' });
    expect((await stranger.delete(`/projects/${former}`)).status).toBe(308);
    expect((await stranger.delete(`/projects/${former}-now`)).status).toBe(403);
  });
});

describe('The slug of a changelog', () => {
  async function write(slug: string, title: string): Promise<any> {
    const answer = await admin.post(`/projects/${slug}/changelogs`, { title });
    expect(answer.status).toBe(201);
    expect((await admin.get(`/projects/${slug}/changelogs/${answer.body.id}`)).body.slug).toBe(
      answer.body.slug,
    );
    return answer.body;
  }

  it.each([
    ['Version 2.0 is here!', /^version-2-0-is-here$/],
    ['  Größe & Straße  ', /^(groesse-and-strasse|grosse-and-strasse)$/],
    ['Crème brûlée', /^creme-brulee$/],
    ['Привет, мир', /^privet-mir$/],
    ['GraphQL APIv2', /^graphql-apiv2$/],
    ['日本語', /^[a-z0-9]+(-[a-z0-9]+)*$/],
    ['!!!', /^[a-z0-9]+(-[a-z0-9]+)*$/],
    ['🎉', /^[a-z0-9]+(-[a-z0-9]+)*$/],
    ['../../etc/passwd?#', /^etc-passwd$/],
    ['a'.repeat(300), /^a{1,300}$/],
    ['語 '.repeat(150), /^[a-z0-9]+(-[a-z0-9]+)*$/],
    ['word '.repeat(60), /^word(-word)*$/],
    ['ﬃ'.repeat(300), /^[a-z0-9]+(-[a-z0-9]+)*$/],
  ])('is derived from its title: %s', async (title, slug) => {
    expect((await write(await project(), title)).slug).toMatch(slug);
  });

  it('has a number if it is taken in the same project', async () => {
    const [one, other] = [await project(), await project()];
    const slugs = [];
    for (const title of ['Fixes', 'Fixes', 'fixes!', 'Fixes 2', 'Fixes', 'Fixes-2']) {
      slugs.push((await write(one, title)).slug);
    }
    expect(slugs.slice(0, 3)).toEqual(['fixes', 'fixes-2', 'fixes-3']);
    expect(new Set(slugs).size).toBe(slugs.length);
    expect((await write(other, 'Fixes')).slug).toBe('fixes');
  });

  it('is valid for titles without Latin letters and for very long titles', async () => {
    const slug = await project();
    for (const titles of [
      ['日本語', '!!!', '🎉'],
      ['a'.repeat(300), 'a'.repeat(299), 'a'.repeat(250)],
    ]) {
      const [first, second, third] = [
        (await write(slug, titles[0] ?? '')).slug,
        (await write(slug, titles[1] ?? '')).slug,
        (await write(slug, titles[2] ?? '')).slug,
      ];
      expect([second, third]).toEqual([`${first}-2`, `${first}-3`]);
    }
  });

  it('does not change with the title, and is ignored in updates', async () => {
    const slug = await project();
    const { id } = await write(slug, 'First title');
    const path = `/projects/${slug}/changelogs/${id}`;
    const answer = await admin.put(path, { title: 'Second title', slug: 'third-title' });
    expect([answer.status, answer.body.title, answer.body.slug]).toEqual([
      200,
      'Second title',
      'first-title',
    ]);
    expect((await write(slug, 'Second title')).slug).toBe('second-title');
    expect((await write(slug, 'First title')).slug).toBe('first-title-2');
  });

  it('becomes available when its entry is deleted', async () => {
    const slug = await project();
    const { id } = await write(slug, 'Fixes');
    await write(slug, 'Fixes');
    await admin.delete(`/projects/${slug}/changelogs/${id}`);
    expect((await write(slug, 'Fixes')).slug).toBe('fixes');
  });

  it('is unique for twenty entries that are created concurrently with one title', async () => {
    const slug = await project();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post(`/projects/${slug}/changelogs`, { title: 'Release' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    const slugs = answers.map(({ body }) => body.slug as string).sort();
    const numbers = ['', ...Array.from({ length: 19 }, (_, index) => `-${index + 2}`)];
    expect(slugs).toEqual(numbers.map((number) => `release${number}`).sort());
  });

  it('is unique if a title ends in a number', async () => {
    const slug = await project();
    const titles = Array.from({ length: 30 }, (_, index) => ['Notes', 'Notes 2', 'Notes 2 2'][index % 3]);
    const answers = await Promise.all(
      titles.map((title) => admin.post(`/projects/${slug}/changelogs`, { title })),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
    expect(new Set(answers.map(({ body }) => body.slug)).size).toBe(30);
  });
});

describe('The id of a project', () => {
  it('can be used in place of the slug, in any case, in every path and for tokens', async () => {
    const slug = await project();
    const { body } = await admin.get(`/projects/${slug}`);
    for (const id of [body.id, body.id.toUpperCase()]) {
      expect(await admin.get(`/projects/${id}`)).toMatchObject({ status: 200, body });
    }
    const feedback = await admin.post(`/projects/${body.id}/feedback`, { title: 'By id' });
    expect(feedback.headers.get('location')).toBe(
      `${app.url}/v1/projects/${body.id}/feedback/${feedback.body.id}`,
    );
    expect((await admin.get(`/projects/${slug}/feedback`)).body).toEqual([feedback.body]);
    const token = await admin.post('/tokens', { name: 'Bound', scope: 'read', project: body.id });
    expect(token.body.project).toBe(slug);
    await admin.patch(`/projects/${slug}/settings`, { public_changelog: true });
    const shared = await fetch(`${app.url}/public/v1/projects/${body.id}/changelogs`);
    expect(shared.status).toBe(200);
  });

  it('stays when the project is renamed', async () => {
    const slug = await project();
    const { id } = (await admin.get(`/projects/${slug}`)).body;
    await rename(slug, `${slug}-renamed`);
    expect((await admin.get(`/projects/${id}`)).body.slug).toBe(`${slug}-renamed`);
  });

  it('returns 404 to users without access, and for unknown ids', async () => {
    const { id } = (await admin.get(`/projects/${await project()}`)).body;
    const stranger = await app.userClient('by-id@example.com');
    for (const unknown of [id, '00000000-0000-4000-8000-000000000000']) {
      const { status, body } = await stranger.get(`/projects/${unknown}`);
      expect([status, body.code]).toEqual([404, 'project_not_found']);
    }
  });
});
