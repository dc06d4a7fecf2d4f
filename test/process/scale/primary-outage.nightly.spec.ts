import { afterEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { hasServers } from '../../support/postgres-servers.js';
import { serverUrl } from '../../support/server-url.js';
import { bootstrapToken, cleanUp, emptyFolder, onCleanUp, ServiceProcess } from '../service-process.js';
import { until } from './load.js';
import { servers } from './servers.js';

const withServers = serverUrl && hasServers ? describe : describe.skip;

const fresh = { 'cache-control': 'no-cache' };

/** Starts processes on a primary and its replica, with a project and feedback. */
async function start(count: number, settings: Record<string, string> = {}) {
  const { primary, replica } = await servers();
  const services: ServiceProcess[] = [];
  for (let n = 0; n < count; n++) {
    const service = await ServiceProcess.start(await emptyFolder(), {
      BOOTSTRAP_ACCESS_TOKEN: bootstrapToken,
      RATE_LIMIT_PER_MINUTE: '0',
      METRICS_PORT: '0',
      DATABASE_URL: primary.url('feedback'),
      DATABASE_REPLICA_URLS: replica.url('feedback'),
      ...settings,
    });
    services.push(service);
  }
  const [service, other = service] = services as [ServiceProcess, ServiceProcess?];
  const create = async (path: string, body: object) =>
    (await (await service.call('POST', path, bootstrapToken, body)).json()) as { id: string; token: string };
  await create('/projects', { name: 'Acme', slug: 'acme' });
  await service.call('PATCH', '/projects/acme/settings', bootstrapToken, { public_feedback: true });
  const { id: feedbackId } = await create('/projects/acme/feedback', { title: 'Zebra' });
  /** Creates a member of the project, and a token. */
  const member = async (name: string, role = 'viewer') => {
    const { id: userId } = await create('/users', { email: `${name}@acme.example`, full_name: name });
    await service.call('PUT', `/projects/acme/members/${userId}`, bootstrapToken, { role });
    const { id: tokenId, token } = await create('/tokens', { name, scope: 'write', user_id: userId });
    return { userId, tokenId, token };
  };
  /** Returns the status of a GET request, on a new connection. */
  const get = async (path: string, token: string, headers: Record<string, string> = {}) => {
    const answer = await service.call('GET', path, token, undefined, { connection: 'close', ...headers });
    await answer.arrayBuffer();
    return answer.status;
  };
  const metric = async (name: string) => {
    const [, url = ''] = /"The metrics are at ([^"]+)"/.exec(service.output) ?? [];
    const text = await (await fetch(url)).text();
    return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  };
  return { primary, service, other, feedbackId, member, get, metric };
}

async function problemOf(answer: Response) {
  const { code } = (await answer.json()) as { code: string };
  return [answer.status, code, answer.headers.has('retry-after')];
}

withServers('While the primary is unavailable (needs TEST_DATABASE_URL, PostgreSQL)', () => {
  afterEach(cleanUp);

  it('replicas serve reads of tokens and roles that were checked before, and writes return 503', async () => {
    const { primary, service, feedbackId, member, get, metric } = await start(1);
    const known = await member('known', 'editor');
    const unused = await member('unused');
    const feedback = '/projects/acme/feedback';
    const paths = ['/me', '/projects', '/projects/acme', '/projects/acme/statuses', '/projects/acme/boards'];
    paths.push(
      feedback,
      `${feedback}/${feedbackId}`,
      `${feedback}/${feedbackId}/comments`,
      `${feedback}?q=zebbra`,
    );
    const statuses = async () => Promise.all(paths.map((path) => get(path, known.token)));
    const all = paths.map(() => 200);
    expect(await statuses()).toEqual(all);
    expect(await metric('db_primary_unavailable')).toBe(0);
    const open = `${service.url}/public/v1/projects/acme/feedback`;
    expect((await fetch(open)).status).toBe(200);

    await primary.stop();
    await service.says(/The primary is unavailable: /);
    // The 4 seconds in which the processes remember tokens and roles end.
    await until(
      async () => (await metric('db_outage_reads_total')) >= paths.length || (await statuses()).includes(503),
    );
    expect(await statuses()).toEqual(all);
    expect((await fetch(open)).status).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
    expect(await metric('db_primary_unavailable')).toBe(1);
    const unavailable = [503, 'database_unavailable', true];
    const post = () => service.call('POST', feedback, known.token, { title: 'New' });
    expect(await problemOf(await post())).toEqual(unavailable);
    // A user who has tried to write can still read.
    expect(await statuses()).toEqual(all);
    // What only the primary knows is neither accepted nor rejected.
    expect(await get('/me', unused.token)).toBe(503);
    expect(await get('/me', `unknown-${bootstrapToken}`)).toBe(503);
    expect(await get('/me', known.token, fresh)).toBe(503);
    expect(await get(`${feedback}/01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d`, known.token)).toBe(503);
    expect(service.output.match(/The primary is unavailable/g)).toHaveLength(1);
    expect(service.output).not.toContain('The primary is available again');

    await primary.start();
    await service.says(/The primary is available again/);
    await until(async () => (await post()).status === 201);
    expect(await get('/me', unused.token)).toBe(200);
    expect(await metric('db_primary_unavailable')).toBe(0);
  });

  it('a token revoked and a role removed before, through another process, are rejected', async () => {
    const { primary, service, other, member, get } = await start(2);
    const members = '/projects/acme/members';
    const revoked = await member('revoked', 'owner');
    const removed = await member('removed', 'owner');
    const demoted = await member('demoted', 'owner');
    const kept = await member('kept', 'owner');
    // Only owners can read it.
    const statuses = () =>
      Promise.all(
        [revoked, removed, demoted, kept].map(({ token }) => get('/projects/acme/webhooks', token)),
      );
    expect(await statuses()).toEqual([200, 200, 200, 200]);
    // The first process does not check them again before the outage.
    await other.call('DELETE', `/tokens/${revoked.tokenId}`, bootstrapToken);
    await other.call('DELETE', `${members}/${removed.userId}`, bootstrapToken);
    await other.call('PUT', `${members}/${demoted.userId}`, bootstrapToken, { role: 'viewer' });
    await primary.stop();
    await service.says(/The primary is unavailable: /);
    // The 4 seconds in which the process remembers tokens and roles end.
    const seen = new Set<string>();
    await until(async () => {
      const found = await statuses();
      found.forEach((status, index) => seen.add(`${index}: ${status}`));
      return found.slice(0, 3).every((status) => status !== 200);
    });
    expect([...seen]).toEqual(expect.arrayContaining(['0: 401', '1: 404', '2: 403']));
    // From then on, the process knows no more than that they were rejected: only the primary could accept them.
    expect(await statuses()).toEqual([503, 503, 403, 200]);
  });

  it('replicas also serve reads if it hangs', async () => {
    const { primary, service, member, get } = await start(1);
    const { token } = await member('known', 'editor');
    expect(await get('/projects/acme/feedback', token)).toBe(200);
    await primary.freeze();
    onCleanUp(() => primary.thaw());
    await service.says(/The primary is unavailable: /);
    for (let n = 0; n < 20; n++) expect(await get('/projects/acme/feedback', token)).toBe(200);
    await primary.thaw();
    await service.says(/The primary is available again/);
    expect((await service.call('POST', '/projects/acme/feedback', token, { title: 'New' })).status).toBe(201);
  });

  it('reads whose connection breaks are repeated if it responds', async () => {
    const { primary, service, member, get } = await start(1);
    const { token } = await member('known');
    expect(await get('/projects/acme', token)).toBe(200);
    const locking = new pg.Client(primary.url('feedback'));
    await locking.connect();
    onCleanUp(() => locking.end());
    await locking.query('begin; lock table feedback.access_tokens');
    const blocked = async () => {
      const rows = await primary.query("select pid from pg_stat_activity where wait_event_type = 'Lock'");
      return rows.map(({ pid }: { pid: number }) => pid);
    };
    const statuses = new Set<number>();
    let isReading = true;
    const reading = (async () => {
      while (isReading) statuses.add(await get('/projects/acme', token));
    })();
    // The 4 seconds in which the process remembers the token end.
    await until(async () => (await blocked()).length > 0);
    const [broken] = await blocked();
    await primary.query(`select pg_terminate_backend(${broken})`);
    await until(async () => (await blocked()).some((pid) => pid !== broken));
    await locking.query('rollback');
    isReading = false;
    await reading;
    expect([...statuses]).toEqual([200]);
    expect(service.output).not.toContain('The primary is unavailable');
  });

  it('replicas serve reads for as long as the settings allow', async () => {
    const { primary, service, member, get } = await start(1, { DATABASE_OUTAGE_READ_SECONDS: '7' });
    const { token } = await member('known');
    expect(await get('/projects/acme', token)).toBe(200);
    await primary.stop();
    await service.says(/The primary is unavailable: /);
    await until(async () => (await get('/projects/acme', token)) === 503);
    await until(async () => (await fetch(`${service.url}/health/ready`)).status === 503);
    await primary.start();
    await until(async () => (await get('/projects/acme', token)) === 200);
  });

  it('reads return 503 as well if the settings say so', async () => {
    const { primary, member, get } = await start(1, { DATABASE_OUTAGE_READ_SECONDS: '0' });
    const { token } = await member('known');
    expect(await get('/projects/acme', token)).toBe(200);
    await primary.stop();
    await until(async () => (await get('/projects/acme', token)) === 503);
  });
});
