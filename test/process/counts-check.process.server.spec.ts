import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  bootstrapToken,
  checkCounts,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';

afterEach(cleanUp);

/** Executes statements directly. */
async function executeSql(
  settings: Record<string, string>,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client(settings['DATABASE_URL']);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

it('reports and corrects wrong counters, also while the service is running, and exits with 0', async () => {
  const { folder, settings } = await preparedFolder();
  const service = await ServiceProcess.start(folder, settings);
  const call = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await service.call(method, path, bootstrapToken, body);
    expect(answer.ok).toBe(true);
    return answer.json();
  };
  await call('POST', '/projects', { name: 'Acme', slug: 'acme' });
  const { id } = await call('POST', '/projects/acme/feedback', { title: 'Wish' });
  await call('PUT', `/projects/acme/feedback/${id}/upvotes/me`);
  await call('POST', `/projects/acme/feedback/${id}/comments`, { content: 'Hi' });
  await executeSql(settings, (client) =>
    client.query('update feedback.feedback set upvotes = 7, comment_count = 0'),
  );
  expect(await checkCounts(folder, settings)).toEqual({
    code: 0,
    stdout: [
      `Feedback ${id}: upvotes was 7, is 1`,
      `Feedback ${id}: comment_count was 0, is 1`,
      'Checked 1 feedback: corrected 2 counters.\n',
    ].join('\n'),
    stderr: '',
  });
  expect(await call('GET', `/projects/acme/feedback/${id}`)).toMatchObject({ upvotes: 1, comment_count: 1 });
  await service.kill();
  expect(await checkCounts(folder, settings)).toEqual({
    code: 0,
    stdout: 'Checked 1 feedback: all counters are correct.\n',
    stderr: '',
  });
});

it('leaves it to the service to create the first admin', async () => {
  const folder = await emptyFolder();
  const settings = { ...(await emptyDatabase()), BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
  expect((await checkCounts(folder, settings)).stdout).toContain('Checked 0 feedback');
  await executeSql(settings, async (client) => {
    expect((await client.query('select from feedback.users')).rowCount).toBe(0);
  });
});

it('reports an unavailable database in one sentence', async () => {
  const folder = await emptyFolder();
  const away = await checkCounts(folder, { DATABASE_URL: 'postgres://postgres:secret@127.0.0.1:9/none' });
  expect([away.code, away.stdout]).toEqual([1, '']);
  expect(away.stderr).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .+\n/);
  expect(away.stderr).not.toContain('secret');
});
