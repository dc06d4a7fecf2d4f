import { hash } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, outcome, startApp, type TestApp } from '../support/app.js';
import { OidcProvider } from '../support/oidc-provider.js';
import { bodyOf, walk } from '../support/feedback.js';
import { until } from '../support/until.js';
import { importFile } from '../support/import-file.js';
import {
  feedback as portableFeedback,
  person as portablePerson,
  portableFile,
} from '../support/portable-file.js';
import { unique } from '../support/unique.js';

type Person = Client & { userId: string };

const audience = 'https://feedback.example.com';
let provider: OidcProvider;
let service: TestApp;
let admin: Client;

beforeAll(async () => {
  provider = await OidcProvider.start({ email: 'grace@example.com', email_verified: true, name: 'Grace' });
  service = await startApp({
    background: true,
    environment: {
      AUTH_JWT_ISSUER: provider.url,
      AUTH_JWT_AUDIENCE: audience,
      AUTH_JWT_PROVISIONING: 'example.com',
    },
  });
  admin = service.admin;
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

describe('Me', () => {
  const person = (options?: { scope?: string; project?: string }) =>
    service.userClient(`${unique('person')}@example.com`, options);

  async function newProject(): Promise<string> {
    const slug = unique('acme');
    await admin.post('/projects', { name: 'Acme', slug });
    return `/projects/${slug}`;
  }

  describe('PATCH /me', () => {
    it('changes the name and the picture of the caller, and nothing else', async () => {
      const ada = await person({ scope: 'write' });
      const before = (await ada.get('/me')).body;
      const renamed = await ada.patch('/me', { full_name: 'Ada King' });
      expect(renamed.status).toBe(200);
      expect(renamed.body).toEqual({ ...before, user: { ...before.user, full_name: 'Ada King' } });
      const avatar_url = 'https://example.com/ada.png';
      expect((await ada.patch('/me', { avatar_url })).body.user).toEqual({
        ...before.user,
        full_name: 'Ada King',
        avatar_url,
      });
      const read = await ada.get('/me');
      expect(read.body.user).toEqual({ ...before.user, full_name: 'Ada King', avatar_url });
      expect((await ada.patch('/me', { full_name: '' })).body.user.full_name).toBe('');
    });

    it('ignores the read-only fields, so that the record can be sent back', async () => {
      const ada = await person();
      const { body } = await ada.get('/me');
      const answer = await ada.patch('/me', { ...body, instance_admin: true });
      expect([answer.status, answer.body]).toEqual([200, body]);
      expect((await ada.get('/me')).body).toEqual(body);
    });

    it.each([
      [{ email: 'other@example.com' }, '/email', 'unknown'],
      [{ full_name: null }, '/full_name', 'invalid_type'],
      [{ full_name: 'x'.repeat(201) }, '/full_name', 'too_long'],
      [{ avatar_url: 'javascript:alert(1)' }, '/avatar_url', 'invalid_url_scheme'],
    ])('rejects %j', async (body, pointer, code) => {
      const answer = await (await person()).patch('/me', body);
      expect([answer.status, answer.body.errors]).toMatchObject([400, [{ pointer, code }]]);
    });

    it('honors preconditions, and returns the ETag of the next GET', async () => {
      const ada = await person();
      const etag = (await ada.get('/me')).headers.get('etag')!;
      const changed = await ada.patch('/me', { full_name: 'Ada' }, { 'if-match': etag });
      expect(changed.status).toBe(200);
      expect(changed.headers.get('etag')).not.toBe(etag);
      expect((await ada.get('/me')).headers.get('etag')).toBe(changed.headers.get('etag'));
      expect(outcome(await ada.patch('/me', { full_name: 'No' }, { 'if-match': etag }))).toBe(
        '412 precondition_failed',
      );
      expect(outcome(await ada.delete('/me', { 'if-match': etag }))).toBe('412 precondition_failed');
    });

    it.each(['PATCH', 'DELETE'])('rejects a token that is bound to a project: %s', async (method) => {
      const project = await newProject();
      const ada = await person();
      await admin.put(`${project}/members/${ada.userId}`, { role: 'viewer' });
      const order = { name: 'Bound', scope: 'admin', project: project.split('/').at(-1) };
      const bound = service.client((await ada.post('/tokens', order)).body.token);
      const answer = await (method === 'PATCH'
        ? bound.patch('/me', { full_name: 'X' })
        : bound.delete('/me'));
      expect(outcome(answer)).toBe('403 token_bound_to_project');
    });
  });

  describe('DELETE /me', () => {
    it('requires the scope admin', async () => {
      const ada = await person({ scope: 'write' });
      expect(outcome(await ada.delete('/me'))).toBe('403 insufficient_scope');
    });

    it('anonymizes the caller, revokes their tokens and keeps what they wrote', async () => {
      const project = await newProject();
      const ada = await person();
      await admin.put(`${project}/members/${ada.userId}`, { role: 'contributor' });
      const { body: feedback } = await ada.post(`${project}/feedback`, { title: 'Idea' });
      const etag = (await ada.get('/me')).headers.get('etag')!;
      expect((await ada.delete('/me', { 'if-match': etag })).status).toBe(204);
      expect(outcome(await ada.get('/me'))).toBe('401 invalid_token');
      expect(outcome(await admin.get(`/users/${ada.userId}`))).toBe('404 user_not_found');
      expect(outcome(await admin.get(`${project}/members/${ada.userId}`))).toBe('404 member_not_found');
      expect((await admin.get(`${project}/feedback/${feedback.id}`)).body.user).toEqual({
        ...{ id: ada.userId, email: '', full_name: '', avatar_url: '' },
      });
    });

    it('deletes what the caller wrote with content=delete', async () => {
      const project = await newProject();
      const ada = await person();
      await admin.put(`${project}/members/${ada.userId}`, { role: 'contributor' });
      const { body: feedback } = await ada.post(`${project}/feedback`, { title: 'Idea' });
      expect((await ada.delete('/me?content=delete')).status).toBe(204);
      await until(async () => (await admin.get(`${project}/feedback/${feedback.id}`)).status === 404);
    });

    it('returns 409 for the only owner of a project, and changes nothing', async () => {
      const ada = await person();
      const { body: own } = await ada.post('/projects', { name: 'Own', slug: unique('own') });
      const { body: me } = await ada.get('/me');
      expect(outcome(await ada.delete('/me'))).toBe('409 last_owner');
      expect((await ada.get('/me')).body).toEqual(me);
      expect((await ada.get(`/projects/${own.slug}/members/me`)).body.role).toBe('owner');
    });

    it('returns 409 for the last instance admin, and changes nothing', async () => {
      expect(outcome(await admin.delete('/me'))).toBe('409 last_instance_admin');
      expect((await admin.get('/me')).body.instance_admin).toBe(true);
    });
  });

  describe('`me` stands for the caller', () => {
    let ada: Client & { userId: string };
    let project: string;
    let feedback: string;

    beforeAll(async () => {
      project = await newProject();
      ada = await person();
      await admin.put(`${project}/members/${ada.userId}`, { role: 'contributor' });
      const other = await admin.post(`${project}/feedback`, { title: 'Of another' });
      feedback = `${project}/feedback/${other.body.id}`;
    });

    it('in paths', async () => {
      expect((await ada.get('/users/me')).body).toMatchObject({ id: ada.userId, instance_admin: false });
      expect((await ada.get('/users/me/export?limit=1')).body).toMatchObject([
        { kind: 'account', record: { id: ada.userId } },
      ]);
      expect((await ada.get(`${project}/members/me`)).body).toMatchObject({ user: { id: ada.userId } });
      expect((await ada.put(`${feedback}/upvotes/me`)).body.upvotes).toBe(1);
      expect((await ada.get(`${feedback}/upvotes/me`)).body.user.id).toBe(ada.userId);
      expect((await ada.delete(`${feedback}/upvotes/me`)).body.upvotes).toBe(0);
      const { body: me } = await admin.get('/me');
      expect((await admin.patch('/users/me', { full_name: 'Root' })).body).toMatchObject({
        ...{ id: me.user.id, full_name: 'Root' },
      });
      expect(outcome(await admin.delete('/users/me'))).toBe('409 last_instance_admin');
    });

    it('in bodies', async () => {
      const token = await ada.post('/tokens', { name: 'Own', scope: 'read', user_id: 'me' });
      expect([token.status, token.body.user_id]).toEqual([201, ada.userId]);
      const submitted = await ada.post(`${project}/feedback`, { title: 'Mine', user_id: 'me' });
      expect([submitted.status, submitted.body.user_id]).toEqual([201, ada.userId]);
      const comment = await ada.post(`${feedback}/comments`, { content: 'Yes', user_id: 'me' });
      expect([comment.status, comment.body.user_id]).toEqual([201, ada.userId]);
      const vote = await ada.post(`${feedback}/upvotes`, { user_id: 'me' });
      expect([vote.status, vote.body.user.id]).toEqual([201, ada.userId]);
    });

    it('in the query', async () => {
      await ada.post(`${project}/feedback`, { title: 'Mine' });
      const own = await ada.get(`${project}/feedback?user_id=me`);
      expect(own.body.length).toBeGreaterThan(0);
      expect(new Set(own.body.map(({ user_id }: any) => user_id))).toEqual(new Set([ada.userId]));
      expect((await admin.get(`${project}/feedback?user_id=me`)).body).toMatchObject([
        { title: 'Of another' },
      ]);
      await ada.put(`${feedback}/upvotes/me`);
      expect((await ada.get(`${project}/feedback?voter_id=me`)).body).toMatchObject([
        { title: 'Of another' },
      ]);
      expect((await admin.get(`${project}/feedback?voter_id=me`)).body).toEqual([]);
      expect((await ada.get('/tokens?user_id=me')).body.length).toBeGreaterThan(0);
    });

    it('and grants nothing: other accounts and other ids are refused as before', async () => {
      const { body: me } = await admin.get('/me');
      expect(outcome(await ada.get(`/users/${me.user.id}`))).toBe('403 instance_admin_required');
      expect(outcome(await ada.get('/users/none'))).toBe('403 instance_admin_required');
      expect(outcome(await ada.patch('/users/me', { instance_admin: true }))).toBe(
        '403 instance_admin_required',
      );
      expect(outcome(await ada.delete('/users/me'))).toBe('403 instance_admin_required');
      expect(outcome(await ada.put(`${project}/members/me`, { role: 'owner' }))).toBe(
        '403 insufficient_role',
      );
      for (const user_id of ['Me', 'me ', 'x', '']) {
        const answer = await ada.post(`${project}/feedback`, { title: 'X', user_id });
        expect(answer.body.errors).toMatchObject([{ pointer: '/user_id', code: 'invalid_uuid' }]);
      }
    });
  });
});

describe('People', () => {
  /** A project, its editor and its owner. */
  let project: string;
  let editor: Person;

  beforeAll(async () => {
    editor = await service.userClient(newEmail(), { scope: 'write' });
  });
  beforeEach(async () => {
    project = await newProject(editor);
  });

  const newEmail = (): string => `${unique('person')}@example.com`;

  async function newProject(member: Person, role = 'editor'): Promise<string> {
    const slug = unique('acme');
    await bodyOf(admin.post('/projects', { name: 'Acme', slug }));
    await bodyOf(admin.put(`/projects/${slug}/members/${member.userId}`, { role }));
    return `/projects/${slug}`;
  }

  const profile = { full_name: 'Ada Lovelace', avatar_url: 'https://example.com/ada.png' };

  describe('A person', () => {
    it('is created, read, updated, listed and removed; the user stays', async () => {
      const email = newEmail();
      const path = `${project}/people/customer-1`;
      const created = await editor.put(path, { email, ...profile });
      expect([created.status, created.body]).toMatchObject([
        201,
        { external_id: 'customer-1', user: { email, ...profile } },
      ]);
      expect(Object.keys(created.body)).toEqual([
        'external_id',
        'user',
        'company',
        'created_at',
        'updated_at',
      ]);
      const read = await editor.get(path);
      expect([read.status, read.body]).toEqual([200, created.body]);
      const renamed = await editor.put(path, { full_name: 'Ada King' });
      expect([renamed.status, renamed.body.user]).toEqual([
        200,
        { ...created.body.user, full_name: 'Ada King' },
      ]);
      expect(renamed.body.updated_at > created.body.updated_at).toBe(true);
      const unchanged = await editor.put(path, renamed.body);
      expect([unchanged.status, unchanged.body]).toEqual([200, renamed.body]);
      expect((await editor.get(`${project}/people`)).body).toEqual([renamed.body]);
      expect((await editor.delete(path)).status).toBe(204);
      expect(outcome(await editor.get(path))).toBe('404 person_not_found');
      expect(outcome(await editor.delete(path))).toBe('404 person_not_found');
      expect((await admin.get(`/users/${created.body.user.id}`)).body).toMatchObject({
        full_name: 'Ada King',
      });
    });

    it('changes the e-mail address, but never to that of another account', async () => {
      const [first, second] = [newEmail(), newEmail()];
      const path = `${project}/people/1`;
      await bodyOf(editor.put(path, { email: first }));
      expect((await editor.put(path, { email: second })).body.user.email).toBe(second);
      const taken = await editor.put(path, { email: 'ADMIN@localhost', full_name: 'Other' });
      expect([outcome(taken), taken.body.errors]).toMatchObject([
        '409 email_taken',
        [{ pointer: '/email', code: 'email_taken' }],
      ]);
      expect(taken.text).not.toContain('Administrator');
      expect((await editor.get(path)).body.user).toMatchObject({ email: second, full_name: '' });
    });

    it('without an e-mail address has a placeholder, different for each person', async () => {
      const people = await Promise.all(
        ['1', '2'].map((id) => bodyOf(editor.put(`${project}/people/${id}`, {}))),
      );
      const emails = people.map(({ user }) => user.email);
      for (const email of emails) expect(email).toMatch(/@users\.invalid$/);
      expect(new Set(emails).size).toBe(2);
    });

    it('cannot take the placeholder that somebody gets at the first sign-in, whatever the operation', async () => {
      const subject = unique('stranger');
      for (const identity of [
        [provider.url, subject],
        ['signed in', provider.url, subject],
      ]) {
        const email = `${hash('sha256', JSON.stringify(identity)).slice(0, 32)}@Users.invalid`;
        const owner = await service.userClient(newEmail(), { scope: 'admin' });
        await bodyOf(admin.put(`${project}/members/${owner.userId}`, { role: 'owner' }));
        const feedback = await bodyOf(owner.post(`${project}/feedback`, { title: 'Dark mode' }));
        const user = { email };
        const attempts: [string, Promise<Answer>][] = [
          ['/email', owner.put(`${project}/people/1`, { email })],
          ['/email', owner.post(`${project}/members`, { email, role: 'viewer' })],
          ['/user/email', owner.post(`${project}/members`, { user, role: 'viewer' })],
          ['/user/email', owner.post(`${project}/feedback`, { title: 'Dark mode', user })],
          [
            '/user/email',
            owner.post(`${project}/feedback/${feedback.id}/comments`, { content: 'Yes', user }),
          ],
          ['/user/email', owner.post(`${project}/feedback/${feedback.id}/upvotes`, { user })],
          ['/mail_reply_to', owner.patch(`${project}/settings`, { mail_reply_to: email })],
          ['/email', admin.post('/users', { email, full_name: 'Eve' })],
          ['/email', admin.patch(`/users/${owner.userId}`, { email })],
        ];
        for (const [pointer, attempt] of attempts) {
          const { status, body } = await attempt;
          expect([status, body.errors]).toMatchObject([400, [{ pointer, code: 'reserved_email_domain' }]]);
        }
        expect((await admin.get(`/users?email=${encodeURIComponent(email)}`)).body).toEqual([]);
      }
    });

    it('keeps its placeholder when its record is sent back', async () => {
      const path = `${project}/people/1`;
      const { user } = await bodyOf(editor.put(path, {}));
      expect((await editor.put(path, { ...user, full_name: 'Ada' })).status).toBe(400);
      const { email } = user;
      expect((await editor.put(path, { email, full_name: 'Ada' })).body.user).toEqual({
        ...user,
        full_name: 'Ada',
      });
      const account = await bodyOf(admin.get(`/users/${user.id}`));
      expect((await admin.patch(`/users/${user.id}`, account)).body).toEqual(account);
    });

    it.each(['a/b', 'a%2Fb', '../me', 'ä 🚀', "'; drop table people; --", 'x'.repeat(200), '?q=1#h', 'me'])(
      'has an id of any characters: %s',
      async (externalId) => {
        const path = `${project}/people/${encodeURIComponent(externalId)}`;
        const { status, body } = await editor.put(path, { full_name: 'Any' });
        expect([status, body.external_id]).toEqual([201, externalId]);
        expect((await editor.get(path)).body).toEqual(body);
        expect((await editor.delete(path)).status).toBe(204);
      },
    );

    it.each(['%20', '%00', 'x'.repeat(201)])('is refused with the id %s', async (id) => {
      const answer = await editor.put(`${project}/people/${id}`, {});
      expect([answer.status, answer.body.errors[0].parameter]).toEqual([400, 'externalId']);
      expect(outcome(await editor.get(`${project}/people/${id}`))).toBe('404 person_not_found');
      expect(outcome(await editor.delete(`${project}/people/${id}`))).toBe('404 person_not_found');
    });

    it('honors preconditions', async () => {
      const path = `${project}/people/1`;
      expect(outcome(await editor.put(path, {}, { 'if-match': '*' }))).toBe('412 precondition_failed');
      expect((await editor.put(path, { full_name: 'One' }, { 'if-none-match': '*' })).status).toBe(201);
      const etag = (await editor.get(path)).headers.get('etag')!;
      expect((await editor.get(path, { 'if-none-match': etag })).status).toBe(304);
      expect((await editor.put(path, { full_name: 'Two' }, { 'if-match': etag })).status).toBe(200);
      expect(outcome(await editor.put(path, { full_name: 'Three' }, { 'if-match': etag }))).toBe(
        '412 precondition_failed',
      );
      expect((await editor.get(path, { 'if-none-match': etag })).status).toBe(200);
      expect(outcome(await editor.delete(path, { 'if-match': etag }))).toBe('412 precondition_failed');
    });

    it('is created once by concurrent requests', async () => {
      const path = `${project}/people/same`;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => editor.put(path, { full_name: 'Same' })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
      expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
    });

    it('is unknown to other projects, viewers and contributors', async () => {
      await bodyOf(editor.put(`${project}/people/1`, {}));
      const other = await newProject(editor, 'contributor');
      expect(outcome(await editor.get(`${other}/people/1`))).toBe('403 insufficient_role');
      expect(outcome(await admin.get(`${other}/people/1`))).toBe('404 person_not_found');
      expect((await admin.get(`${other}/people`)).body).toEqual([]);
    });
  });

  describe('A list of people', () => {
    it('is paged, and filtered by e-mail address and by name', async () => {
      const email = newEmail();
      await bodyOf(editor.put(`${project}/people/1`, { email, full_name: 'Ada Lovelace' }));
      await bodyOf(editor.put(`${project}/people/2`, { full_name: 'Grace 100% Hopper' }));
      await bodyOf(editor.put(`${project}/people/3`, { email }));
      const ids = async (query: string) =>
        (await bodyOf(editor.get(`${project}/people${query}`))).map((each: any) => each.external_id);
      expect(await ids('')).toEqual(['1', '2', '3']);
      expect(await ids(`?email=${email.toUpperCase()}`)).toEqual(['1', '3']);
      expect(await ids('?email=nobody@example.com')).toEqual([]);
      expect(await ids('?q=lovelace')).toEqual(['1', '3']);
      expect(await ids('?q=%20Ada%20%20lovelace%20')).toEqual(['1', '3']);
      expect(await ids('?q=100%25')).toEqual(['2']);
      expect(await ids('?q=_')).toEqual([]);
      expect(await ids(`?q=ada&email=${email}`)).toEqual(['1', '3']);
      const first = await editor.get(`${project}/people?limit=2&count=true`);
      expect(first.headers.get('x-total-count')).toBe('3');
      const [, next = ''] =
        /<[^>]*(\/projects[^>]*)>; rel="next"/.exec(first.headers.get('link') ?? '') ?? [];
      expect((await editor.get(next)).body.map((each: any) => each.external_id)).toEqual(['3']);
    });
  });

  describe('`user` with an external id', () => {
    it('creates the person, and finds them again, also with another e-mail address', async () => {
      const user = { external_id: 'own 1', email: newEmail(), full_name: 'Own' };
      const feedback = await bodyOf(editor.post(`${project}/feedback`, { title: 'A', user }));
      expect((await editor.get(`${project}/people/own%201`)).body.user).toEqual(feedback.user);
      const path = `${project}/feedback/${feedback.id}`;
      const others = { external_id: 'own 1', email: newEmail(), full_name: 'Ignored' };
      const comment = await bodyOf(editor.post(`${path}/comments`, { content: 'B', user: others }));
      expect(comment.user).toEqual(feedback.user);
      const vote = await bodyOf(editor.post(`${path}/upvotes`, { user: { external_id: 'own 1' } }));
      expect(vote.user).toEqual(feedback.user);
      expect((await admin.get(`/users?email=${others.email}`)).body).toEqual([]);
      const member = await bodyOf(
        admin.post(`${project}/members`, { user: { external_id: 'own 1' }, role: 'viewer' }),
      );
      expect(member.user.id).toBe(feedback.user.id);
    });

    it('requires an external id or an e-mail address', async () => {
      for (const path of ['feedback', 'members']) {
        const answer = await admin.post(`${project}/${path}`, {
          ...(path === 'members' ? { role: 'viewer' } : { title: 'A' }),
          user: { full_name: 'X' },
        });
        expect(answer.body.errors).toMatchObject([{ pointer: '/user/email', code: 'required' }]);
      }
    });

    it('gives contributors no access to people', async () => {
      const { userId } = editor;
      const path = await newProject(editor, 'contributor');
      const own = (await admin.get(`/users/${userId}`)).body.email as string;
      for (const user of [{ external_id: 'new' }, { external_id: 'new', email: own }]) {
        const answer = await editor.post(`${path}/feedback`, { title: 'A', user });
        expect([outcome(answer), answer.body.errors[0].pointer]).toEqual(['403 insufficient_role', '/user']);
      }
      expect((await admin.get(`${path}/people`)).body).toEqual([]);
      await bodyOf(admin.put(`${path}/people/other`, {}));
      await bodyOf(admin.put(`${path}/people/self`, { email: own }));
      const refused = await editor.post(`${path}/feedback`, { title: 'A', user: { external_id: 'other' } });
      expect(outcome(refused)).toBe('403 insufficient_role');
      expect(
        (await editor.post(`${path}/feedback`, { title: 'A', user: { external_id: 'self' } })).status,
      ).toBe(201);
    });
  });

  describe('An editor cannot take over', () => {
    const attack = { full_name: 'Evil', avatar_url: 'https://evil.example/x.png' };

    /** Tries everything that could change an account, and expects that it stays as it is. */
    async function expectProtected(userId: string): Promise<void> {
      const before = await bodyOf(admin.get(`/users/${userId}`));
      const { email } = before as { email: string };
      const put = (id: string, body: object) => editor.put(`${project}/people/${id}`, body);
      const linked = await put('victim', { email: email.toUpperCase(), ...attack });
      expect([linked.status, linked.body.user.id]).toEqual([201, userId]);
      for (const change of [attack, { email: newEmail() }, { email, ...attack }, { full_name: '' }]) {
        const answer = await put('victim', change);
        const { id, full_name, avatar_url } = before;
        expect([answer.status, answer.body.user]).toEqual([200, { id, email, full_name, avatar_url }]);
      }
      for (const user of [
        { email, ...attack },
        { external_id: 'victim', ...attack, email: newEmail() },
      ]) {
        const feedback = await bodyOf(editor.post(`${project}/feedback`, { title: 'A', user }));
        expect(feedback.user.full_name).toBe(before.full_name);
        const path = `${project}/feedback/${feedback.id}`;
        await bodyOf(editor.post(`${path}/comments`, { content: 'A', user }));
        await bodyOf(editor.post(`${path}/upvotes`, { user }));
      }
      // A person of one's own, who gets the address of the account.
      await bodyOf(put('own', { email: newEmail() }));
      expect(outcome(await put('own', { email }))).toBe('409 email_taken');
      expect((await editor.patch(`/users/${userId}`, attack)).status).toBe(403);
      expect((await editor.delete(`${project}/people/victim`)).status).toBe(204);
      expect((await put('victim', { email, ...attack })).status).toBe(201);
      expect((await put('victim', attack)).status).toBe(200);
      expect(await bodyOf(admin.get(`/users/${userId}`))).toEqual(before);
      for (const id of ['victim', 'own']) await bodyOf(editor.delete(`${project}/people/${id}`));
    }

    it('an instance admin', async () => {
      await expectProtected((await bodyOf(admin.get('/me'))).user.id);
    });

    it('an owner of the project, or of another one', async () => {
      const owner = await service.userClient(newEmail());
      await bodyOf(admin.put(`${project}/members/${owner.userId}`, { role: 'owner' }));
      await expectProtected(owner.userId);
      const other = await service.userClient(newEmail());
      await newProject(other, 'owner');
      await expectProtected(other.userId);
    });

    it('a user whom an identity provider manages', async () => {
      const grace = service.client(await provider.token({ audience, scope: 'write' }));
      await expectProtected((await bodyOf(grace.get('/me'))).user.id);
    });

    it('a user whom an instance admin registered, and a user without a project', async () => {
      const { id } = await bodyOf(admin.post('/users', { email: newEmail(), full_name: 'Registered' }));
      await expectProtected(id);
    });

    /** Registers a person through the project: until something else happens, its editors can change the account. */
    async function newPerson(): Promise<{ id: string; email: string }> {
      const { user } = await bodyOf(editor.put(`${project}/people/victim`, { email: newEmail() }));
      expect(
        (await bodyOf(editor.put(`${project}/people/victim`, { full_name: 'Own' }))).user.full_name,
      ).toBe('Own');
      await bodyOf(editor.delete(`${project}/people/victim`));
      return user;
    }

    it.each<[string, (person: { id: string; email: string }, other: string) => Promise<unknown>]>([
      ['is a member', ({ id }, other) => admin.put(`${other}/members/${id}`, { role: 'viewer' })],
      [
        'is a member, by e-mail',
        ({ email }, other) => admin.post(`${other}/members`, { email, role: 'viewer' }),
      ],
      ['is a person', ({ email }, other) => admin.put(`${other}/people/x`, { email })],
      [
        'gave feedback',
        ({ email }, other) => admin.post(`${other}/feedback`, { title: 'A', user: { email } }),
      ],
      [
        'voted',
        async ({ id }, other) => {
          const feedback = await bodyOf(admin.post(`${other}/feedback`, { title: 'A' }));
          return admin.put(`${other}/feedback/${feedback.id}/upvotes/${id}`);
        },
      ],
      [
        'commented',
        async ({ id }, other) => {
          const feedback = await bodyOf(admin.post(`${other}/feedback`, { title: 'A' }));
          return admin.post(`${other}/feedback/${feedback.id}/comments`, { content: 'A', user_id: id });
        },
      ],
    ])('a person of the project who %s in another project', async (_, use) => {
      const person = await newPerson();
      const slug = unique('other');
      await bodyOf(admin.post('/projects', { name: 'Other', slug }));
      await use(person, `/projects/${slug}`);
      await expectProtected(person.id);
    });

    it('a person of the project who can sign in, also once the token is revoked', async () => {
      const person = await newPerson();
      const token = await bodyOf(admin.post('/tokens', { name: 'T', scope: 'read', user_id: person.id }));
      await expectProtected(person.id);
      expect((await admin.delete(`/tokens/${token.id}`)).status).toBe(204);
      await expectProtected(person.id);
    });

    it('a person of the project who became an instance admin', async () => {
      const person = await newPerson();
      await bodyOf(admin.patch(`/users/${person.id}`, { instance_admin: true }));
      await expectProtected(person.id);
    });

    it('a person whom another project registered', async () => {
      const slug = unique('other');
      await bodyOf(admin.post('/projects', { name: 'Other', slug }));
      const { user } = await bodyOf(
        admin.put(`/projects/${slug}/people/1`, { email: newEmail(), ...profile }),
      );
      await expectProtected(user.id);
    });

    it('anybody by an import', async () => {
      const owner = await service.userClient(newEmail());
      const own = await newProject(owner, 'owner');
      const victims = [(await bodyOf(admin.get('/me'))).user.id as string, editor.userId];
      for (const id of victims) {
        const before = await bodyOf(admin.get(`/users/${id}`));
        const evil = { email: before.email, full_name: 'Evil', avatar_url: 'https://evil.example/x.png' };
        const file = [portablePerson('u1', evil), portableFeedback('1', { person: 'u1' })];
        const { state } = await importFile(service, own, portableFile(file, 'feedbase'), '', owner);
        expect(state).toBe('completed');
        expect(await bodyOf(admin.get(`/users/${id}`))).toEqual(before);
      }
    });
  });

  describe('External ids', () => {
    it('are part of the export of a user, and are removed with the user', async () => {
      const { user } = await bodyOf(editor.put(`${project}/people/own-1`, { email: newEmail() }));
      const exported = await admin.get(`/users/${user.id}/export`, { accept: 'application/x-ndjson' });
      const records = exported.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(records.filter(({ kind }) => kind === 'person')).toMatchObject([
        { record: { project: project.split('/').at(-1), external_id: 'own-1' } },
      ]);
      expect((await admin.delete(`/users/${user.id}`)).status).toBe(204);
      expect(outcome(await editor.get(`${project}/people/own-1`))).toBe('404 person_not_found');
      expect((await editor.put(`${project}/people/own-1`, {})).body.user.id).not.toBe(user.id);
    });
  });
});

describe('User export', () => {
  // Without the background work, which subscribes users to their feedback.
  let instance: TestApp;
  let admin: Client;
  let ada: Client & { userId: string };
  let expected: [string, unknown][];

  const project = '/projects/acme';
  const ndjson = { accept: 'application/x-ndjson' };

  beforeAll(async () => {
    instance = await startApp();
    admin = instance.admin;
    const { id: projectId } = await bodyOf(admin.post('/projects', { name: 'Acme', slug: 'acme' }));
    ada = await instance.userClient('ada@example.com');
    const other = await instance.userClient('other@example.com');
    for (const user of [ada, other])
      await bodyOf(admin.put(`${project}/members/${user.userId}`, { role: 'editor' }));
    const feedback = `${project}/feedback`;
    const [own, merged] = [
      await bodyOf(ada.post(feedback, { title: 'Own' })),
      await bodyOf(ada.post(feedback, { title: 'Merged' })),
    ];
    const { id } = await bodyOf(other.post(feedback, { title: 'Of somebody else' }));
    await bodyOf(ada.post(`${feedback}/${id}/comments`, { content: 'Mine' }));
    await bodyOf(other.post(`${feedback}/${id}/comments`, { content: 'Of somebody else' }));
    await bodyOf(ada.put(`${feedback}/${id}/upvotes/me`));
    await bodyOf(other.put(`${feedback}/${id}/upvotes/me`));
    await bodyOf(ada.post(`${project}/changelogs`, { title: 'Draft' }));
    await bodyOf(other.post(`${project}/changelogs`, { title: 'Of somebody else' }));
    await bodyOf(admin.post(`${feedback}/${merged.id}/merge`, { into: id }));
    const of = { user_id: ada.userId };
    expected = [
      ['account', { id: ada.userId, email: 'ada@example.com', full_name: 'ada' }],
      ['token', { ...of, name: 'test', scope: 'admin' }],
      ['membership', { project_id: projectId, project: 'acme', role: 'editor' }],
      ['feedback', { ...of, project_id: projectId, id: own.id, title: 'Own' }],
      ['feedback', { ...of, project_id: projectId, id: merged.id, title: 'Merged' }],
      ['comment', { ...of, project_id: projectId, feedback_id: id, content: 'Mine' }],
      ['vote', { project_id: projectId, feedback_id: id }],
      ['changelog', { project_id: projectId, author_id: ada.userId, title: 'Draft' }],
      ['preferences', { auto_subscribe: true, mail: 'each', time_zone: 'UTC', locale: '' }],
    ];
  });
  afterAll(() => instance.close());

  /** Checks that an export has all records about the user and no others; their order is not specified. */
  function expectAll(records: any[]): void {
    expect(records).toHaveLength(expected.length);
    expect(records).toEqual(
      expect.arrayContaining(
        expected.map(([kind, record]) => ({ kind, record: expect.objectContaining(record as object) })),
      ),
    );
  }

  it('streams everything about a user to the user and to instance admins', async () => {
    for (const [client, path] of [
      [ada, '/users/me/export'],
      [ada, `/users/${ada.userId.toUpperCase()}/export`],
      [admin, `/users/${ada.userId}/export`],
    ] as const) {
      const { text, headers } = await client.get(path, ndjson);
      expect(headers.get('content-type')).toMatch('application/x-ndjson');
      expectAll(
        text
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line) as unknown),
      );
      expect(text).not.toContain(ada.token);
    }
  });

  it('returns pages, and the number of all records on request', async () => {
    expectAll(await walk(ada, '/users/me/export'));
    expectAll(await walk(ada, '/users/me/export?limit=1'));
    const { headers } = await ada.get('/users/me/export?count=true');
    expect(headers.get('x-total-count')).toBe(String(expected.length));
  });

  it('streams more records than one batch has', async () => {
    const reader = await instance.userClient('many@example.com');
    const { id } = (await bodyOf(admin.get(`${project}/feedback`)))[0];
    for (let n = 0; n < 110; n++) {
      const comment = { content: `Comment ${n}`, user_id: reader.userId };
      await bodyOf(admin.post(`${project}/feedback/${id}/comments`, comment));
    }
    const lines = (await reader.get('/users/me/export', ndjson)).text.trimEnd().split('\n');
    const contents = lines.map((line) => JSON.parse(line).record.content).filter(Boolean);
    expect(new Set(contents).size).toBe(110);
  });

  it('leaves out the memberships and external ids of projects that blocked the user, except for instance admins', async () => {
    const bea = await instance.userClient('bea@example.com');
    for (const [slug, role] of [
      ['open', 'viewer'],
      ['closed', 'blocked'],
    ]) {
      await bodyOf(admin.post('/projects', { name: slug, slug }));
      await bodyOf(admin.put(`/projects/${slug}/members/${bea.userId}`, { role }));
      await bodyOf(admin.put(`/projects/${slug}/people/bea`, { email: 'bea@example.com' }));
    }
    const kindsOf = async (client: Client, project: string) => {
      const records: any[] = await walk(client, `/users/${bea.userId}/export`);
      return records.filter(({ record }) => record.project === project).map(({ kind }) => kind);
    };
    expect(await kindsOf(bea, 'open')).toEqual(['membership', 'person']);
    expect(await kindsOf(bea, 'closed')).toEqual([]);
    expect(await kindsOf(admin, 'closed')).toEqual(['membership', 'person']);
    const { headers } = await bea.get('/users/me/export?count=true');
    expect(headers.get('x-total-count')).toBe(String((await walk(bea, '/users/me/export')).length));
  });

  it('returns 403 to other users, and 404 for users that do not exist', async () => {
    const { id } = (await bodyOf(admin.get('/me'))).user;
    expect((await ada.get(`/users/${id}/export`)).status).toBe(403);
    for (const unknown of ['nobody', '00000000-0000-7000-8000-000000000000']) {
      expect((await admin.get(`/users/${unknown}/export`)).status).toBe(404);
    }
    expect((await ada.get('/users/me/export?cursor=x')).status).toBe(400);
  });
});

describe('Revocation', () => {
  let second: TestApp;

  beforeAll(async () => {
    second = await startApp({ database: service.database });
  });

  afterAll(() => second.close());

  it('a token that is revoked through one process is rejected by another within 5 seconds', async () => {
    const { body } = await service.admin.post('/tokens', { name: 'Short', scope: 'read' });
    const elsewhere = second.client(body.token as string);
    expect((await elsewhere.get('/me')).status).toBe(200);
    const start = performance.now();
    expect((await service.admin.delete(`/tokens/${body.id}`)).status).toBe(204);
    // The time of the last request that was accepted.
    let accepted = start;
    for (let sent = start; (await elsewhere.get('/me')).status === 200; sent = performance.now())
      accepted = sent;
    expect(accepted - start).toBeLessThan(5_000);
  });

  it('a block, and a change of `signed_in`, take effect in another process within 5 seconds', async () => {
    await service.admin.post('/projects', { name: 'Shared', slug: 'shared' });
    const settings = '/projects/shared/settings';
    await service.admin.patch(settings, { signed_in: 'viewer' });
    const person = await service.userClient('blocked@example.com');
    const elsewhere = second.client(person.token);
    const untilRefused = async (change: () => Promise<unknown>) => {
      expect((await elsewhere.get('/projects/shared')).status).toBe(200);
      await change();
      const start = performance.now();
      let accepted = start;
      for (
        let sent = start;
        (await elsewhere.get('/projects/shared')).status === 200;
        sent = performance.now()
      )
        accepted = sent;
      expect(accepted - start).toBeLessThan(5_000);
    };
    await untilRefused(() => service.admin.patch(settings, { signed_in: '' }));
    await service.admin.patch(settings, { signed_in: 'viewer' });
    await untilRefused(() =>
      service.admin.put(`/projects/shared/members/${person.userId}`, { role: 'blocked' }),
    );
  });
});

it('a user of an identity provider changes the account, and cannot come back after deleting it', async () => {
  const grace = service.client(await provider.token({ audience, scope: 'admin' }));
  const etag = (await grace.get('/me')).headers.get('etag')!;
  const renamed = await grace.patch('/me', { full_name: 'Grace Hopper' }, { 'if-match': etag });
  expect([renamed.status, renamed.body.user.full_name]).toEqual([200, 'Grace Hopper']);
  expect((await grace.delete('/me')).status).toBe(204);
  const again = service.client(await provider.token({ audience, scope: 'admin' }));
  expect(outcome(await again.get('/me'))).toBe('401 invalid_token');
});
