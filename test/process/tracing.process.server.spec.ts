import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bootstrapToken, cleanUp, onCleanUp, preparedFolder, ServiceProcess } from './service-process.js';

interface Span {
  readonly name: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentId?: string;
  readonly status: number;
}

/** The kinds of spans in the API of OpenTelemetry. */
const [server, client, consumer] = [1, 2, 4];

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;

const sdk = pathToFileURL(join(import.meta.dirname, 'tracing-sdk.js')).href;

afterAll(cleanUp);

async function start(extra: Record<string, string> = {}) {
  const { folder, settings } = await preparedFolder();
  const file = join(folder, 'spans');
  const service = await ServiceProcess.start(folder, { ...settings, SPANS: file, ...extra });
  const read = (): Span[] => {
    const lines = existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
    return lines.map((line) => JSON.parse(line) as Span);
  };
  /** Waits for a span, which may end after the response. */
  const find = async (isIt: (span: Span) => boolean): Promise<Span> => {
    for (;;) {
      const span = read().find(isIt);
      if (span) return span;
      await sleep(20);
    }
  };
  return { service, read, find };
}

async function receiveOnePost(): Promise<{ url: string; headers: Promise<IncomingHttpHeaders> }> {
  const receiver = createServer((_request, response) => response.writeHead(204).end());
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  onCleanUp(() => receiver.close());
  const headers = once(receiver, 'request').then(
    ([{ headers: received }]) => received as IncomingHttpHeaders,
  );
  return { url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/events?key=secret`, headers };
}

describe('with an SDK of OpenTelemetry', () => {
  let started: Awaited<ReturnType<typeof start>>;

  beforeAll(async () => {
    started = await start({
      NODE_OPTIONS: `--import=${sdk}`,
      WEBHOOK_ALLOW_PRIVATE_ADDRESSES: 'true',
      SHUTDOWN_DELAY_MS: '5000',
    });
  });

  it('creates spans for requests and their SQL statements, in the trace of the caller', async () => {
    const { service, read, find } = started;
    const project = { name: 'Acme', slug: 'acme' };
    await service.call('POST', '/projects', bootstrapToken, project, { traceparent });
    await service.call('GET', '/projects/acme', bootstrapToken, undefined, { traceparent });
    await service.call('GET', '/projects/other', bootstrapToken);

    const answered = await find(({ name }) => name === 'GET /v1/projects/{projectSlug}');
    expect(answered).toMatchObject({ kind: server, traceId, parentId: '00f067aa0ba902b7' });
    expect(answered.attributes).toEqual({
      'http.request.method': 'GET',
      'http.route': '/v1/projects/{projectSlug}',
      'http.response.status_code': 200,
      'url.path': '/v1/projects/acme',
      'url.scheme': 'http',
    });
    const written = await find(({ name }) => name === 'POST /v1/projects');
    const statements = read().filter(({ kind, parentId }) => kind === client && parentId === written.spanId);
    const texts = statements.map(({ attributes }) => String(attributes['db.query.text']));
    expect(texts).toEqual(
      expect.arrayContaining([
        'begin',
        expect.stringMatching(/insert into .*projects/i),
        expect.stringMatching(/insert into .*events/i),
        'commit',
      ]),
    );
    expect(statements.every(({ attributes }) => attributes['db.system.name'] === 'postgresql')).toBe(true);
    expect(texts.join()).not.toContain('Acme');
    // Another trace, without a caller's.
    const other = await find(({ attributes }) => attributes['url.path'] === '/v1/projects/other');
    expect(other.traceId).not.toBe(traceId);
    expect(other.parentId).toBeUndefined();
  });

  it('passes the trace of a job on to the webhook that it posts to', async () => {
    const { service, find } = started;
    const { url, headers } = await receiveOnePost();
    await service.call('POST', '/projects', bootstrapToken, { name: 'Hooks', slug: 'hooks' });
    await service.call('POST', '/projects/hooks/webhooks', bootstrapToken, { url });
    await service.call('POST', '/projects/hooks/feedback', bootstrapToken, { title: 'Dark mode' });
    const sent = (await headers)['traceparent'];

    const post = await find(({ kind, name }) => kind === client && name === 'POST');
    expect(sent).toBe(`00-${post.traceId}-${post.spanId}-01`);
    expect(post.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'server.address': '127.0.0.1',
    });
    const job = await find(({ kind, name }) => kind === consumer && name === 'process deliver');
    expect(job.traceId).toBe(post.traceId);
    expect(job.attributes).toMatchObject({ 'messaging.destination.name': 'deliver' });
  });

  // The last one: the service ends.
  it('marks failed requests', async () => {
    const { service, find } = started;
    service.signal('SIGTERM');
    await service.says(/"Stopping after SIGTERM"/);
    await fetch(`${service.url}/health/ready`);
    const span = await find(({ name }) => name === 'GET /health/ready');
    expect(span.attributes).toMatchObject({ 'http.response.status_code': 503, 'error.type': '503' });
    expect(span.status).toBe(2);
  });
});
