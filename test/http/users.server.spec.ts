import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { OidcProvider } from '../support/oidc-provider.js';
import { unique } from '../support/operations.js';
import { walk } from '../support/feedback.js';
import { until } from '../support/until.js';

describe('Me', () => {
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
      const answer = await (method === 'PATCH'
        ? bound.patch('/me', { full_name: 'X' })
        : bound.delete('/me'));
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
      await until(async () => (await admin.get(`${project}/feedback/${feedback.id}`)).status === 404);
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
});

describe('User export', () => {
  let service: TestApp;
  let admin: Client;
  let ada: Client & { userId: string };
  let expected: [string, unknown][];

  const project = '/projects/acme';
  const ndjson = { accept: 'application/x-ndjson' };

  beforeAll(async () => {
    service = await startApp();
    admin = service.admin;
    const { id: projectId } = await bodyOf(admin.post('/projects', { name: 'Acme', slug: 'acme' }));
    ada = await service.userClient('ada@example.com');
    const other = await service.userClient('other@example.com');
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
  afterAll(() => service.close());

  async function bodyOf(answer: Promise<Answer>): Promise<any> {
    const { status, body, text } = await answer;
    if (status >= 300) throw new Error(`${status}: ${text}`);
    return body;
  }

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
    const reader = await service.userClient('many@example.com');
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
    const bea = await service.userClient('bea@example.com');
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
  let first: TestApp;
  let second: TestApp;

  beforeAll(async () => {
    first = await startApp();
    second = await startApp({ database: first.database });
  });

  afterAll(async () => {
    await second.close();
    await first.close();
  });

  it('a token that is revoked through one process is rejected by another within 5 seconds', async () => {
    const { body } = await first.admin.post('/tokens', { name: 'Short', scope: 'read' });
    const elsewhere = second.client(body.token as string);
    expect((await elsewhere.get('/me')).status).toBe(200);
    const start = performance.now();
    expect((await first.admin.delete(`/tokens/${body.id}`)).status).toBe(204);
    // The time of the last request that was accepted.
    let accepted = start;
    for (let sent = start; (await elsewhere.get('/me')).status === 200; sent = performance.now())
      accepted = sent;
    expect(accepted - start).toBeLessThan(5_000);
  });

  it('a block, and a change of `signed_in`, take effect in another process within 5 seconds', async () => {
    await first.admin.post('/projects', { name: 'Shared', slug: 'shared' });
    const settings = '/projects/shared/settings';
    await first.admin.patch(settings, { signed_in: 'viewer' });
    const person = await first.userClient('blocked@example.com');
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
    await untilRefused(() => first.admin.patch(settings, { signed_in: '' }));
    await first.admin.patch(settings, { signed_in: 'viewer' });
    await untilRefused(() =>
      first.admin.put(`/projects/shared/members/${person.userId}`, { role: 'blocked' }),
    );
  });
});
