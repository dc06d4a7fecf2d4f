import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import {
  bootstrapToken,
  cleanUp,
  expireLeases,
  holdInserts,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { until } from '../support/until.js';

afterEach(cleanUp);

const amount = 10_000;

it('10,000 subscribers are notified once each, although the process is killed meanwhile', async () => {
  const { folder, settings } = await preparedFolder();
  const service = await ServiceProcess.start(folder, { ...settings, RATE_LIMIT_PER_MINUTE: '0' });
  const call = async (method: string, path: string, body?: object): Promise<{ id: string }> => {
    const response = await service.call(method, path, bootstrapToken, body);
    return (await response.json()) as { id: string };
  };
  const project = await call('POST', '/projects', { name: 'Acme', slug: 'acme' });
  const feedback = await call('POST', '/projects/acme/feedback', { title: 'Dark mode' });
  const database = new pg.Client({ connectionString: settings['DATABASE_URL']! });
  await database.connect();
  onCleanUp(() => database.end());
  await database.query('set search_path to feedback');
  await database.query(
    `with added as (
       insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
       select gen_random_uuid(), n || '@example.com', n || '@example.com', '', '', false, now()
       from generate_series(1, $3::int) n returning id
     ), joined as (
       insert into members (project_id, user_id, role, created_at) select $1, id, 'viewer', now() from added
     )
     insert into feedback_subscriptions (project_id, feedback_id, user_id, subscribed, created_at)
     select $1, $2, id, true, now() from added`,
    [project.id, feedback.id, amount],
  );
  const notified = async () => {
    const { rows } = await database.query<{ count: number; distinct: number }>(
      'select count(*)::int as count, count(distinct user_id)::int as distinct from notifications',
    );
    return rows[0]!;
  };
  const comments = `/projects/acme/feedback/${feedback.id}/comments`;
  const { untilWaiting, release } = await holdInserts(settings, 'notifications', 1);
  await call('POST', comments, { content: 'It is here', kind: 'response' });
  await untilWaiting();
  await service.kill();
  await release();
  expect((await notified()).count).toBeLessThan(amount);
  await expireLeases(settings);
  await ServiceProcess.start(folder, settings);
  await until(async () => (await notified()).count >= amount);
  expect(await notified()).toEqual({ count: amount, distinct: amount });
});
