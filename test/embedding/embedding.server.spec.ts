import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type ArgumentsHost,
  type CallHandler,
  type CanActivate,
  Catch,
  type ExceptionFilter,
  type ExecutionContext,
  Injectable,
  Module,
  type NestInterceptor,
  UnauthorizedException,
  ValidationPipe,
} from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import { NestFactory } from '@nestjs/core';
import {
  Clock,
  FeedbackService,
  type HostPerson,
  HostTokenVerifier,
  type HostUser,
  isFeedbackServiceRequest,
} from '../../src/index.js';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { type HostApp, hostToken, startHost } from '../support/host.js';
import { createDatabase } from '../support/server-database.js';
import { serverUrl } from '../support/server-url.js';

describe('Embedding', () => {
  /** Rejects requests without the header, as a host's guard does with its own tokens. */
  class HostGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const request = context.switchToHttp().getRequest<{ headers: Record<string, string> }>();
      if (isFeedbackServiceRequest(context) && request.headers['x-refused'] === undefined) return true;
      if (request.headers['x-host-login'] !== undefined) return true;
      throw new UnauthorizedException('log in first');
    }
  }

  /** Wraps responses in an envelope. */
  class HostInterceptor implements NestInterceptor {
    intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
      if (isFeedbackServiceRequest(context)) return next.handle();
      return next.handle().pipe(map((data: unknown) => ({ data })));
    }
  }

  @Catch()
  class HostFilter implements ExceptionFilter {
    catch(error: Error, host: ArgumentsHost): void {
      host.switchToHttp().getResponse<Response>().status(418).json({ host: error.message });
    }
  }

  function configure(app: NestExpressApplication): void {
    app.set('query parser', 'extended');
    app.useGlobalPipes(new ValidationPipe({ whitelist: true, forbidNonWhitelisted: true, transform: true }));
    app.useGlobalGuards(new HostGuard());
    app.useGlobalInterceptors(new HostInterceptor());
    app.useGlobalFilters(new HostFilter());
  }

  const environment = { ...process.env };
  const settingNames = ['etag', 'query parser', 'trust proxy', 'x-powered-by', 'etag fn', 'query parser fn'];

  describe.each([
    ['without global pipes, guards, interceptors and filters', undefined],
    ['with them', configure],
  ])('a host %s', (_name, globals) => {
    let alone: HostApp;
    let together: HostApp;

    beforeAll(async () => {
      [alone, together] = await Promise.all([
        startHost({ service: false, ...(globals && { configure: globals }) }),
        startHost({ ...(globals && { configure: globals }) }),
      ]);
    });

    afterAll(async () => {
      await alone?.close();
      await together?.close();
    });

    const login = { 'x-host-login': 'yes' };

    it.each<[string, string, { body?: string; headers?: Record<string, string> }]>([
      ['GET', '/orders?a[b]=c&d=1', { headers: login }],
      ['GET', '/orders', {}],
      ['GET', '/orders/missing', { headers: login }],
      ['GET', '/orders/broken', { headers: login }],
      ['GET', '/orders/text', { headers: login }],
      ['HEAD', '/orders/text', { headers: login }],
      ['OPTIONS', '/orders', { headers: { ...login, origin: 'https://a.example' } }],
      ['DELETE', '/orders', { headers: login }],
      ['GET', '/nothing', { headers: login }],
      ['GET', '/%zz', { headers: login }],
      ['GET', '/', { headers: login }],
      ['GET', '/v1/me', { headers: login }],
      ['GET', '/health/live', { headers: login }],
      ['GET', '/feedback-services', { headers: login }],
      ['POST', '/orders', { headers: login, body: '{"a":1}' }],
      ['POST', '/orders', { headers: login, body: '{"a":' }],
      ['POST', '/orders', { headers: login, body: `"${'x'.repeat(200_000)}"` }],
      [
        'POST',
        '/orders',
        { headers: { ...login, 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=1' },
      ],
    ])('answers its own %s %s as it does without the service', async (method, path, init) => {
      const strip = ({
        status,
        text,
        headers: { date: _date, ...headers },
      }: Awaited<ReturnType<HostApp['send']>>) => ({
        status,
        text,
        headers,
      });
      expect(strip(await together.send(method, path, init))).toEqual(
        strip(await alone.send(method, path, init)),
      );
    });

    it('keeps its settings, timeouts, signal handlers and environment', () => {
      const settingsOf = ({ app }: HostApp) =>
        settingNames.map((name) =>
          String((app.getHttpAdapter().getInstance() as { get(name: string): unknown }).get(name)),
        );
      expect(settingsOf(together)).toEqual(settingsOf(alone));
      const serverOf = ({ app }: HostApp) => {
        const { timeout, keepAliveTimeout, headersTimeout, requestTimeout } = app.getHttpServer();
        return { timeout, keepAliveTimeout, headersTimeout, requestTimeout };
      };
      expect(serverOf(together)).toEqual(serverOf(alone));
      expect([process.listenerCount('SIGTERM'), process.listenerCount('SIGINT')]).toEqual([0, 0]);
      expect(process.env).toEqual(environment);
    });

    it('does not change the behavior of the service', async () => {
      const api = '/feedback-service/v1';
      const created = await together.send('POST', `${api}/projects`, {
        body: '{ "name": "Acme", "slug": "acme" }',
      });
      expect([created.status, JSON.parse(created.text)]).toMatchObject([201, { name: 'Acme', slug: 'acme' }]);
      expect(created.headers).toMatchObject({
        location: `${together.url}${api}/projects/acme`,
        'content-type': 'application/json; charset=utf-8',
        'cache-control': 'private, no-cache',
        'x-content-type-options': 'nosniff',
      });
      const feedback = await together.send('POST', `${api}/projects/acme/feedback`, {
        body: '{ "title": "Dark mode" }',
      });
      expect(feedback.status).toBe(201);
      expect(feedback.headers['etag']?.startsWith('W/')).not.toBe(true);
      const list = await together.send(
        'GET',
        `${api}/projects/acme/feedback?status=in_review&status=planned`,
      );
      expect([list.status, JSON.parse(list.text)]).toMatchObject([200, [{ title: 'Dark mode' }]]);
      const again = await together.send(
        'GET',
        `${api}/projects/acme/feedback?status=in_review&status=planned`,
        {
          headers: { 'if-none-match': list.headers['etag'] ?? '' },
        },
      );
      expect(again.status).toBe(304);
    });

    it.each<[string, string, string | undefined, number, string]>([
      ['POST', '/projects', '{}', 400, 'invalid_input'],
      ['POST', '/projects', '[]', 400, 'invalid_input'],
      ['POST', '/projects', undefined, 400, 'empty_body'],
      ['POST', '/projects', `{"name":${'['.repeat(60)}${']'.repeat(60)}}`, 400, 'too_deep'],
      ['DELETE', '/projects/nope', undefined, 404, 'project_not_found'],
      ['GET', '/me?a[b]=c', undefined, 400, 'invalid_input'],
      ['GET', '/nothing', undefined, 404, 'route_not_found'],
      ['DELETE', '/projects', undefined, 405, 'method_not_allowed'],
    ])('lets the service report errors itself: %s %s %s', async (method, path, body, status, code) => {
      const answer = await together.send(
        method,
        `/feedback-service/v1${path}`,
        body === undefined ? {} : { body },
      );
      expect([answer.status, JSON.parse(answer.text)]).toMatchObject([status, { code }]);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    });
  });

  it('sends what a global guard of the host rejects as problem details', async () => {
    const host = await startHost({ configure: (app) => void app.useGlobalGuards(new HostGuard()) });
    try {
      const refused = await host.send('GET', '/feedback-service/v1/me', { headers: { 'x-refused': 'yes' } });
      expect([refused.status, JSON.parse(refused.text)]).toMatchObject([
        401,
        { code: 'unauthorized', detail: 'log in first' },
      ]);
    } finally {
      await host.close();
    }
  });

  it('limits bodies that the host has parsed, and reads those that it has not', async () => {
    const parsed = await startHost({
      service: { maxBodyBytes: 2_000 },
      configure: (app) => void app.useBodyParser('json', { limit: '1mb' }),
      nest: { rawBody: true },
    });
    const unparsed = await startHost({ nest: { bodyParser: false } });
    try {
      const body = JSON.stringify({ name: 'x'.repeat(3_000), slug: 'acme' });
      const large = await parsed.send('POST', '/feedback-service/v1/projects', { body });
      expect([large.status, JSON.parse(large.text)]).toMatchObject([413, { code: 'body_too_large' }]);
      const form = await parsed.send('POST', '/feedback-service/v1/projects', {
        body: 'name=Acme',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      });
      expect([form.status, JSON.parse(form.text)]).toMatchObject([415, { code: 'unsupported_media_type' }]);
      for (const host of [parsed, unparsed]) {
        const created = await host.send('POST', '/feedback-service/v1/projects', {
          body: '{ "name": "Acme", "slug": "acme" }',
        });
        expect(created.status).toBe(201);
      }
    } finally {
      await parsed.close();
      await unparsed.close();
    }
  });

  describe('ports of the host', () => {
    @Injectable()
    class LoginService {
      personOf(token: string): HostPerson | HostUser | null {
        if (token === 'expired') return null;
        if (!token.startsWith('host-')) return null;
        const name = token.slice('host-'.length);
        const email = `${name}@example.com`;
        return {
          issuer: 'https://host.example',
          subject: name,
          scope: 'admin',
          verifiedEmail: email,
          fullName: name,
        };
      }
    }

    @Module({ providers: [LoginService], exports: [LoginService] })
    class LoginModule {}

    @Injectable()
    class HostTokens extends HostTokenVerifier {
      constructor(private readonly logins: LoginService) {
        super();
      }

      override verify(token: string): Promise<HostPerson | HostUser | null> {
        return Promise.resolve(this.logins.personOf(token));
      }
    }

    class FixedClock extends Clock {
      override now(): Date {
        return new Date('2030-01-02T03:04:05.678Z');
      }
    }

    let host: HostApp;

    beforeAll(async () => {
      host = await startHost({
        service: {
          imports: [LoginModule],
          ports: [
            { provide: HostTokenVerifier, useClass: HostTokens },
            { provide: Clock, useClass: FixedClock },
          ],
        },
      });
    });

    afterAll(() => host?.close());

    const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

    it('authenticate people of the host by its own tokens, who become users at their first request', async () => {
      const api = '/feedback-service/v1';
      const created = await host.send('POST', `${api}/projects`, {
        ...as('host-ada'),
        body: '{ "name": "Acme", "slug": "acme" }',
        headers: { ...as('host-ada').headers, 'content-type': 'application/json' },
      });
      expect([created.status, JSON.parse(created.text)]).toMatchObject([
        201,
        { created_at: '2030-01-02T03:04:05.678Z' },
      ]);
      const me = await host.send('GET', `${api}/me`, as('host-ada'));
      expect(JSON.parse(me.text)).toMatchObject({ user: { email: 'ada@example.com', full_name: 'ada' } });
      expect((await host.send('GET', `${api}/projects/acme`, as('host-ada'))).status).toBe(200);
      expect((await host.send('GET', `${api}/projects/acme`, as('host-bob'))).status).toBe(404);
    });

    it('accept tokens of the service as well, and reject others', async () => {
      const api = '/feedback-service/v1/me';
      expect((await host.send('GET', api)).status).toBe(200);
      for (const token of ['expired', 'of-somebody-else', `fcs_${'0'.repeat(48)}`]) {
        const refused = await host.send('GET', api, as(token));
        expect([refused.status, JSON.parse(refused.text)]).toMatchObject([401, { code: 'invalid_token' }]);
      }
    });

    it('can inject the services of the modules everywhere', () => {
      expect(host.app.get(FeedbackService, { strict: false })).toBeInstanceOf(FeedbackService);
    });
  });
});

describe('Module combinations', () => {
  const all = { feedback: true, changelog: true, webhooks: true, notifications: true, assistants: true };

  /** The first segments below a project in the paths of the document. */
  const resources = ['changelogs', 'config', 'events', 'feedback', 'members', 'tags', 'webhooks'];

  describe.each([
    [{ ...all }, resources],
    [{ ...all, assistants: false }, resources],
    [{ ...all, notifications: false }, resources],
    [{ ...all, feedback: false }, ['changelogs', 'config', 'events', 'members', 'tags', 'webhooks']],
    [{ ...all, changelog: false }, ['config', 'events', 'feedback', 'members', 'tags', 'webhooks']],
    [{ ...all, webhooks: false }, ['changelogs', 'config', 'events', 'feedback', 'members', 'tags']],
    [
      { feedback: false, changelog: true, webhooks: false },
      ['changelogs', 'config', 'events', 'members', 'tags'],
    ],
    [
      { feedback: true, changelog: false, webhooks: false },
      ['config', 'events', 'feedback', 'members', 'tags'],
    ],
    [{ feedback: false, changelog: false, webhooks: false }, ['config', 'events', 'members', 'tags']],
  ])('with the modules %j', (modules, expected) => {
    let app: NestExpressApplication;
    let url: string;
    let drop: () => Promise<void>;

    beforeAll(async () => {
      const database = await createDatabase(serverUrl!);
      drop = database.drop;
      const service = FeedbackServiceModule.forRoot({
        modules,
        database: { url: database.url, poolSize: 2 },
        authentication: { bootstrapToken: hostToken },
      });
      app = await NestFactory.create<NestExpressApplication>(service, { logger: false, abortOnError: false });
      await app.listen(0, '127.0.0.1');
      url = `${await app.getUrl()}/feedback-service`;
    });

    afterAll(async () => {
      await app?.close();
      await drop?.();
    });

    it('has tools for the modules that are on', async () => {
      const answer = await fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${hostToken}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }),
      });
      const text = await answer.text();
      expect(answer.status).toBe('assistants' in modules && !modules.assistants ? 404 : 200);
      if (answer.status === 404) return;
      const has = (tool: string) => text.includes(`"name":"${tool}"`);
      expect(['get_project', 'get_feedback', 'search_changelog', 'link_changelog_feedback'].map(has)).toEqual(
        [true, modules.feedback, modules.changelog, modules.feedback && modules.changelog],
      );
    });

    it('starts, and documents only the modules that are on', async () => {
      const document = app.get(ApiDocument).describe();
      const paths = Object.keys(document.paths);
      const found = paths.flatMap((path) => /^\/v1\/projects\/\{projectSlug\}\/(\w+)/.exec(path)?.[1] ?? []);
      expect(resources.filter((resource) => found.includes(resource))).toEqual(expected);
      const isPublic = (resource: RegExp) =>
        paths.some((path) => path.startsWith('/public/') && resource.test(path));
      expect([isPublic(/changelog/), isPublic(/feedback|tags/)]).toEqual([
        modules.changelog,
        modules.feedback,
      ]);
      expect(Object.keys(document.webhooks ?? {})).toEqual(modules.webhooks ? ['event'] : []);
      const schemas = Object.keys(document.components?.schemas ?? {});
      expect(schemas.includes('Feedback')).toBe(modules.feedback);
      expect(schemas.includes('Changelog')).toBe(modules.changelog);
      expect(schemas.includes('Webhook')).toBe(modules.webhooks);
      const tags = document.tags?.map(({ name }) => name) ?? [];
      expect(tags.includes('Votes')).toBe(modules.feedback);
      expect(tags.includes('Webhooks')).toBe(modules.webhooks);
    });

    it('serves the modules that are on, and no others', async () => {
      const send = async (method: string, path: string, body?: object) => {
        const headers = { authorization: `Bearer ${hostToken}`, 'content-type': 'application/json' };
        const init = body === undefined ? {} : { body: JSON.stringify(body) };
        return (await fetch(`${url}/v1${path}`, { method, headers, ...init })).status;
      };
      expect(await send('POST', '/projects', { name: 'Acme', slug: 'acme' })).toBe(201);
      const order = { title: 'Dark mode' };
      expect(await send('POST', '/projects/acme/feedback', order)).toBe(modules.feedback ? 201 : 404);
      expect(await send('POST', '/projects/acme/changelogs', order)).toBe(modules.changelog ? 201 : 404);
      expect(await send('GET', '/projects/acme/webhooks')).toBe(modules.webhooks ? 200 : 404);
      expect(await send('GET', '/projects/acme/events')).toBe(200);
      expect(await send('DELETE', '/projects/acme')).toBe(204);
    });
  });
});
