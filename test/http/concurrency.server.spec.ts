import { AsyncLocalStorage } from 'node:async_hooks';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ChangelogService } from '../../src/changelog/entries/application/changelog.service.js';
import { UserService } from '../../src/identity/users/application/user.service.js';
import { AccessTokenRepository } from '../../src/identity/access-tokens/domain/access-token.repository.js';
import { LastOwner } from '../../src/project/members/domain/member.errors.js';
import { MemberRepository } from '../../src/project/members/domain/member.repository.js';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { untilBlocked } from '../support/database.js';
import { serverUrl } from '../support/server-url.js';
import { bodyOf } from '../support/feedback.js';

/** Runs a function outside of the caller's unit of work. */
const outside = AsyncLocalStorage.snapshot();

let app: TestApp;
/**
 * Other instances on the same database. They are closed last, because all instances in a process share the newest
 * strategy.
 */
let others: TestApp[] = [];
let admin: Client;
let count = 0;

beforeAll(async () => {
  if (serverUrl === undefined) return;
  // Without the background work: the tests say which instances announce entries, and when.
  app = await startApp();
  admin = app.admin;
});

afterAll(async () => {
  await Promise.all(others.map((other) => other.close()));
  await app?.close();
});

async function newProject(): Promise<string> {
  const slug = `project-${++count}`;
  await bodyOf(admin.post('/projects', { name: 'Project', slug }));
  return slug;
}

async function newUser(): Promise<string> {
  const user = await bodyOf(
    admin.post('/users', { email: `user-${++count}@example.com`, full_name: 'User' }),
  );
  return user.id as string;
}

/** Counts the answers by status. */
function tally(answers: readonly Answer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

function times<T>(number: number, work: (n: number) => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: number }, (_, n) => work(n)));
}

describe('Concurrently (needs TEST_DATABASE_URL)', () => {
  describe('slugs', () => {
    it('one of twenty projects gets a slug, and the others receive 409 slug_taken', async () => {
      const slugs = await times(20, () => newProject());
      const answers = await Promise.all(
        slugs.map((slug) => admin.patch(`/projects/${slug}`, { slug: 'wanted', name: 'Renamed' })),
      );
      expect(tally(answers)).toEqual({ 200: 1, 409: 19 });
      for (const { body } of answers.filter(({ status }) => status === 409)) {
        expect(body).toMatchObject({ code: 'slug_taken', errors: [{ pointer: '/slug' }] });
      }
      for (const [index, slug] of slugs.entries()) {
        const won = answers[index]?.status === 200;
        const { status, body } = await admin.get(`/projects/${slug}`);
        expect([status, body.name]).toEqual(won ? [308, undefined] : [200, 'Project']);
      }
      expect((await admin.get('/projects/wanted')).body.name).toBe('Renamed');
    });

    it('one of twenty projects with the same slug is created', async () => {
      const answers = await times(20, () => admin.post('/projects', { name: 'Project', slug: 'made-once' }));
      expect(tally(answers)).toEqual({ 201: 1, 409: 19 });
    });

    it('one of several requests for a former slug succeeds', async () => {
      for (let round = 0; round < 10; round++) {
        const [one, other] = [await newProject(), await newProject()];
        const former = one;
        await bodyOf(admin.patch(`/projects/${one}`, { slug: `${one}-now` }));
        const answers = await Promise.all([
          admin.post('/projects', { name: 'New', slug: former }),
          admin.patch(`/projects/${other}`, { slug: former }),
          admin.patch(`/projects/${one}-now`, { slug: former }),
        ]);
        expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
        expect((await admin.get(`/projects/${former}`)).status).toBe(200);
        const left = await app.query(
          'select slug from former_project_slugs where slug in (select slug from projects)',
        );
        expect(left).toEqual([]);
      }
    });

    it('two projects can swap their slugs repeatedly', async () => {
      const ids = [];
      for (const slug of ['here', 'there']) {
        ids.push((await bodyOf(admin.post('/projects', { name: slug, slug }))).id as string);
      }
      const slugOf = async (id: string) =>
        (await app.query('select slug from projects where id = $1', [id]))[0].slug as string;
      const seen: Answer[] = [];
      for (let round = 0; round < 40; round++) {
        const [one, other] = [await slugOf(ids[0] ?? ''), await slugOf(ids[1] ?? '')];
        seen.push(
          ...(await Promise.all([
            admin.patch(`/projects/${one}`, { slug: other }),
            admin.patch(`/projects/${other}`, { slug: one }),
            admin.patch(`/projects/${one}`, { slug: `${one}-${round}` }),
            admin.patch(`/projects/${other}`, { slug: `${other}-${round}` }),
          ])),
        );
        // Restores names that can be swapped.
        await admin.patch(`/projects/${await slugOf(ids[0] ?? '')}`, { slug: 'here' });
        await admin.patch(`/projects/${await slugOf(ids[1] ?? '')}`, { slug: 'there' });
      }
      // 308 and 404: the slug in the path has become a former one, or belongs to another project.
      const statuses = Object.keys(tally(seen)).map(Number);
      expect(statuses.filter((status) => ![200, 308, 404, 409].includes(status))).toEqual([]);
      expect(statuses).toEqual(expect.arrayContaining([200, 409]));
    });
  });

  describe('changes of different fields of one record are both kept:', () => {
    const rounds = 50;

    async function bothHold(
      write: (change: object) => Promise<Answer>,
      read: () => Promise<Answer>,
      changes: (n: number) => object[],
    ): Promise<void> {
      for (let round = 0; round < rounds; round++) {
        const sent = changes(round);
        const answers = await Promise.all(sent.map(write));
        expect(tally(answers)).toEqual({ 200: sent.length });
        expect((await read()).body).toMatchObject(Object.assign({}, ...sent) as object);
      }
    }

    it('a project', async () => {
      const path = `/projects/${await newProject()}`;
      await bothHold(
        (change) => admin.patch(path, change),
        () => admin.get(path),
        (n) => [{ name: `Name ${n}` }, { icon: `icon-${n}` }, { og_image: `image-${n}` }],
      );
    });

    it('a project, with a change of its slug', async () => {
      const path = `/projects/${await newProject()}`;
      let now = path;
      for (let round = 0; round < rounds; round++) {
        const next = `${path}-${round}`;
        const [renamed, other] = await Promise.all([
          admin.patch(now, { slug: next.replace('/projects/', '') }),
          admin.patch(now, { name: `Name ${round}` }),
        ]);
        expect(renamed.status).toBe(200);
        // The second request may be redirected to the new slug.
        expect([200, 308]).toContain(other.status);
        const { body } = await admin.get(next);
        if (other.status === 200) expect(body.name).toBe(`Name ${round}`);
        now = next;
      }
    });

    it('a configuration', async () => {
      const path = `/projects/${await newProject()}/config`;
      await bothHold(
        (change) => admin.patch(path, change),
        () => admin.get(path),
        (n) => [
          { changelog_preview_style: `style ${n}` },
          { custom_domain: `d${n}.example.com` },
          { integration_chat_webhook: `https://chat.example/${n}`, integration_chat_status: n % 2 === 0 },
        ],
      );
    });

    it('feedback', async () => {
      const project = `/projects/${await newProject()}`;
      for (const tag of ['one', 'two']) await bodyOf(admin.put(`${project}/tags/${tag}`, { color: '#000' }));
      const { id } = await bodyOf(admin.post(`${project}/feedback`, { title: 'Feedback' }));
      const path = `${project}/feedback/${id}`;
      await bothHold(
        (change) => admin.patch(path, { ...change }),
        async () => {
          const answer = await admin.get(path);
          return { ...answer, body: { ...answer.body, tags: answer.body.tags.map((tag: any) => tag.name) } };
        },
        (n) => [
          { title: `Title ${n}` },
          { description: `Description ${n}` },
          { status: ['planned', 'completed', 'rejected'][n % 3] },
          { tags: [['one'], ['two'], ['one', 'two'], []][n % 4] },
        ],
      );
    });

    it('a changelog', async () => {
      const project = `/projects/${await newProject()}`;
      const { id } = await bodyOf(admin.post(`${project}/changelogs`, { title: 'Entry' }));
      const path = `${project}/changelogs/${id}`;
      await bothHold(
        (change) => admin.put(path, change),
        () => admin.get(path),
        (n) => [
          { title: `Title ${n}` },
          { summary: `Summary ${n}`, published: n % 2 === 0 },
          { content: `Content ${n}` },
          { publish_date: `2026-01-01T00:00:00.${String(n).padStart(3, '0')}Z` },
        ],
      );
    });

    it('a user', async () => {
      const path = `/users/${await newUser()}`;
      await bothHold(
        (change) => admin.patch(path, change),
        () => admin.get(path),
        (n) => [
          { full_name: `Name ${n}` },
          { avatar_url: `https://pictures.example/${n}` },
          { email: `address-${n}@example.com` },
          { instance_admin: n % 2 === 0 },
        ],
      );
    });

    it("a member, with a change of the user's name", async () => {
      const userId = await newUser();
      const path = `/projects/${await newProject()}/members/${userId}`;
      await bodyOf(admin.put(path, { role: 'viewer' }));
      for (let round = 0; round < rounds; round++) {
        const role = ['contributor', 'editor', 'owner', 'viewer'][round % 4];
        const answers = await Promise.all([
          admin.put(path, { role }),
          admin.patch(`/users/${userId}`, { full_name: `Name ${round}` }),
        ]);
        expect(tally(answers)).toEqual({ 200: 2 });
        expect((await admin.get(path)).body).toMatchObject({ role, user: { full_name: `Name ${round}` } });
      }
    });

    it('a tag', async () => {
      const path = `/projects/${await newProject()}/tags`;
      await bodyOf(admin.put(`${path}/bug`, { color: '#000000' }));
      for (let round = 0; round < rounds; round++) {
        const name = round % 2 === 0 ? 'Bug' : 'BUG';
        const color = `#${String(round).padStart(6, '0')}`;
        const answers = await Promise.all([
          admin.put(`${path}/bug`, { name }),
          admin.put(`${path}/bug`, { color }),
        ]);
        expect(tally(answers)).toEqual({ 200: 2 });
        expect((await admin.get(path)).body).toEqual([{ name, color }]);
      }
    });
  });

  describe('one of the last people in charge remains:', () => {
    it('one of two owners who remove each other', async () => {
      for (let round = 0; round < 10; round++) {
        const slug = await newProject();
        const owners = [];
        for (const email of [`first-${round}@example.com`, `second-${round}@example.com`]) {
          const owner = await app.userClient(email);
          await bodyOf(admin.put(`/projects/${slug}/members/${owner.userId}`, { role: 'owner' }));
          owners.push(owner);
        }
        await bodyOf(admin.delete(`/projects/${slug}/members/me`));
        const [one, other] = owners;
        if (!one || !other) throw new Error('There are two.');
        const answers = await Promise.all([
          one.delete(`/projects/${slug}/members/${other.userId}`),
          round % 2 === 0
            ? other.delete(`/projects/${slug}/members/${one.userId}`)
            : other.put(`/projects/${slug}/members/${one.userId}`, { role: 'viewer' }),
        ]);
        // The second request fails because its caller is the last owner, no longer an owner, or no longer a member.
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status < 300)).toHaveLength(1);
        expect(statuses.filter((status) => [403, 404, 409].includes(status))).toHaveLength(1);
        const members = (await bodyOf(admin.get(`/projects/${slug}/members`))) as { role: string }[];
        expect(members.filter(({ role }) => role === 'owner')).toHaveLength(1);
      }
    });

    it('one of several owners who all leave', async () => {
      const slug = await newProject();
      const owners = await times(6, (n) => app.userClient(`leaver-${n}@example.com`));
      for (const { userId } of owners) {
        await bodyOf(admin.put(`/projects/${slug}/members/${userId}`, { role: 'owner' }));
      }
      const answers = await Promise.all(
        [admin, ...owners].map((owner) => owner.delete(`/projects/${slug}/members/me`)),
      );
      expect(tally(answers)).toEqual({ 204: 6, 409: 1 });
    });

    it("one of two owners, if one is removed and the other one's account is deleted", async () => {
      const slug = await newProject();
      const [removed, deleted] = [await newUser(), await newUser()];
      for (const id of [removed, deleted]) {
        await bodyOf(admin.put(`/projects/${slug}/members/${id}`, { role: 'owner' }));
      }
      await bodyOf(admin.delete(`/projects/${slug}/members/me`));
      const members = app.app.get(MemberRepository, { strict: false });
      const users = app.app.get(UserService, { strict: false });
      const remove = members.remove.bind(members);
      let deletion: Promise<void> | undefined;
      const spy = jest.spyOn(members, 'remove').mockImplementationOnce(async (member) => {
        await remove(member);
        deletion = outside(() => users.remove(deleted, deleted));
        await untilBlocked(app.database, deletion);
      });
      await bodyOf(admin.delete(`/projects/${slug}/members/${removed}`));
      spy.mockRestore();
      await expect(deletion).rejects.toThrow(LastOwner);
    });

    it('one of several instance admins who all give up their rights', async () => {
      const others = await times(5, () => newUser());
      for (const id of others) await bodyOf(admin.patch(`/users/${id}`, { instance_admin: true }));
      const tokens = await Promise.all(
        others.map((user_id) => bodyOf(admin.post('/tokens', { name: 'x', scope: 'admin', user_id }))),
      );
      const answers = await Promise.all(
        others.map((id, n) =>
          app.client(tokens[n].token as string).patch(`/users/${id}`, { instance_admin: false }),
        ),
      );
      expect(tally(answers)).toEqual({ 200: 5 });
      // Now the first admin and another one give up their rights concurrently.
      const last = await newUser();
      await bodyOf(admin.patch(`/users/${last}`, { instance_admin: true }));
      const { token } = await bodyOf(admin.post('/tokens', { name: 'x', scope: 'admin', user_id: last }));
      const me = (await bodyOf(admin.get('/me'))).user.id as string;
      const both = await Promise.all([
        admin.patch(`/users/${me}`, { instance_admin: false }),
        app.client(token as string).patch(`/users/${last}`, { instance_admin: false }),
      ]);
      expect(tally(both)).toEqual({ 200: 1, 409: 1 });
      const [left] = both[0].status === 409 ? [admin] : [app.client(token as string)];
      await bodyOf(left.patch(`/users/${me}`, { instance_admin: true }));
      if (left !== admin) await bodyOf(admin.patch(`/users/${last}`, { instance_admin: false }));
    });
  });

  it('ten POSTs with one e-mail address create one user', async () => {
    const answers = await times(10, (n) =>
      admin.post('/users', {
        email: n % 2 === 0 ? 'Same@Example.com' : 'same@example.com',
        full_name: `Name ${n}`,
      }),
    );
    expect(tally(answers)).toEqual({ 200: 9, 201: 1 });
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
    const first = answers.find(({ status }) => status === 201)?.body;
    for (const { body } of answers) expect(body).toEqual(first);
  });

  it('feedback on behalf of a new user, submitted ten times, creates one user', async () => {
    const slug = await newProject();
    const user = { email: 'new-submitter@example.com', full_name: 'New' };
    const answers = await times(10, () => admin.post(`/projects/${slug}/feedback`, { title: 'x', user }));
    expect(tally(answers)).toEqual({ 201: 10 });
    expect(new Set(answers.map(({ body }) => body.user_id)).size).toBe(1);
  });

  it('ten invitations of one person create one member', async () => {
    const slug = await newProject();
    const invitation = { email: 'invited@example.com', role: 'viewer' };
    const answers = await times(10, () => admin.post(`/projects/${slug}/members`, invitation));
    expect(tally(answers)).toEqual({ 201: 1, 409: 9 });
  });

  it('ten PUTs of a new tag create one tag', async () => {
    const path = `/projects/${await newProject()}/tags`;
    for (let round = 0; round < 5; round++) {
      const answers = await times(10, (n) =>
        admin.put(`${path}/${n % 2 === 0 ? 'new' : 'NEW'}-${round}`, { color: `#00000${n}` }),
      );
      expect(tally(answers)).toEqual({ 200: 9, 201: 1 });
    }
    expect((await admin.get(path)).body).toHaveLength(5);
  });

  it('a tag can be removed while it is added to feedback', async () => {
    const project = `/projects/${await newProject()}`;
    const { id } = await bodyOf(admin.post(`${project}/feedback`, { title: 'Feedback' }));
    const seen: Answer[] = [];
    for (let round = 0; round < 20; round++) {
      for (const tag of ['one', 'two']) await bodyOf(admin.put(`${project}/tags/${tag}`, { color: '#000' }));
      seen.push(
        ...(await Promise.all([
          admin.patch(`${project}/feedback/${id}`, { tags: ['one', 'two'] }),
          admin.post(`${project}/feedback`, { title: 'New', tags: ['two', 'one'] }),
          admin.delete(`${project}/tags/one`),
          admin.put(`${project}/tags/two`, { name: `renamed-${round}` }),
          admin.patch(`${project}/feedback/${id}`, { tags: ['two'] }),
        ])),
      );
    }
    const statuses = Object.keys(tally(seen)).map(Number);
    expect(statuses.filter((status) => ![200, 201, 204, 400, 404].includes(status))).toEqual([]);
    for (const { status, body } of seen) {
      if (status === 400) expect(body.errors[0].pointer).toMatch(/^\/tags\/\d$/);
    }
    const dangling = await app.query(
      'select 1 from feedback_tags where tag_id not in (select id from tags) or feedback_id not in (select id from feedback)',
    );
    expect(dangling).toEqual([]);
  });

  it('a project can be removed while feedback is submitted, and leaves no records', async () => {
    const seen: Answer[] = [];
    for (let round = 0; round < 5; round++) {
      const slug = await newProject();
      const path = `/projects/${slug}`;
      const { id } = await bodyOf(admin.get(path));
      await bodyOf(admin.put(`${path}/tags/bug`, { color: '#000' }));
      const [removal, ...others] = await Promise.all([
        new Promise((done) => setTimeout(done, round * 5)).then(() => admin.delete(path)),
        ...Array.from({ length: 20 }, (_, n) =>
          admin.post(`${path}/feedback`, { title: `No. ${n}`, tags: n % 2 === 0 ? ['bug'] : [] }),
        ),
        admin.post(`${path}/changelogs`, { title: 'Entry' }),
        admin.post(`${path}/members`, { email: `late-${round}@example.com`, role: 'viewer' }),
        admin.put(`${path}/tags/late`, { color: '#000' }),
        admin.patch(`${path}/config`, { changelog_preview_style: 'late' }),
        admin.patch(path, { slug: `${slug}-late` }),
      ]);
      // The project may have been renamed meanwhile.
      if (removal.status === 308) await admin.delete(`${path}-late`);
      seen.push(...others);
      for (const table of [
        'feedback',
        'changelogs',
        'members',
        'tags',
        'project_configs',
        'former_project_slugs',
      ]) {
        expect(await app.query(`select * from ${table} where project_id = $1`, [id])).toEqual([]);
      }
    }
    // 400: the tag was removed before the project.
    const statuses = Object.keys(tally(seen)).map(Number);
    expect(statuses.filter((status) => ![200, 201, 308, 400, 404].includes(status))).toEqual([]);
  });

  describe('publishing', () => {
    /** Creates an entry in a new project, and returns its path and a function that counts its events of a type. */
    async function entry(
      values: object = {},
    ): Promise<{ path: string; countEvents: (type: string) => Promise<number> }> {
      const changelogs = `/projects/${await newProject()}/changelogs`;
      const { id } = await bodyOf(admin.post(changelogs, { title: 'Entry', ...values }));
      const countEvents = async (type: string) =>
        (await app.query(`select 1 from events where data ->> 'id' = $1 and type = $2`, [id, type])).length;
      return { path: `${changelogs}/${id}`, countEvents };
    }

    const soon = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
    const announceIn = (service: TestApp) => service.app.get(ChangelogService).announceDue();

    it('of an entry by twenty requests is recorded once', async () => {
      const { path, countEvents } = await entry();
      for (let round = 1; round <= 3; round++) {
        expect(tally(await times(20, () => admin.put(path, { published: true })))).toEqual({ 200: 20 });
        expect(tally(await times(20, () => admin.put(path, { published: false })))).toEqual({ 200: 20 });
        expect([
          await countEvents('changelog.published'),
          await countEvents('changelog.unpublished'),
        ]).toEqual([round, round]);
      }
      expect(await countEvents('changelog.updated')).toBe(0);
    });

    it('skips an entry that is locked, and continues with others', async () => {
      const entries = await times(2, () => entry({ published: true, publish_date: soon(60_000) }));
      const [held, free] = entries;
      if (!held || !free) throw new Error('There are no entries.');
      const ids = entries.map(({ path }) => path.split('/').at(-1));
      await app.query(
        `update changelogs set publish_date = now() - interval '1 second' where id = any ($1)`,
        [ids],
      );
      await app.database.database.dataSource.transaction(async (manager) => {
        const [id] = ids;
        await manager.query('select 1 from changelogs where id = $1 for update', [id]);
        await announceIn(app);
        expect([
          await held.countEvents('changelog.published'),
          await free.countEvents('changelog.published'),
        ]).toEqual([0, 1]);
      });
      await announceIn(app);
      expect(await held.countEvents('changelog.published')).toBe(1);
    });

    it('of scheduled entries by several processes is recorded once', async () => {
      const entries = await times(10, () => entry({ published: true, publish_date: soon(1_500) }));
      others = await Promise.all([
        startApp({ database: app.database, background: true }),
        startApp({ database: app.database, background: true }),
      ]);
      const announce = () =>
        Promise.all([
          ...others.flatMap((service) => [announceIn(service), announceIn(service)]),
          ...entries.map(({ path }) => admin.put(path, { published: true, title: `At ${Date.now()}` })),
        ]);
      const counts = () => Promise.all(entries.map(({ countEvents }) => countEvents('changelog.published')));
      // From before they are due until all are published, and once more.
      do await announce();
      while ((await counts()).includes(0));
      await announce();
      for (const { countEvents } of entries) expect(await countEvents('changelog.published')).toBe(1);
    });
  });

  it('each of many votes, merges, revisions and tags is recorded once', async () => {
    const slug = await newProject();
    const feedback = `/projects/${slug}/feedback`;
    const { id } = await bodyOf(admin.post(feedback, { title: 'Wish' }));
    const { id: sourceId } = await bodyOf(admin.post(feedback, { title: 'Source' }));
    const answers = await Promise.all([
      times(10, () => admin.post(`${feedback}/${sourceId}/merge`, { into: id })),
      times(10, () => admin.put(`${feedback}/${id}/upvotes/me`)),
      times(10, () => admin.patch(`${feedback}/${id}`, { title: 'Other', status: 'planned' })),
      times(10, () => admin.put(`/projects/${slug}/tags/bug`, { color: '#f00' })),
    ]);
    expect(answers.flat().filter(({ status }) => status >= 500)).toEqual([]);
    const countEvents = await app.query(
      `select e.type, count(*)::int as number from events e join projects p on p.id = e.project_id
       where p.slug = $1 group by e.type order by e.type`,
      [slug],
    );
    expect(countEvents.map(({ type, number }) => [type, number])).toEqual([
      ['feedback.created', 2],
      ['feedback.merged', 1],
      ['feedback.status_changed', 1],
      ['feedback.updated', 1],
      ['feedback.upvoted', 1],
      ['project.created', 1],
      ['tag.created', 1],
    ]);
  });

  it('a user can be removed while they submit feedback: they are anonymized and lose all memberships', async () => {
    const slug = await newProject();
    for (let round = 0; round < 5; round++) {
      const user = await app.userClient(`goes-${round}@example.com`, { scope: 'write' });
      await bodyOf(admin.put(`/projects/${slug}/members/${user.userId}`, { role: 'contributor' }));
      const [removal, invited, ...submitted] = await Promise.all([
        admin.delete(`/users/${user.userId}`),
        admin.put(`/projects/${slug}/members/${user.userId}`, { role: 'viewer' }),
        ...Array.from({ length: 10 }, (_, n) =>
          user.post(`/projects/${slug}/feedback`, { title: `No. ${n}` }),
        ),
        admin.post('/tokens', { name: 'late', scope: 'read', user_id: user.userId }),
      ]);
      expect(removal.status).toBe(204);
      expect([200, 201, 404]).toContain(invited.status);
      // 400: the user of the token was removed; 403: the user has become a viewer.
      const statuses = Object.keys(tally(submitted)).map(Number);
      expect(statuses.filter((status) => ![201, 400, 401, 403, 404].includes(status))).toEqual([]);
      expect(
        await app.query('select email, full_name, avatar_url from users where id = $1', [user.userId]),
      ).toEqual([{ email: '', full_name: '', avatar_url: '' }]);
      expect(await app.query('select 1 from access_tokens where user_id = $1', [user.userId])).toEqual([]);
      expect(await app.query('select role from members where user_id = $1', [user.userId])).toEqual([]);
      expect((await user.get('/me')).status).toBe(401);
    }
  });

  it('a user can be removed while a token is created for them: no token remains', async () => {
    const id = await newUser();
    const tokens = app.app.get(AccessTokenRepository, { strict: false });
    const removeAllOf = tokens.removeAllOf.bind(tokens);
    let issued: Promise<Answer> | undefined;
    const spy = jest.spyOn(tokens, 'removeAllOf').mockImplementationOnce(async (userId) => {
      await removeAllOf(userId);
      issued = admin.post('/tokens', { name: 'late', scope: 'read', user_id: id });
      await untilBlocked(app.database, issued);
    });
    await bodyOf(admin.delete(`/users/${id}`));
    spy.mockRestore();
    expect(await issued).toMatchObject({ status: 400, body: { errors: [{ pointer: '/user_id' }] } });
    expect(await app.query('select 1 from access_tokens where user_id = $1', [id])).toEqual([]);
  });

  it('a user can be removed while they are added as a member: no membership remains', async () => {
    const slugs = await times(6, () => newProject());
    for (let round = 0; round < 8; round++) {
      const email = `gone-${round}@example.com`;
      const { id } = await bodyOf(admin.post('/users', { email, full_name: 'User' }));
      const [removal, ...invited] = await Promise.all([
        admin.delete(`/users/${id}`),
        ...slugs.map((slug, n) =>
          n % 2 === 0
            ? admin.put(`/projects/${slug}/members/${id}`, { role: 'viewer' })
            : admin.post(`/projects/${slug}/members`, { email, role: 'viewer' }),
        ),
      ]);
      expect(removal.status).toBe(204);
      const statuses = Object.keys(tally(invited)).map(Number);
      expect(statuses.filter((status) => ![201, 404].includes(status))).toEqual([]);
      expect(await app.query('select project_id from members where user_id = $1', [id])).toEqual([]);
    }
  });
});
