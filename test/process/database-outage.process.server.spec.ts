import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { serverUrl } from '../support/server-url.js';
import { bootstrapToken, cleanUp, onCleanUp, preparedFolder, ServiceProcess } from './service-process.js';

// The embedded database is part of the process, so it is always available.
const onServer = serverUrl ? describe : describe.skip;

onServer('If the database is unavailable (needs TEST_DATABASE_URL)', () => {
  let service: ServiceProcess;
  let database: string;
  let server: pg.Client;

  beforeAll(async () => {
    const { folder, settings } = await preparedFolder();
    database = new URL(settings['DATABASE_URL'] ?? '').pathname.slice(1);
    server = new pg.Client(serverUrl);
    await server.connect();
    onCleanUp(() => server.end());
    service = await ServiceProcess.start(folder, { ...settings, RATE_LIMIT_PER_MINUTE: '0' });
    await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
    for (const name of ['one', 'two']) {
      await service.call('PUT', `/projects/acme/tags/${name}`, bootstrapToken, { color: '#000' });
    }
  });

  afterAll(cleanUp);

  async function breakConnections(): Promise<void> {
    await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      database,
    ]);
  }

  async function allowConnections(allowed: boolean): Promise<void> {
    await server.query(`alter database ${database} with allow_connections ${String(allowed)}`);
  }

  let rounds = 0;

  /** Starts eight clients that submit feedback, each with two tags, until they are stopped. */
  function submitAll() {
    const round = ++rounds;
    const answers: { title: string; status: number }[] = [];
    const unexpected: string[] = [];
    let isRunning = true;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let n = 0; isRunning; n++) {
        const title = `${round}/${client}/${n}`;
        const body = { title, tags: ['one', 'two'] };
        const response = await service.call('POST', '/projects/acme/feedback', bootstrapToken, body);
        answers.push({ title, status: response.status });
        const text = await response.text();
        const asExpected =
          response.status === 201 ||
          (response.status === 503 &&
            /"(database_unavailable|outcome_unknown)"/.test(text) &&
            response.headers.has('retry-after'));
        if (!asExpected) unexpected.push(`${response.status}: ${text}`);
      }
    });
    return {
      answers,
      stop: async () => {
        isRunning = false;
        await Promise.all(clients);
        expect(unexpected).toEqual([]);
      },
    };
  }

  /** Makes new connections read-only, as those to a server that is not the primary any more. */
  async function makeReadOnly(isReadOnly: boolean): Promise<void> {
    const setting = isReadOnly
      ? 'set default_transaction_read_only = on'
      : 'reset default_transaction_read_only';
    await server.query(`alter database ${database} ${setting}`);
  }

  async function expectUnavailable(response: Response): Promise<void> {
    const details = await response.json();
    expect(details).toMatchObject({ status: 503, code: 'database_unavailable' });
    expect(response.status).toBe(503);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(response.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
  }

  /** By title, with the number of its tags. */
  async function stored(): Promise<Map<string, number>> {
    const client = new pg.Client(Object.assign(new URL(serverUrl ?? ''), { pathname: `/${database}` }).href);
    await client.connect();
    const { rows } = await client.query<{ title: string; tags: number }>(
      'select title, (select count(*)::int from feedback.feedback_tags where feedback_id = id) as tags from feedback.feedback',
    );
    await client.end();
    return new Map(rows.map(({ title, tags }) => [title, tags]));
  }

  async function expectNoPartialWrites(answers: { title: string; status: number }[]): Promise<void> {
    const records = await stored();
    expect([...records].filter(([, tags]) => tags !== 2)).toEqual([]);
    const acknowledged = answers.filter(({ status }) => status === 201);
    expect(acknowledged.filter(({ title }) => !records.has(title))).toEqual([]);
    expect(acknowledged.length).toBeGreaterThan(0);
  }

  it('requests return 503 with Retry-After, and the service recovers by itself', async () => {
    const { answers, stop } = submitAll();
    while (answers.length < 40) await sleep(5);
    await allowConnections(false);
    await breakConnections();
    while (answers.filter(({ status }) => status === 503).length < 40) await sleep(5);

    const ready = await fetch(`${service.url}/health/ready`);
    await expectUnavailable(ready);
    expect((await fetch(`${service.url}/health/live`)).status).toBe(200);
    await expectUnavailable(await service.call('GET', '/projects/acme', bootstrapToken));
    await expectUnavailable(await service.call('PATCH', '/projects/acme', bootstrapToken, { name: 'Other' }));
    // Tokens cannot be verified now, which is no reason to reject them.
    await expectUnavailable(await service.call('GET', '/me', `unknown-${bootstrapToken}`));
    expect(service.hasEnded).toBe(false);
    const failed = service.output.split('\n').filter((line) => line.includes('"status":503'));
    expect(failed.filter((line) => line.includes('"stack"')).length).toBeLessThan(failed.length / 4);

    await allowConnections(true);
    const before = answers.length;
    while (answers.slice(before).filter(({ status }) => status === 201).length < 40) await sleep(5);
    await stop();
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    const project = await service.call('GET', '/projects/acme', bootstrapToken);
    expect(await project.json()).toMatchObject({ name: 'Acme' });
    await expectNoPartialWrites(answers);
  });

  it('connections that break during requests cost one 503 each, and nothing else', async () => {
    const { answers, stop } = submitAll();
    for (let round = 0; round < 15; round++) {
      const before = answers.length;
      while (answers.length < before + 12) await sleep(2);
      await breakConnections();
    }
    await stop();
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 503]));
    await expectNoPartialWrites(answers);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it('connections to a server that is read-only are replaced', async () => {
    const { answers, stop } = submitAll();
    while (answers.length < 40) await sleep(5);
    await makeReadOnly(true);
    await breakConnections();
    while (answers.filter(({ status }) => status === 503).length < 40) await sleep(5);
    await makeReadOnly(false);
    const before = answers.length;
    while (answers.slice(before).filter(({ status }) => status === 201).length < 40) await sleep(5);
    // Each connection is found to be read-only by one request.
    const refused = answers.slice(before).filter(({ status }) => status === 503);
    expect(refused.length).toBeLessThan(40);
    await stop();
    await expectNoPartialWrites(answers);
  });

  // The last one: the service ends.
  it('the service can be stopped', async () => {
    await allowConnections(false);
    await breakConnections();
    await expectUnavailable(await fetch(`${service.url}/health/ready`));
    service.signal('SIGTERM');
    expect(await service.end()).toBe(0);
  });
});
