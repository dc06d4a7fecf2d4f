import { afterAll, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import { type Answer, type Client, startApp, type TestApp } from '../support/app.js';
import { hasServers, PostgresServer } from '../support/postgres-servers.js';

let service: TestApp;

beforeAll(async () => {
  service = await startApp({ environment: { RATE_LIMIT_PER_MINUTE: '0' } });
  await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
  await service.admin.post('/projects/acme/feedback', { title: 'Dark mode' });
});

afterAll(() => service.close());

async function newClient(): Promise<Client> {
  const { body } = await service.admin.post('/tokens', { name: 'Another', scope: 'read' });
  return service.client(body.token as string);
}

/** Sends a request to the endpoint of tools, which the API document does not contain. */
async function callTool({ token }: Client): Promise<Pick<Answer, 'status' | 'headers' | 'body'>> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`${service.url}/mcp`, { method: 'POST', headers, body: '{}' });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

/** Blocks statements that read the table until the work has ended. */
async function whileLocked(table: string, work: () => Promise<void>): Promise<void> {
  const session = new pg.Client(service.database.url);
  await session.connect();
  try {
    await session.query(`begin; lock table feedback.${table} in access exclusive mode`);
    await work();
  } finally {
    await session.end();
  }
}

it('answers requests with an unknown token, and reads of single records, while pages of lists take long', async () => {
  const list = () => service.admin.get('/projects/acme/feedback');
  // Frequent page statements are prepared, and share connections.
  for (let n = 0; n < 10; n++) await list();
  const other = await newClient();
  const pages: Promise<Answer>[] = [];
  await whileLocked('feedback_tags', async () => {
    for (let n = 0; n < 30; n++) pages.push(list());
    await blocked(2);
    expect((await other.get('/me')).status).toBe(200);
    expect((await other.get('/projects/acme')).status).toBe(200);
  });
  expect((await Promise.all(pages)).map(({ status }) => status)).toEqual(pages.map(() => 200));
});

it('returns 429 for the seventh search in progress of a token after a second, and does not limit other requests and tokens', async () => {
  const [token, other] = [await newClient(), await newClient()];
  const search = ({ get }: Client) => get('/projects/acme/feedback?q=dark');
  const searches: Promise<Answer>[] = [];
  await whileLocked('feedback_search', async () => {
    searches.push(
      search(token),
      search(token),
      token.get('/projects/acme/feedback/similar?title=dark'),
      token.get('/projects/acme/feedback/similar?title=dark'),
      token.get('/projects/acme/feedback?count=true&q=dark'),
      token.get('/projects/acme/feedback?count=true&q=dark'),
    );
    await blocked(6);
    const refused = await Promise.all([
      search(token),
      token.get('/projects/acme/feedback?count=true'),
      token.get('/projects/acme/feedback/similar?title=dark'),
      token.get('/projects/acme/feedback/stats'),
      callTool(token),
    ]);
    for (const { status, body, headers } of refused) {
      expect([status, body.code]).toEqual([429, 'too_many_parallel_reads']);
      expect(headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    }
    expect((await token.get('/projects/acme/feedback')).status).toBe(200);
    const stream = await token.get('/projects/acme/feedback', { accept: 'application/x-ndjson' });
    expect(stream.status).toBe(200);
    searches.push(search(other));
    const headers = { 'on-behalf-of': 'ada' };
    searches.push(token.get('/projects/acme/feedback?q=dark', headers));
  });
  expect((await Promise.all(searches)).map(({ status }) => status)).toEqual(searches.map(() => 200));
  expect((await search(token)).status).toBe(200);
});

(hasServers ? it : it.skip)('is not ready within 3 seconds after the database has stalled', async () => {
  const server = await PostgresServer.primary();
  const stalled = await startApp({ database: { ...service.database, url: server.url() } });
  try {
    expect((await stalled.send('GET', '/health/ready')).status).toBe(200);
    await server.freeze();
    const start = performance.now();
    const answer = await stalled.send('GET', '/health/ready');
    expect([answer.status, answer.body.code]).toEqual([503, 'database_unavailable']);
    expect(performance.now() - start).toBeLessThan(3_000);
    expect((await stalled.send('GET', '/health/live')).status).toBe(200);
    await server.thaw();
    while ((await stalled.send('GET', '/health/ready')).status !== 200);
  } finally {
    await server.thaw();
    await stalled.close();
    await server.remove();
  }
});

/** Waits until that many statements wait for a lock. */
async function blocked(count: number): Promise<void> {
  const session = new pg.Client(service.database.url);
  await session.connect();
  try {
    const statement = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    while (((await session.query(statement)).rowCount ?? 0) < count);
  } finally {
    await session.end();
  }
}
