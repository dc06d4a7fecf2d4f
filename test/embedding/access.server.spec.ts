import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  Controller,
  Get,
  Global,
  Injectable,
  type MiddlewareConsumer,
  Module,
  type NestModule,
  type Provider,
  Req,
  UseGuards,
  Scope,
} from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-http-bearer';
import {
  type FeedbackServiceOptions,
  type HostPerson,
  type ChangelogOperation,
  HostChangelogPolicy,
  HostTokenVerifier,
  IdentityProviderUnavailable,
} from '../../src/index.js';
import { Sql } from '../../src/platform/persistence/index.js';
import {
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
  VoteService,
} from '../../src/feedback/index.js';
import { callerOf } from '../../src/identity/index.js';
import { ProjectAuthorizer } from '../../src/project/index.js';
import { DomainError } from '../../src/shared/domain-error.js';
import { type HostApp, hostToken, startHost } from '../support/host.js';
import { type Answer, outcome, startApp, type TestApp } from '../support/app.js';
import { expectSuccess, newFeedback, newMember, newProject, votersOf } from '../support/feedback.js';
import { importFile } from '../support/import-file.js';
import { feedback as portableFeedback, person, portableFile, vote } from '../support/portable-file.js';

describe('Host tokens', () => {
  const api = '/feedback-service/v1';

  /** What makes a token unusable, by the token. */
  const unusable: Readonly<Record<string, Partial<HostPerson>>> = {
    's:lone-surrogate': { subject: 'ada\ud800' },
    's:expired': { expiresAt: new Date(Date.now() - 1) },
    's:no-time': { expiresAt: new Date(8.7e12 * 1000) },
    's:year-10000': { expiresAt: new Date(253_402_300_800_000) },
  };

  /** Ids of sessions have characters that an `Authorization` header must not have. */
  class Sessions extends HostTokenVerifier {
    override verify(token: string): Promise<HostPerson | null> {
      if (token === 's:unavailable') {
        return Promise.reject(new IdentityProviderUnavailable({ cause: new Error('no connection') }));
      }
      const other = unusable[token];
      if (other) return Promise.resolve({ issuer: 'host', subject: token, scope: 'admin', ...other });
      const [, name] = /^s:(\w+)$/.exec(token) ?? [];
      return Promise.resolve(
        name === undefined
          ? null
          : { issuer: 'host', subject: name, scope: 'admin', verifiedEmail: `${name}@example.com` },
      );
    }
  }

  /** Returns the cookie `session`, as `cookie-parser` does. */
  function sessionOf(request: Request): string | undefined {
    const [, session] = /(?:^|; )session=([^;]*)/.exec(request.get('cookie') ?? '') ?? [];
    return session === undefined ? undefined : decodeURIComponent(session);
  }

  function tokenFrom(request: Request): Promise<string | undefined> {
    const session = sessionOf(request);
    if (session === 'store down') return Promise.reject(new IdentityProviderUnavailable());
    return Promise.resolve(session);
  }

  const ports = [{ provide: HostTokenVerifier, useClass: Sessions }];
  const service: Partial<FeedbackServiceOptions> = {
    ports,
    authentication: {
      bootstrapToken: hostToken,
      tokenFrom,
      trustedOrigins: ['https://app.example.com'],
    },
  };

  interface Sent {
    readonly method?: string;
    readonly path?: string;
    readonly session?: string;
    readonly headers?: Record<string, string>;
  }

  /** Sends a request, by default a write that changes nothing. */
  async function send(host: HostApp, { method = 'PATCH', path = '/me', session, headers = {} }: Sent) {
    const hasBody = !['GET', 'HEAD', 'OPTIONS'].includes(method);
    const response = await fetch(`${host.url}${api}${path}`, {
      method,
      headers: {
        ...(session !== undefined && { cookie: `a=b; session=${encodeURIComponent(session)}` }),
        ...(hasBody && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: hasBody ? '{}' : null,
    });
    const text = await response.text();
    const body = (text === '' ? {} : JSON.parse(text)) as { code?: string; user?: { email: string } };
    return { status: response.status, headers: response.headers, body };
  }

  describe('A host with tokens in cookies', () => {
    let host: HostApp;

    beforeAll(async () => {
      host = await startHost({ service });
    });

    afterAll(() => host?.close());

    it('authenticates by the token that tokenFrom returns', async () => {
      const me = await send(host, { method: 'GET', session: 's:ada' });
      expect([me.status, me.body]).toMatchObject([200, { user: { email: 'ada@example.com' } }]);
    });

    it('prefers the bearer token that the client sends', async () => {
      const headers = { authorization: `Bearer ${hostToken}`, 'sec-fetch-site': 'cross-site' };
      const me = await send(host, { session: 's:ada', headers });
      expect([me.status, me.body.user?.email]).toEqual([200, expect.not.stringContaining('ada')]);
    });

    it('takes the cookie of requests with another scheme, such as the password of a staging server', async () => {
      const headers = { authorization: 'Basic YTpi' };
      expect((await send(host, { session: 's:ada', headers })).status).toBe(200);
    });

    it.each<[string | undefined, number, string]>([
      [undefined, 401, 'token_required'],
      ['', 401, 'token_required'],
      ['s:', 401, 'invalid_token'],
      ...Object.keys(unusable).map((token): [string, number, string] => [token, 401, 'invalid_token']),
      ['s:unavailable', 503, 'identity_provider_unavailable'],
      ['store down', 503, 'identity_provider_unavailable'],
    ])('answers the session %p with %d %s', async (session, status, code) => {
      const answer = await send(host, { method: 'GET', ...(session !== undefined && { session }) });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.headers.has('retry-after')).toBe(status === 503);
    });

    describe('with a cookie', () => {
      it.each<[string, Record<string, string>]>([
        ['of no page', {}],
        ['of the same origin', { 'sec-fetch-site': 'same-origin' }],
        ['that the user started', { 'sec-fetch-site': 'none' }],
        ['of the same origin, in a browser without fetch metadata', { origin: 'the own' }],
        ['of a trusted origin', { origin: 'https://app.example.com', 'sec-fetch-site': 'same-site' }],
        ['of a trusted origin, in a browser without fetch metadata', { origin: 'https://app.example.com' }],
      ])('accepts a write %s', async (_name, headers) => {
        const own = headers['origin'] === 'the own' ? { ...headers, origin: host.url } : headers;
        expect((await send(host, { session: 's:ada', headers: own })).status).toBe(200);
      });

      const rejected: [string, Record<string, string>][] = [
        ['of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
        ['of the same site', { origin: 'https://blog.example.com', 'sec-fetch-site': 'same-site' }],
        ['of a form, without Origin', { 'sec-fetch-site': 'cross-site' }],
        ['of another site, in a browser without fetch metadata', { origin: 'https://evil.example' }],
        ['of the same host with another port', { origin: 'http://127.0.0.1:1' }],
        ['of a sandboxed page', { origin: 'null' }],
        ['of two origins', { origin: 'https://app.example.com, https://evil.example' }],
        ['of an empty origin', { origin: '' }],
        ['of a trusted host without TLS', { origin: 'http://app.example.com' }],
        ['of another port of a trusted host', { origin: 'https://app.example.com:8443' }],
        ['of a subdomain of a trusted host', { origin: 'https://a.app.example.com' }],
        ['with a trusted Referer', { origin: 'https://evil.example', referer: 'https://app.example.com/' }],
        ['that overrides its method', { origin: 'https://evil.example', 'x-http-method-override': 'GET' }],
        ['that claims to be of the same host', { origin: 'https://app.example.com.evil.example' }],
      ];

      it.each(rejected)('rejects a write %s', async (_name, headers) => {
        for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
          const answer = await send(host, { method, session: 's:ada', headers });
          expect([answer.status, answer.body.code]).toEqual([403, 'untrusted_origin']);
        }
      });

      it.each(rejected)('answers a read %s', async (_name, headers) => {
        expect((await send(host, { method: 'GET', session: 's:ada', headers })).status).toBe(200);
      });

      it('rejects calls of tools of assistants too', async () => {
        const response = await fetch(`${host.url}/feedback-service/mcp`, {
          method: 'POST',
          headers: { cookie: 'session=s:ada', 'sec-fetch-site': 'cross-site' },
          body: '{}',
        });
        expect([response.status, await response.json()]).toMatchObject([403, { code: 'untrusted_origin' }]);
      });
    });

    it('describes the rejection on a page', async () => {
      const { type } = (await send(host, { session: 's:ada', headers: { 'sec-fetch-site': 'cross-site' } }))
        .body as { type: string };
      const page = await fetch(new URL(type, host.url));
      expect([page.status, await page.text()]).toEqual([
        200,
        expect.stringContaining('authentication.trustedOrigins'),
      ]);
    });

    it('allows pages of trusted origins to send cookies, and no others', async () => {
      const preflight = { 'access-control-request-method': 'PATCH' };
      const allowedFor = async (origin: string) => {
        const { headers } = await send(host, { method: 'OPTIONS', headers: { origin, ...preflight } });
        return [headers.get('access-control-allow-origin'), headers.get('access-control-allow-credentials')];
      };
      expect(await allowedFor('https://app.example.com')).toEqual(['https://app.example.com', 'true']);
      expect(await allowedFor('https://evil.example')).toEqual([null, null]);
      const read = await send(host, { method: 'GET', headers: { origin: 'https://app.example.com' } });
      expect(read.headers.get('access-control-expose-headers')).toContain('ETag');
    });
  });

  it('compares the origin with that of publicBaseUrl, if a proxy changes the Host header', async () => {
    const host = await startHost({ service: { ...service, publicBaseUrl: 'https://example.com/app' } });
    try {
      const statusFor = async (origin: string) =>
        (await send(host, { session: 's:ada', headers: { origin } })).status;
      expect(await statusFor('https://example.com')).toBe(200);
      expect(await statusFor('http://example.com')).toBe(403);
    } finally {
      await host.close();
    }
  });

  it.each<[string, (request: Request) => unknown]>([
    ['returns no string', () => ({})],
    ['reads cookies that nothing has parsed', (request) => (request.cookies as { session: string }).session],
  ])('reports a tokenFrom that %s as an error of the host', async (_what, from) => {
    const host = await startHost({
      service: { authentication: { bootstrapToken: hostToken, tokenFrom: from as never } },
    });
    try {
      expect((await send(host, { method: 'GET' })).status).toBe(500);
    } finally {
      await host.close();
    }
  });

  /** Takes the token of the session, as hosts without `tokenFrom` do. */
  function setAuthorization(request: Request, _response: Response, next: NextFunction): void {
    const session = sessionOf(request);
    if (session === 'none') delete request.headers.authorization;
    else if (session !== undefined) request.headers.authorization = `Bearer ${session}`;
    next();
  }

  @Module({})
  class AuthorizationModule implements NestModule {
    configure(consumer: MiddlewareConsumer): void {
      consumer.apply(setAuthorization).forRoutes('{*path}');
    }
  }

  describe.each<[string, Parameters<typeof startHost>[0]]>([
    ['app.use', { configure: (app) => void app.use(setAuthorization) }],
    ['consumer.apply', { imports: [AuthorizationModule] }],
  ])('A host that sets the Authorization header in a middleware, by %s', (_name, settings) => {
    let host: HostApp;

    beforeAll(async () => {
      host = await startHost({ ...settings, service: { ports } });
    });

    afterAll(() => host?.close());

    it('authenticates by this header', async () => {
      const me = await send(host, { method: 'GET', session: 's:ada' });
      expect([me.status, me.body]).toMatchObject([200, { user: { email: 'ada@example.com' } }]);
    });

    it('replaces and removes the header of the client', async () => {
      const headers = { authorization: `Bearer ${hostToken}` };
      const me = await send(host, { method: 'GET', session: 's:ada', headers });
      expect(me.body.user?.email).toBe('ada@example.com');
      const removed = await send(host, { method: 'GET', session: 'none', headers });
      expect([removed.status, removed.body.code]).toEqual([401, 'token_required']);
    });

    it('accepts writes from pages of the same origin only', async () => {
      const statusFor = async (site: string) =>
        (await send(host, { session: 's:ada', headers: { 'sec-fetch-site': site } })).status;
      expect([await statusFor('same-origin'), await statusFor('cross-site')]).toEqual([200, 403]);
    });
  });
});

describe('Host passport', () => {
  const api = '/feedback-service/v1';

  /** A strategy of the host, with the name that the library gives it. */
  @Injectable()
  class HostStrategy extends PassportStrategy(Strategy) {
    override validate(token: string) {
      return token === 'token-of-the-host' ? { name: 'Ada' } : false;
    }
  }

  @Controller('account')
  @UseGuards(AuthGuard('bearer'))
  class AccountController {
    @Get()
    read(@Req() request: Request): object {
      return request.user as object;
    }
  }

  const passport = PassportModule.register({ defaultStrategy: 'bearer', property: 'user', session: true });

  @Global()
  @Module({
    imports: [passport],
    controllers: [AccountController],
    providers: [HostStrategy],
    exports: [passport],
  })
  class AccountModule {}

  let host: HostApp;
  let other: HostApp;

  beforeAll(async () => {
    host = await startHost({ imports: [AccountModule] });
    other = await startHost({ service: { authentication: { bootstrapToken: `${hostToken}-of-the-other` } } });
  });

  afterAll(async () => {
    await host?.close();
    await other?.close();
  });

  const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

  it("the strategies of the host and the service do not know each other's tokens", async () => {
    const own = await host.send('GET', '/account', withToken('token-of-the-host'));
    expect([own.status, own.text]).toEqual([200, '{"name":"Ada"}']);
    expect((await host.send('GET', '/account', withToken(hostToken))).status).toBe(401);
    expect((await host.send('GET', `${api}/me`, withToken(hostToken))).status).toBe(200);
    const refused = await host.send('GET', `${api}/me`, withToken('token-of-the-host'));
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([
      401,
      'Bearer realm="feedback-changelog-service", error="invalid_token"',
    ]);
  });

  it('two services in a process accept their own tokens only', async () => {
    const statuses = [];
    for (const service of [host, other]) {
      for (const token of [hostToken, `${hostToken}-of-the-other`]) {
        statuses.push((await service.send('GET', `${api}/me`, withToken(token))).status);
      }
    }
    expect(statuses).toEqual([200, 401, 401, 200]);
  });
});

describe('Host policy', () => {
  const suspended = new Set<string>();
  const operations: FeedbackOperation[] = [];
  let refused: string | undefined;
  let decision: PolicyDecision | undefined;

  /** Suspended people cannot vote; the rest is as a test sets it. */
  class Policy extends HostFeedbackPolicy {
    override before(operation: FeedbackOperation): Promise<PolicyDecision | undefined> {
      operations.push(operation);
      const isSuspended = 'userId' in operation && suspended.has(operation.userId);
      if (isSuspended || operation.useCase === refused) {
        return Promise.reject(new DomainError('forbidden', 'refused_by_host', 'The host refuses this.'));
      }
      return Promise.resolve(decision);
    }
  }

  type Member = Awaited<ReturnType<typeof newMember>>;

  let service: TestApp;
  let project: string;
  let member: Member;
  let editor: Member;
  let feedback: string;

  beforeAll(async () => {
    service = await startApp({
      // The code is one of the host.
      documented: false,
      background: true,
      ports: [{ provide: HostFeedbackPolicy, useClass: Policy }],
    });
    project = await newProject(service);
    member = await newMember(service, project, 'contributor');
    editor = await newMember(service, project, 'editor');
  });

  beforeEach(async () => {
    refused = decision = undefined;
    suspended.clear();
    feedback = await newFeedback(member, project);
    operations.length = 0;
  });

  afterAll(() => service.close());

  function expectRefused(answer: Answer): void {
    expect([answer.status, answer.body?.code]).toEqual([403, 'refused_by_host']);
  }

  describe('The vote of a suspended person is refused', () => {
    beforeEach(() => void suspended.add(member.userId));

    it('when they cast it', async () => {
      expectRefused(await member.put(`${feedback}/upvotes/me`));
      expectRefused(await member.post(`${feedback}/upvotes`, {}));
    });

    it('when an editor casts it for them', async () => {
      expectRefused(await editor.put(`${feedback}/upvotes/${member.userId.toUpperCase()}`));
      expectRefused(await editor.post(`${feedback}/upvotes`, { user_id: member.userId }));
      const { email } = (await service.admin.get(`/users/${member.userId}`)).body;
      expectRefused(await editor.post(`${feedback}/upvotes`, { user: { email } }));
      await expectSuccess(editor.put(`${feedback}/upvotes/me`));
    });

    it('when code of the host casts it', async () => {
      const caller = callerOf(member.userId, { scope: 'write' });
      const access = await service.app
        .get(ProjectAuthorizer)
        .authorize(caller, project.split('/')[2]!, 'contributor');
      const id = feedback.split('/').at(-1)!;
      await expect(service.app.get(VoteService).create(access, id, member.userId)).rejects.toThrow(
        'The host refuses this.',
      );
    });

    it('when a file with it is imported, which reports it and imports the others', async () => {
      const { email } = (await service.admin.get(`/users/${member.userId}`)).body;
      const file = portableFile([
        person('suspended', { email }),
        person('other'),
        portableFeedback('wish', { person: 'other' }),
        vote('wish', 'suspended'),
        vote('wish', 'other'),
      ]);
      const { state, report } = await importFile(service, project, file);
      expect(state).toBe('completed');
      expect(report.map(({ code }: { code: string }) => code)).toEqual(['refused_by_host']);
      const [wish] = (await service.admin.get(`${project}/feedback?q=title`)).body;
      expect(wish).toMatchObject({ title: 'Title of wish', upvotes: 1 });
    });

    afterEach(async () => {
      expect(await votersOf(service.admin, feedback)).not.toContain(member.userId);
    });
  });

  describe('Refused operations change nothing', () => {
    it.each<[string, () => Promise<Answer>]>([
      ['createFeedback', () => member.post(`${project}/feedback`, { title: 'New' })],
      ['updateFeedback', () => member.patch(feedback, { title: 'New' })],
      [
        'updateFeedback',
        () =>
          editor.post(`${project}/feedback/bulk`, {
            ids: [feedback.split('/').at(-1)],
            set: { status: 'planned' },
          }),
      ],
      ['deleteFeedback', () => member.delete(feedback)],
      ['withdrawVote', () => member.delete(`${feedback}/upvotes/me`)],
      ['createComment', () => member.post(`${feedback}/comments`, { content: 'New' })],
      ['createComment', () => editor.patch(feedback, { status: 'planned', status_comment: 'New' })],
    ])('%s', async (useCase, send) => {
      const before = (await service.admin.get(`${project}/feedback`)).text;
      refused = useCase;
      expectRefused(await send());
      expect((await service.admin.get(`${project}/feedback`)).text).toBe(before);
      expect(operations.at(-1)?.useCase).toBe(useCase);
    });

    it('with ids as they are in records, however they are written', async () => {
      const id = feedback.split('/').at(-1)!;
      const path = `${project}/feedback/${id.toUpperCase()}`;
      await expectSuccess(member.put(`${path}/upvotes/me`));
      const { body } = await expectSuccess(member.post(`${path}/comments`, { content: 'New' }));
      const reply = { content: 'New', parent_id: String(body.id).toUpperCase() };
      await expectSuccess(member.post(`${path}/comments`, reply));
      expect(operations).toMatchObject([
        { useCase: 'castVote', feedbackId: id },
        { useCase: 'createComment', feedbackId: id },
        { useCase: 'createComment', feedbackId: id, change: { parentId: body.id } },
      ]);
    });

    it('of comments, and merges', async () => {
      const { id } = (await expectSuccess(member.post(`${feedback}/comments`, { content: 'Old' }))).body;
      const into = await newFeedback(member, project, 'Target');
      operations.length = 0;
      refused = 'updateComment';
      expectRefused(await member.patch(`${feedback}/comments/${id}`, { content: 'New' }));
      refused = 'deleteComment';
      expectRefused(await member.delete(`${feedback}/comments/${id}`));
      refused = 'mergeFeedback';
      expectRefused(await editor.post(`${feedback}/merge`, { into: into.split('/').at(-1) }));
      expect(operations).toMatchObject([
        { useCase: 'updateComment', record: { id, content: 'Old' }, change: { content: 'New' } },
        { useCase: 'deleteComment', record: { id } },
        { useCase: 'mergeFeedback', record: { title: 'Wish' }, into: { title: 'Target' } },
      ]);
      expect((await member.get(`${feedback}/comments/${id}`)).body.content).toBe('Old');
    });
  });

  describe('A decision', () => {
    it('sets the status, the board and the approval of new feedback, which its author could not', async () => {
      await expectSuccess(service.admin.put(`${project}/boards/ideas`, { name: 'Ideas' }));
      decision = { status: 'planned', board: 'ideas', approval: 'pending' };
      const { body } = await expectSuccess(member.post(`${project}/feedback`, { title: 'New' }));
      expect(body.status).toBe('planned');
      const read = await service.admin.get(`${project}/feedback/${body.id}?include=board,approval`);
      expect(read.body).toMatchObject({ status: 'planned', board: 'ideas', approval: 'pending' });
    });

    it('with a status or board that the project does not have stores nothing', async () => {
      const before = (await service.admin.get(`${project}/feedback`)).text;
      decision = { status: 'unknown' };
      const ofStatus = await member.post(`${project}/feedback`, { title: 'New' });
      expect([ofStatus.status, ofStatus.body.errors]).toMatchObject([400, [{ code: 'unknown_status' }]]);
      decision = { board: 'unknown' };
      const ofBoard = await member.post(`${project}/feedback`, { title: 'New' });
      expect([ofBoard.status, ofBoard.body.errors]).toMatchObject([400, [{ code: 'unknown_board' }]]);
      expect((await service.admin.get(`${project}/feedback`)).text).toBe(before);
    });

    it('can leave the status to a caller who has set one', async () => {
      await expectSuccess(member.post(`${project}/feedback`, { title: 'New' }));
      await expectSuccess(editor.post(`${project}/feedback`, { title: 'New', status: 'planned' }));
      const changes = operations.map((operation) => ('change' in operation ? operation.change : {}));
      expect(changes.map((change) => ('status' in change ? change.status : undefined))).toEqual([
        undefined,
        'planned',
      ]);
    });

    it('sets the approval of the comment on a new status', async () => {
      decision = { approval: 'pending' };
      await expectSuccess(editor.patch(feedback, { status: 'planned', status_comment: 'Soon' }));
      const waiting = await editor.get(`${project}/comments?approval=pending`);
      expect(waiting.body).toMatchObject([{ content: 'Soon', kind: 'response' }]);
    });

    it('sets the approval of a new comment', async () => {
      decision = { approval: 'pending' };
      const { body } = await expectSuccess(member.post(`${feedback}/comments`, { content: 'New' }));
      expect((await editor.get(`${feedback}/comments/${body.id}`)).status).toBe(200);
      const other = await newMember(service, project, 'contributor');
      expect((await other.get(`${feedback}/comments/${body.id}`)).status).toBe(404);
    });
  });

  it('passes the record as it is, and the change as it was requested', async () => {
    await expectSuccess(editor.patch(feedback, { status: 'planned' }));
    expect(operations).toMatchObject([
      {
        useCase: 'updateFeedback',
        record: { title: 'Wish', status: 'in_review' },
        change: { status: 'planned' },
      },
    ]);
    expect(operations[0]?.access.caller.userId).toBe(editor.userId);
  });

  it('does not refuse the erasure of a person', async () => {
    const leaving = await newMember(service, project, 'contributor');
    const wish = await newFeedback(leaving, project);
    refused = 'deleteFeedback';
    await expectSuccess(service.admin.delete(`/users/${leaving.userId}?content=delete`));
    let status: number;
    do {
      ({ status } = await service.admin.get(wish));
    } while (status === 200);
    expect(status).toBe(404);
  });

  it('receives well-formed ids only, so that it can look them up', async () => {
    const [, id] = /feedback\/(.*)$/.exec(feedback) ?? [];
    const malformed = feedback.replace(id!, 'abc');
    const answers = [
      await editor.put(`${feedback}/upvotes/abc`),
      await editor.delete(`${feedback}/upvotes/abc`),
      await member.put(`${malformed}/upvotes/me`),
      await member.delete(`${malformed}/upvotes/me`),
      await member.post(`${malformed}/comments`, { content: 'Hi' }),
    ];
    const [user, item] = ['404 user_not_found', '404 feedback_not_found'];
    expect(answers.map(outcome)).toEqual([user, user, item, item, item]);
    expect(operations).toEqual([]);
  });

  it('has no effect if it is not among the ports, of which the start warns', async () => {
    const other = await startApp({ environment: { LOG_LEVEL: 'warn' }, providers: [Policy] });
    expect(other.logLines.join()).toContain(
      'Policy has no effect: the option ports must contain the HostFeedbackPolicy.',
    );
    await other.close();
  });

  it('can be a provider with a scope, which has no instance at the start', async () => {
    const ports = [{ provide: HostFeedbackPolicy, useClass: Policy, scope: Scope.TRANSIENT }];
    const other = await startApp({ ports });
    const path = await newProject(other);
    const person = await newMember(other, path, 'contributor');
    await newFeedback(person, path);
    expect(operations.map(({ useCase }) => useCase)).toEqual(['createFeedback']);
    await other.close();
  });

  it.each([{ useValue: { check: () => undefined } }, { useClass: class Incomplete {} }])(
    'ends the start if one of several policies has no method before: %p',
    async (incomplete) => {
      const ports = [
        { provide: HostFeedbackPolicy, useClass: Policy },
        { provide: HostFeedbackPolicy, ...incomplete } as Provider,
      ];
      await expect(startApp({ ports })).rejects.toThrow(
        'ports[1] must implement HostFeedbackPolicy: it has no before.',
      );
    },
  );
});

describe('Host policy of changelogs', () => {
  /** Two people approve an entry before it is published. What they approved cannot be changed. */
  @Injectable()
  class TwoApprovals extends HostChangelogPolicy {
    constructor(private readonly sql: Sql) {
      super();
    }

    override async before(operation: ChangelogOperation): Promise<void> {
      if (operation.useCase === 'deleteChangelog') return;
      const before = operation.useCase === 'updateChangelog' ? operation.record : null;
      const { published = before?.published, publishDate: _, ...content } = operation.change;
      const former: Record<string, unknown> = { ...before };
      const id = before?.id ?? null;
      if (Object.entries(content).some(([name, value]) => value !== undefined && value !== former[name]))
        await this.sql.rows('delete from public.approvals where entry_id = $1', [id]);
      const isVisible = before?.published && Date.parse(before.publish_date) <= Date.now();
      if (!published || isVisible) return;
      const approvals = await this.sql.rows('select from public.approvals where entry_id = $1', [id]);
      if (approvals.length < 2)
        throw new DomainError('conflict', 'needs_approval', 'Two people must approve it.');
    }
  }

  const operations: ChangelogOperation[] = [];

  class Second extends HostChangelogPolicy {
    override async before(operation: ChangelogOperation): Promise<void> {
      operations.push(operation);
      if (operation.useCase === 'deleteChangelog' && operation.record.published)
        throw new DomainError('forbidden', 'published', 'Unpublish it first.');
    }
  }

  let service: TestApp;
  let changelogs: string;
  let editor: Member;

  type Member = Awaited<ReturnType<typeof newMember>>;

  beforeAll(async () => {
    service = await startApp({
      documented: false,
      background: true,
      ports: [
        { provide: HostChangelogPolicy, useClass: TwoApprovals },
        { provide: HostChangelogPolicy, useClass: Second },
      ],
    });
    await sql('create table public.approvals (entry_id uuid, person text, primary key (entry_id, person))');
    const project = await newProject(service);
    editor = await newMember(service, project, 'editor');
    changelogs = `${project}/changelogs`;
  });

  afterAll(() => service?.close());

  const sql = (statement: string, values: unknown[] = []) => service.query(statement, values);

  const approve = (id: string, person: string) =>
    sql('insert into public.approvals (entry_id, person) values ($1, $2)', [id, person]);

  it('lets an entry be published after two people have approved it', async () => {
    const refused = '409 needs_approval';
    expect(outcome(await editor.post(changelogs, { title: 'News', published: true }))).toBe(refused);
    const { id } = (await expectSuccess(editor.post(changelogs, { title: 'News' }))).body;
    const entry = `${changelogs}/${id}`;
    await approve(id, 'ada');
    expect(outcome(await editor.patch(entry, { published: true }))).toBe(refused);
    await approve(id, 'grace');
    await expectSuccess(editor.patch(entry, { content: 'More' }));
    expect(outcome(await editor.patch(entry, { published: true }))).toBe(refused);
    await approve(id, 'ada');
    await approve(id, 'grace');
    expect((await expectSuccess(editor.patch(entry, { published: true }))).body.published).toBe(true);
  });

  it('requires approvals again for what changes in a scheduled entry', async () => {
    const { id } = (await expectSuccess(editor.post(changelogs, { title: 'Soon' }))).body;
    const entry = `${changelogs}/${id}`;
    await approve(id, 'ada');
    await approve(id, 'grace');
    const scheduled = { title: 'Soon', published: true, publish_date: '2099-01-01T00:00:00Z' };
    await expectSuccess(editor.patch(entry, scheduled));
    const unapproved = { content: 'Never approved', publish_date: '2020-01-01T00:00:00Z' };
    expect(outcome(await editor.patch(entry, unapproved))).toBe('409 needs_approval');
    await expectSuccess(editor.patch(entry, { publish_date: '2020-01-01T00:00:00Z' }));
    await expectSuccess(editor.patch(entry, { content: 'Corrected' }));
  });

  it('knows the operation, its caller and the entry before the change', async () => {
    const { id } = (await expectSuccess(editor.post(changelogs, { title: 'Before' }))).body;
    operations.length = 0;
    await expectSuccess(editor.patch(`${changelogs}/${id}`, { title: 'After' }));
    await expectSuccess(editor.delete(`${changelogs}/${id}`));
    expect(operations).toMatchObject([
      { useCase: 'updateChangelog', record: { id, title: 'Before' }, change: { title: 'After' } },
      { useCase: 'deleteChangelog', record: { id, title: 'After' } },
    ]);
    expect(operations[0]?.access.caller.userId).toBe(editor.userId);
  });

  it('is refused by the second of two policies', async () => {
    const { id } = (await expectSuccess(editor.post(changelogs, { title: 'Mine' }))).body;
    const entry = `${changelogs}/${id}`;
    await approve(id, 'ada');
    await approve(id, 'grace');
    await expectSuccess(editor.patch(entry, { published: true }));
    expect(outcome(await editor.delete(entry))).toBe('403 published');
    await expectSuccess(editor.get(entry));
  });
});
