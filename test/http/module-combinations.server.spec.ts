import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import { createDatabase } from '../support/server-database.js';
import { serverUrl } from '../support/server-url.js';
import { hostToken } from '../support/host.js';

const all = { feedback: true, changelog: true, webhooks: true, notifications: true, assistants: true };

/** The first segments below a project in the paths of the document. */
const resources = ['changelogs', 'config', 'events', 'feedback', 'members', 'tags', 'webhooks'];

describe.each([
  [{ ...all }, resources],
  [{ ...all, assistants: false }, resources],
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
    expect(['get_project', 'get_feedback', 'search_changelog', 'link_changelog_feedback'].map(has)).toEqual([
      true,
      modules.feedback,
      modules.changelog,
      modules.feedback && modules.changelog,
    ]);
  });

  it('starts, and documents only the modules that are on', async () => {
    const document = app.get(ApiDocument).describe();
    const paths = Object.keys(document.paths);
    const found = paths.flatMap((path) => /^\/v1\/projects\/\{projectSlug\}\/(\w+)/.exec(path)?.[1] ?? []);
    expect(resources.filter((resource) => found.includes(resource))).toEqual(expected);
    const isPublic = (resource: RegExp) =>
      paths.some((path) => path.startsWith('/public/') && resource.test(path));
    expect([isPublic(/changelog/), isPublic(/feedback|tags/)]).toEqual([modules.changelog, modules.feedback]);
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
