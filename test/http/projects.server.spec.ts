import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Sql } from '../../src/platform/persistence/index.js';
import { type Answer, type Client, outcome, startApp, type TestApp } from '../support/app.js';
import { HastyClock } from '../support/fakes/hasty-clock.js';
import { unique } from '../support/unique.js';

const clock = new HastyClock();
let service: TestApp;

beforeAll(async () => {
  service = await startApp({ clock });
});
afterAll(() => service.close());

describe('Project settings', () => {
  let slug: string;
  let project: string;
  let person: Client & { userId: string };

  beforeEach(async () => {
    slug = unique('settings');
    project = `/projects/${slug}`;
    await service.admin.post('/projects', { name: 'Settings', slug });
    person = await service.userClient(`${unique('person')}@example.com`);
  });

  async function set(settings: object): Promise<void> {
    const { status, text } = await service.admin.patch(`${project}/settings`, settings);
    if (status !== 200) throw new Error(text);
  }

  const slugsOf = async (client: Client, query = '') =>
    (await client.get(`/projects${query}`)).body.map((each: { slug: string }) => each.slug) as string[];

  describe('The settings of a project', () => {
    const defaults = {
      signed_in: '',
      public_feedback: false,
      public_changelog: false,
      public_names: false,
      approval: 'off',
      feedback_url: '',
      changelog_url: '',
      mail_name: '',
      mail_reply_to: '',
    };

    it('are off initially, and change as a record with versions and an event', async () => {
      const initial = await service.admin.get(`${project}/settings`);
      expect([initial.status, initial.body]).toEqual([200, defaults]);
      const precondition = { 'if-match': initial.headers.get('etag')! };
      const change = { signed_in: 'viewer', changelog_url: 'https://example.com/{slug}' };
      const changed = await service.admin.patch(`${project}/settings`, change, precondition);
      expect([changed.status, changed.body]).toEqual([200, { ...defaults, ...change }]);
      const stale = await service.admin.patch(`${project}/settings`, change, precondition);
      expect(outcome(stale)).toBe('412 precondition_failed');
      expect((await service.admin.patch(`${project}/settings`, change)).body).toEqual(changed.body);
      const events = await service.query(
        `select e.type, e.data, e.previous from events e join projects p on p.id = e.project_id
       where p.slug = $1 and e.type like 'project.settings%'`,
        [slug],
      );
      expect(events).toEqual([
        {
          type: 'project.settings_updated',
          data: changed.body,
          previous: { signed_in: '', changelog_url: '' },
        },
      ]);
    });

    it('are for owners', async () => {
      await service.admin.put(`${project}/members/${person.userId}`, { role: 'editor' });
      expect(outcome(await person.get(`${project}/settings`))).toBe('403 insufficient_role');
      expect(outcome(await person.patch(`${project}/settings`, {}))).toBe('403 insufficient_role');
    });
  });

  describe('A signed-in person who is not a member', () => {
    it('has no access initially', async () => {
      expect(outcome(await person.get(`${project}/feedback`))).toBe('404 project_not_found');
      expect(await slugsOf(person)).not.toContain(slug);
    });

    it('has the role of the setting, at once, and finds the project in the list', async () => {
      await set({ signed_in: 'viewer' });
      expect(outcome(await person.get(`${project}/feedback`))).toBe('200');
      expect(outcome(await person.post(`${project}/feedback`, { title: 'Wish' }))).toBe(
        '403 insufficient_role',
      );
      expect(await slugsOf(person)).toContain(slug);
      expect(await slugsOf(person, '?member=true')).not.toContain(slug);
      await set({ signed_in: 'contributor' });
      const { status, body } = await person.post(`${project}/feedback`, { title: 'Wish' });
      expect([status, body.user.id]).toEqual([201, person.userId]);
      expect(outcome(await person.delete(`${project}/feedback/${body.id}`))).toBe('204');
      expect(outcome(await person.put(`${project}/tags/bug`, {}))).toBe('403 insufficient_role');
      await set({ signed_in: '' });
      expect(outcome(await person.get(`${project}/feedback`))).toBe('404 project_not_found');
    });

    it('has the role of a membership instead, even if it is smaller', async () => {
      await set({ signed_in: 'contributor' });
      await service.admin.put(`${project}/members/${person.userId}`, { role: 'viewer' });
      expect(outcome(await person.post(`${project}/feedback`, { title: 'Wish' }))).toBe(
        '403 insufficient_role',
      );
      expect(await slugsOf(person, '?member=true')).toContain(slug);
      await service.admin.put(`${project}/members/${person.userId}`, { role: 'editor' });
      expect(outcome(await person.put(`${project}/tags/bug`, {}))).toBe('201');
    });

    it('can be blocked, and then finds nothing', async () => {
      await set({ signed_in: 'contributor' });
      const blocked = await service.admin.put(`${project}/members/${person.userId}`, { role: 'blocked' });
      expect([blocked.status, blocked.body.role]).toEqual([201, 'blocked']);
      for (const path of ['', '/feedback', '/members', '/changelogs']) {
        expect(outcome(await person.get(`${project}${path}`))).toBe('404 project_not_found');
      }
      expect(await slugsOf(person)).not.toContain(slug);
      expect(await slugsOf(person, '?member=true')).not.toContain(slug);
      expect(outcome(await person.post('/tokens', { name: 'Bound', scope: 'read', project: slug }))).toMatch(
        /^400|^404/,
      );
      // A blocked member cannot leave, which would lift the block.
      expect(outcome(await person.delete(`${project}/members/me`))).toBe('404 project_not_found');
      await service.admin.delete(`${project}/members/${person.userId}`);
      expect(outcome(await person.get(`${project}/feedback`))).toBe('200');
    });

    it('is blocked in every operation of the project, under its slug, former slug and id', async () => {
      await set({ signed_in: 'contributor' });
      const { body } = await service.admin.get(project);
      const { body: feedback } = await person.post(`${project}/feedback`, { title: 'Wish' });
      await service.admin.patch(project, { slug: `${slug}-2` });
      await service.admin.put(`/projects/${body.id}/members/${person.userId}`, { role: 'blocked' });
      for (const name of [slug, `${slug}-2`, body.id]) {
        for (const answer of [
          await person.get(`/projects/${name}`),
          await person.get(`/projects/${name}/feedback/${feedback.id}`),
          await person.patch(`/projects/${name}/feedback/${feedback.id}`, { title: 'Other' }),
          await person.put(`/projects/${name}/feedback/${feedback.id}/upvotes/me`),
          await person.delete(`/projects/${name}`),
        ]) {
          expect(outcome(answer)).toBe('404 project_not_found');
        }
      }
    });

    it('is listed as blocked to editors only', async () => {
      await set({ signed_in: 'contributor' });
      const member = `${project}/members/${person.userId}`;
      await service.admin.put(member, { role: 'blocked' });
      const rolesFor = async (reader: Client) => {
        const { body, headers } = await reader.get(`${project}/members?count=true`);
        expect(headers.get('x-total-count')).toBe(String(body.length));
        return body.map(({ role }: { role: string }) => role);
      };
      const reader = await service.userClient(`${unique('reader')}@example.com`);
      expect(await rolesFor(reader)).toEqual(['owner']);
      expect(outcome(await reader.get(member))).toBe('404 member_not_found');
      for (const role of ['viewer', 'contributor']) {
        await service.admin.put(`${project}/members/${reader.userId}`, { role });
        expect(await rolesFor(reader)).toEqual(['owner', role]);
        expect(outcome(await reader.get(member))).toBe('404 member_not_found');
      }
      for (const role of ['editor', 'owner']) {
        await service.admin.put(`${project}/members/${reader.userId}`, { role });
        expect(await rolesFor(reader)).toEqual(['owner', 'blocked', role]);
        expect(outcome(await reader.get(member))).toBe('200');
      }
    });

    it('needs a token that is not bound to another project', async () => {
      const other = unique('other');
      await service.admin.post('/projects', { name: 'Other', slug: other });
      await set({ signed_in: 'viewer' });
      await service.admin.patch(`/projects/${other}/settings`, { signed_in: 'viewer' });
      const order = { name: 'Bound', scope: 'read', project: slug };
      const bound = service.client((await person.post('/tokens', order)).body.token);
      expect(outcome(await bound.get(`${project}/feedback`))).toBe('200');
      expect(outcome(await bound.get(`/projects/${other}/feedback`))).toBe('404 project_not_found');
      await service.admin.put(`${project}/members/${person.userId}`, { role: 'blocked' });
      expect(outcome(await bound.get(`${project}/feedback`))).toBe('404 project_not_found');
    });
  });

  it('The last owner cannot be blocked', async () => {
    const me = (await service.admin.get('/me')).body.user!.id as string;
    expect(outcome(await service.admin.put(`${project}/members/${me}`, { role: 'blocked' }))).toBe(
      '409 last_owner',
    );
  });
});

describe('Project deletion', () => {
  const stored = async (projectId: string) =>
    (
      await service.query<object>(
        `select count(*)::int as feedback, count(merged_into)::int as merged from feedback where project_id = $1`,
        [projectId],
      )
    )[0];

  it('the deletion of a large project ends after 20 seconds, and continues when it is repeated', async () => {
    const slug = unique('large');
    const project = `/projects/${slug}`;
    const { id } = (await service.admin.post('/projects', { name: 'Large', slug })).body;
    const ids: string[] = [];
    for (let number = 0; number < 102; number++) {
      ids.push((await service.admin.post(`${project}/feedback`, { title: `Wish ${number}` })).body.id);
    }
    await service.admin.post(`${project}/feedback/${ids[101]}/merge`, { into: ids[0] });
    const version = { 'if-match': (await service.admin.get(project)).headers.get('etag')! };

    expect((await service.admin.delete(project, { 'if-match': '"other"' })).status).toBe(412);
    expect(await stored(id)).toEqual({ feedback: 102, merged: 1 });
    clock.isHasty = true;
    const unfinished = await service.admin.delete(project, version);
    clock.isHasty = false;
    expect([unfinished.status, unfinished.body.code]).toEqual([503, 'changes_unfinished']);
    expect(unfinished.headers.get('retry-after')).toBe('5');
    // Merged feedback is removed first: without its target, it would be shown as other feedback.
    expect(await stored(id)).toEqual({ feedback: 2, merged: 0 });

    expect((await service.admin.delete(project, version)).status).toBe(204);
    expect((await service.admin.get(project)).status).toBe(404);
    expect(await stored(id)).toEqual({ feedback: 0, merged: 0 });
  });
});

describe('Custom domain', () => {
  let admin: Client;

  beforeAll(async () => {
    admin = service.admin;
    await admin.post('/projects', { name: 'Acme', slug: 'acme' });
    await admin.post('/projects', { name: 'Other', slug: 'other' });
  });

  const verify = (slug: string, headers?: Record<string, string>) =>
    admin.post(`/projects/${slug}/config/custom-domain/verify`, undefined, headers);

  /** Publishes the TXT record that the error requests. */
  async function publish(slug: string): Promise<void> {
    const { status, body } = await verify(slug);
    expect([status, body.code]).toEqual([409, 'custom_domain_unverified']);
    const [, name = '', value = ''] =
      /TXT record (\S+) with the value (\S+) was/.exec(body.detail as string) ?? [];
    const { records } = service.txtRecords;
    records.set(name, [...(records.get(name) ?? []), value]);
  }

  it('returns an error if no domain is set', async () => {
    const { status, body } = await verify('acme');
    expect([status, body.code]).toEqual([409, 'custom_domain_missing']);
  });

  it('verifies the domain once its TXT record exists, until the domain changes', async () => {
    await admin.patch('/projects/acme/config', { custom_domain: 'Feedback.Example.com' });
    await publish('acme');
    expect((await admin.get('/projects/acme/config')).body.custom_domain_verified).toBe(false);

    const { status, body } = await verify('acme');

    expect([status, body.custom_domain, body.custom_domain_verified]).toEqual([
      200,
      'feedback.example.com',
      true,
    ]);
    expect((await admin.get('/projects/acme/config')).body).toEqual(body);
    const same = await admin.patch('/projects/acme/config', { custom_domain: 'feedback.example.com' });
    expect(same.body.custom_domain_verified).toBe(true);
    const other = await admin.patch('/projects/acme/config', { custom_domain: 'other.example.com' });
    expect(other.body.custom_domain_verified).toBe(false);
  });

  it('verifies a domain for one project only', async () => {
    await admin.patch('/projects/acme/config', { custom_domain: 'feedback.example.com' });
    expect((await verify('acme')).status).toBe(200);
    await admin.patch('/projects/other/config', { custom_domain: 'feedback.example.com' });
    await publish('other');

    const { status, body } = await verify('other');

    expect([status, body.code]).toEqual([409, 'custom_domain_taken']);
    await admin.patch('/projects/acme/config', { custom_domain: '' });
    expect((await verify('other')).status).toBe(200);
  });

  it('does not block other requests during the DNS query, also with an Idempotency-Key', async () => {
    await admin.patch('/projects/other/config', { custom_domain: 'slow.example.com' });
    await publish('other');
    const { txtRecords } = service;
    const ask = txtRecords.lookUp.bind(txtRecords);
    let meanwhile = 0;
    const lookUp = jest.spyOn(txtRecords, 'lookUp').mockImplementation(async (name) => {
      meanwhile = (await admin.patch('/projects/acme', { name: 'Acme Corp.' })).status;
      return ask(name);
    });

    const first = await verify('other', { 'idempotency-key': 'a key' });
    const again = await verify('other', { 'idempotency-key': 'a key' });

    expect([first.status, meanwhile]).toEqual([200, 200]);
    expect(first.body.custom_domain_verified).toBe(true);
    expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
      200,
      first.text,
      'true',
    ]);
    expect(lookUp).toHaveBeenCalledTimes(1);
    lookUp.mockRestore();
  });

  it('does not verify a domain that was set during the query for another one', async () => {
    await admin.patch('/projects/other/config', { custom_domain: 'own.example.com' });
    await publish('other');
    const { txtRecords } = service;
    const ask = txtRecords.lookUp.bind(txtRecords);
    const lookUp = jest.spyOn(txtRecords, 'lookUp').mockImplementationOnce(async (name) => {
      await admin.patch('/projects/other/config', { custom_domain: 'foreign.example.com' });
      return ask(name);
    });

    const { status, body } = await verify('other');

    lookUp.mockRestore();
    expect([status, body.code]).toEqual([409, 'custom_domain_unverified']);
    expect((await admin.get('/projects/other/config')).body).toMatchObject({
      custom_domain: 'foreign.example.com',
      custom_domain_verified: false,
    });
  });
});

describe('Slugs', () => {
  let admin: Client;

  beforeAll(async () => {
    admin = service.admin;
  });

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
    const stranger = await service.userClient('stranger@example.com');
    const read = jest.spyOn(service.app.get(Sql), 'readRow');
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
      expect(created.headers.get('location')).toBe(`${service.url}/v1/projects/${slug}`);
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
      await service.app.get(Sql).rows('update projects set slug = $1 where slug = $2', [id, named]);
      const unused = '11111111-1111-4111-8111-111111111111';
      await service.app
        .get(Sql)
        .rows('update projects set slug = $1 where slug = $2', [unused, await project()]);
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
      const answer = await service.send(method, `/v1/projects/${former}${rest}`, { headers });
      expectRedirect(answer, `${service.url}/v1/projects/${former}-now${rest}`);
      if (method === 'HEAD') return;
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.body).toMatchObject({ status: 308, code: 'project_renamed' });
    });

    it('redirects a POST, which is executed with its body', async () => {
      const former = await project();
      await rename(former, `${former}-now`);
      const response = await fetch(`${service.url}/v1/projects/${former}/feedback`, {
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
        const answer = await service.send('GET', path, { headers });
        expect(answer.status).toBe(308);
        const location = answer.headers.get('location') ?? '';
        expect((await service.send('GET', location.slice(service.url.length), { headers })).status).toBe(200);
      }
    });

    it('redirects directly to the current slug after any number of changes', async () => {
      const slugs = [await project(), 'chain-2', 'chain-3', 'chain-4'];
      for (const [index, slug] of slugs.slice(1).entries()) await rename(slugs[index] ?? '', slug);
      for (const former of slugs.slice(0, -1)) {
        expectRedirect(await admin.get(`/projects/${former}`), `${service.url}/v1/projects/chain-4`);
      }
      // A former slug becomes the current one again.
      expect((await rename('chain-4', 'chain-2')).status).toBe(200);
      expect((await admin.get('/projects/chain-2')).status).toBe(200);
      for (const former of [slugs[0], 'chain-3', 'chain-4']) {
        expectRedirect(await admin.get(`/projects/${former}`), `${service.url}/v1/projects/chain-2`);
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
      expectRedirect(await admin.get(`/projects/${former}`), `${service.url}/v1/projects/${former}-other`);
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
      const stranger = await service.userClient('stranger@example.com');
      const bound = await service.userClient('bound@example.com', { project: other });
      const adminBound = await admin.post('/tokens', { name: 'bound', scope: 'admin', project: other });
      for (const client of [bound, stranger]) {
        await admin.put(`/projects/${other}/members/${client.userId}`, { role: 'owner' });
      }
      await admin.put(`/projects/${former}/members/${bound.userId}`, { role: 'owner' });
      await rename(former, `${former}-now`);
      for (const client of [stranger, bound, service.client(adminBound.body.token as string)]) {
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
        `${service.url}/v1/projects/${body.id}/feedback/${feedback.body.id}`,
      );
      expect((await admin.get(`/projects/${slug}/feedback`)).body).toEqual([feedback.body]);
      const token = await admin.post('/tokens', { name: 'Bound', scope: 'read', project: body.id });
      expect(token.body.project).toBe(slug);
      await admin.patch(`/projects/${slug}/settings`, { public_changelog: true });
      const shared = await fetch(`${service.url}/public/v1/projects/${body.id}/changelogs`);
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
      const stranger = await service.userClient('by-id@example.com');
      for (const unknown of [id, '00000000-0000-4000-8000-000000000000']) {
        const { status, body } = await stranger.get(`/projects/${unknown}`);
        expect([status, body.code]).toEqual([404, 'project_not_found']);
      }
    });
  });
});
