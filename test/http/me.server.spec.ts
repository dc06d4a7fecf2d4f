import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { OidcProvider } from '../support/oidc-provider.js';
import { unique } from '../support/operations.js';

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

const person = (options?: { scope?: string; project?: string }) =>
  service.userClient(`${unique('person')}@example.com`, options);

async function newProject(): Promise<string> {
  const slug = unique('acme');
  await admin.post('/projects', { name: 'Acme', slug });
  return `/projects/${slug}`;
}

const outcome = ({ status, body }: Answer) => [status, body?.code];

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
    expect(outcome(await ada.patch('/me', { full_name: 'No' }, { 'if-match': etag }))).toEqual([
      412,
      'precondition_failed',
    ]);
    expect(outcome(await ada.delete('/me', { 'if-match': etag }))).toEqual([412, 'precondition_failed']);
  });

  it.each(['PATCH', 'DELETE'])('rejects a token that is bound to a project: %s', async (method) => {
    const project = await newProject();
    const ada = await person();
    await admin.put(`${project}/members/${ada.userId}`, { role: 'viewer' });
    const order = { name: 'Bound', scope: 'admin', project: project.split('/').at(-1) };
    const bound = service.client((await ada.post('/tokens', order)).body.token);
    const answer = await (method === 'PATCH' ? bound.patch('/me', { full_name: 'X' }) : bound.delete('/me'));
    expect(outcome(answer)).toEqual([403, 'token_bound_to_project']);
  });
});

describe('DELETE /me', () => {
  it('requires the scope admin', async () => {
    const ada = await person({ scope: 'write' });
    expect(outcome(await ada.delete('/me'))).toEqual([403, 'insufficient_scope']);
  });

  it('anonymizes the caller, revokes their tokens and keeps what they wrote', async () => {
    const project = await newProject();
    const ada = await person();
    await admin.put(`${project}/members/${ada.userId}`, { role: 'contributor' });
    const { body: feedback } = await ada.post(`${project}/feedback`, { title: 'Idea' });
    const etag = (await ada.get('/me')).headers.get('etag')!;
    expect((await ada.delete('/me', { 'if-match': etag })).status).toBe(204);
    expect(outcome(await ada.get('/me'))).toEqual([401, 'invalid_token']);
    expect(outcome(await admin.get(`/users/${ada.userId}`))).toEqual([404, 'user_not_found']);
    expect(outcome(await admin.get(`${project}/members/${ada.userId}`))).toEqual([404, 'member_not_found']);
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
    let status = 200;
    for (const end = Date.now() + 20_000; status === 200 && Date.now() < end;) {
      ({ status } = await admin.get(`${project}/feedback/${feedback.id}`));
    }
    expect(status).toBe(404);
  });

  it('returns 409 for the only owner of a project, and changes nothing', async () => {
    const ada = await person();
    const { body: own } = await ada.post('/projects', { name: 'Own', slug: unique('own') });
    const { body: me } = await ada.get('/me');
    expect(outcome(await ada.delete('/me'))).toEqual([409, 'last_owner']);
    expect((await ada.get('/me')).body).toEqual(me);
    expect((await ada.get(`/projects/${own.slug}/members/me`)).body.role).toBe('owner');
  });

  it('returns 409 for the last instance admin, and changes nothing', async () => {
    expect(outcome(await admin.delete('/me'))).toEqual([409, 'last_instance_admin']);
    expect((await admin.get('/me')).body.instance_admin).toBe(true);
  });
});

it('a user of an identity provider changes the account, and cannot come back after deleting it', async () => {
  const grace = service.client(await provider.token({ audience, scope: 'admin' }));
  const etag = (await grace.get('/me')).headers.get('etag')!;
  const renamed = await grace.patch('/me', { full_name: 'Grace Hopper' }, { 'if-match': etag });
  expect([renamed.status, renamed.body.user.full_name]).toEqual([200, 'Grace Hopper']);
  expect((await grace.delete('/me')).status).toBe(204);
  const again = service.client(await provider.token({ audience, scope: 'admin' }));
  expect(outcome(await again.get('/me'))).toEqual([401, 'invalid_token']);
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
    expect(outcome(await admin.delete('/users/me'))).toEqual([409, 'last_instance_admin']);
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
    expect((await admin.get(`${project}/feedback?user_id=me`)).body).toMatchObject([{ title: 'Of another' }]);
    await ada.put(`${feedback}/upvotes/me`);
    expect((await ada.get(`${project}/feedback?voter_id=me`)).body).toMatchObject([{ title: 'Of another' }]);
    expect((await admin.get(`${project}/feedback?voter_id=me`)).body).toEqual([]);
    expect((await ada.get('/tokens?user_id=me')).body.length).toBeGreaterThan(0);
  });

  it('and grants nothing: other accounts and other ids are refused as before', async () => {
    const { body: me } = await admin.get('/me');
    expect(outcome(await ada.get(`/users/${me.user.id}`))).toEqual([403, 'instance_admin_required']);
    expect(outcome(await ada.get('/users/none'))).toEqual([403, 'instance_admin_required']);
    expect(outcome(await ada.patch('/users/me', { instance_admin: true }))).toEqual([
      ...[403, 'instance_admin_required'],
    ]);
    expect(outcome(await ada.delete('/users/me'))).toEqual([403, 'instance_admin_required']);
    expect(outcome(await ada.put(`${project}/members/me`, { role: 'owner' }))).toEqual([
      ...[403, 'insufficient_role'],
    ]);
    for (const user_id of ['Me', 'me ', 'x', '']) {
      const answer = await ada.post(`${project}/feedback`, { title: 'X', user_id });
      expect(answer.body.errors).toMatchObject([{ pointer: '/user_id', code: 'invalid_uuid' }]);
    }
  });
});
