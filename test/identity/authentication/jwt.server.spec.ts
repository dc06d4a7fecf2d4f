import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { FakeClock } from '../../support/fakes/fake-clock.js';
import { OidcProvider } from '../../support/oidc-provider.js';

const audience = 'https://feedback.example.com';

let provider: OidcProvider;
let service: TestApp;
let clock: FakeClock;

beforeAll(async () => {
  provider = await OidcProvider.start({
    email: 'grace@example.com',
    email_verified: true,
    name: 'Grace Hopper',
    feedback_roles: ['granted:editor', 'other:billing', 'misnamed:blocked'],
  });
  clock = new FakeClock();
  clock.set(new Date());
  service = await startApp({
    clock,
    environment: {
      LOG_LEVEL: 'error',
      AUTH_JWT_ISSUER: provider.url,
      AUTH_JWT_AUDIENCE: audience,
      AUTH_JWT_ROLES_CLAIM: 'feedback_roles',
      AUTH_JWT_PROVISIONING: 'example.com',
      PUBLIC_BASE_URL: audience,
    },
  });
  await service.admin.post('/projects', { name: 'CurrentAccess', slug: 'granted' });
  await service.admin.post('/projects', { name: 'Joined', slug: 'joined' });
  for (const slug of ['other', 'misnamed']) await service.admin.post('/projects', { name: slug, slug });
});
afterAll(async () => {
  await service.close();
  await provider.stop();
});

const client = async (options: { audience?: string; scope?: string } = {}) =>
  service.client(await provider.token(options));

it('creates the user at the first request and returns user and token', async () => {
  const { status, body } = await (await client({ scope: 'read write' })).get('/me');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    user: { email: 'grace@example.com', full_name: 'Grace Hopper' },
    instance_admin: false,
    token: { id: '', name: '', scope: 'write', project: '' },
  });
  expect(new Date(body.token.expires_at).getTime()).toBeGreaterThan(clock.now().getTime());
});

it('grants roles by membership and by the token', async () => {
  const grace = await client({ scope: 'write' });
  await service.admin.post('/projects/joined/members', { email: 'grace@example.com', role: 'viewer' });
  const { body: projects } = await grace.get('/projects');
  expect(projects.map(({ slug }: { slug: string }) => slug)).toEqual(['joined', 'granted']);
  expect((await grace.post('/projects/granted/changelogs', { title: 'News' })).status).toBe(201);
  expect((await grace.post('/projects/joined/feedback', { title: 'Idea' })).status).toBe(403);
  for (const slug of ['other', 'misnamed']) expect((await grace.get(`/projects/${slug}`)).status).toBe(404);
});

it('refuses a blocked member whatever role the token grants', async () => {
  const grace = await client({ scope: 'write' });
  const { id } = (await grace.get('/me')).body.user;
  await service.admin.put(`/projects/granted/members/${id}`, { role: 'blocked' });
  await service.admin.patch('/projects/granted/settings', { signed_in: 'contributor' });
  const { status, body } = await grace.get('/projects/granted');
  expect([status, body.code]).toEqual([404, 'project_not_found']);
  const { body: projects } = await grace.get('/projects');
  expect(projects.map(({ slug }: { slug: string }) => slug)).not.toContain('granted');
  expect((await grace.get('/users?email=grace@example.com')).status).toBe(403);
  await service.admin.delete(`/projects/granted/members/${id}`);
  expect((await grace.post('/projects/granted/changelogs', { title: 'News' })).status).toBe(201);
  await service.admin.patch('/projects/granted/settings', { signed_in: '' });
});

it('creates access tokens that grant no more and last no longer', async () => {
  const grace = await client({ scope: 'write' });
  const { body: me } = await grace.get('/me');
  const order = { name: 'Script', scope: 'write', expires_at: me.token.expires_at };
  const { status, body } = await grace.post('/tokens', order);
  expect(status).toBe(201);
  expect((await service.client(body.token).get('/me')).body.user).toEqual(me.user);
  expect((await grace.post('/tokens', { ...order, scope: 'admin' })).status).toBe(403);
  expect((await grace.post('/tokens', { name: 'Script', scope: 'write' })).status).toBe(403);
});

it('lets assistants use tools with what the token grants', async () => {
  const call = (token: string, tool: string, args: object) =>
    fetch(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        ...{ jsonrpc: '2.0', id: 1, method: 'tools/call' },
        params: { name: tool, arguments: { project: 'granted', ...args } },
      }),
    });
  const token = await provider.token({ scope: 'write' });
  const submitted = await (await call(token, 'submit_feedback', { title: 'By an assistant' })).text();
  expect(submitted).toContain('"email":"grace@example.com"');
  expect(await (await call(token, 'search_feedback', { project: 'other' })).text()).toContain(
    'project_not_found',
  );
  const refused = await call('x.y.z', 'search_feedback', {});
  expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
    401,
    expect.stringMatching(/error="invalid_token".*resource_metadata=/),
  ]);
});

it('names the metadata of the resource in challenges', async () => {
  const url = `${audience}/.well-known/oauth-protected-resource`;
  const { status, headers } = await service.send('GET', '/v1/me');
  expect(status).toBe(401);
  expect(headers.get('WWW-Authenticate')).toBe(
    `Bearer realm="feedback-changelog-service", resource_metadata="${url}"`,
  );
  const { headers: challenge } = await (await client({ audience: 'https://other.example.com' })).get('/me');
  expect(challenge.get('WWW-Authenticate')).toContain(`error="invalid_token", resource_metadata="${url}"`);
  const { body } = await service.send('GET', '/.well-known/oauth-protected-resource');
  expect(body).toEqual({
    resource: audience,
    authorization_servers: [provider.url],
    scopes_supported: ['read', 'write', 'admin'],
    bearer_methods_supported: ['header'],
  });
});

it('returns 403 for a token without a scope of the service', async () => {
  const { status, headers, body } = await (await client({ scope: '' })).get('/me');
  expect([status, body.code]).toEqual([403, 'insufficient_scope']);
  expect(headers.get('WWW-Authenticate')).toContain('error="insufficient_scope", scope="read"');
});

it('accepts tokens of a rotated key, uses the last keys in an outage, and then returns 503', async () => {
  const old = await client();
  expect((await old.get('/me')).status).toBe(200);
  await provider.restart();
  clock.set(new Date(clock.now().getTime() + 11_000));
  const current = await client();
  expect((await current.get('/me')).status).toBe(200);
  expect((await old.get('/me')).status).toBe(401);
  await provider.restart();
  const unknown = await client();
  await provider.stop();
  clock.set(new Date(clock.now().getTime() + 11_000));
  for (let n = 0; n < 3; n++) {
    const { status, headers, body } = await unknown.get('/me');
    expect([status, body.code]).toEqual([503, 'identity_provider_unavailable']);
    expect(headers.get('Retry-After')).toBe('5');
    expect((await current.get('/me')).status).toBe(200);
  }
  expect(service.logLines.filter((line) => line.includes('cannot be loaded'))).toHaveLength(1);
});

it('rejects the user at once when they are anonymized', async () => {
  await provider.restart();
  clock.set(new Date(clock.now().getTime() + 11_000));
  const grace = await client();
  const { body } = await grace.get('/me');
  await service.admin.delete(`/users/${body.user.id}`);
  expect((await grace.get('/me')).status).toBe(401);
});
