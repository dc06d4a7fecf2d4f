import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { type Client, outcome, startApp, type TestApp } from '../support/app.js';
import { unique } from '../support/operations.js';
import { HastyClock } from '../support/fakes/hasty-clock.js';

describe('Project settings', () => {
  let service: TestApp;
  let slug: string;
  let project: string;
  let person: Client & { userId: string };

  beforeAll(async () => {
    service = await startApp();
  });

  afterAll(() => service.close());

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
      const events = await service.database.database.dataSource.query(
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
  const clock = new HastyClock();

  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ clock });
  });

  afterAll(() => service.close());

  const stored = async (projectId: string) =>
    (
      await service.database.database.dataSource.query<object[]>(
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
  let service: TestApp;
  let admin: Client;

  beforeAll(async () => {
    service = await startApp();
    admin = service.admin;
    await admin.post('/projects', { name: 'Acme', slug: 'acme' });
    await admin.post('/projects', { name: 'Other', slug: 'other' });
  });

  afterAll(() => service.close());

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
