import { afterEach, expect, it } from '@jest/globals';
import pg from 'pg';
import { MailServer } from '../support/mail-server.js';
import {
  bootstrapToken,
  cleanUp,
  expireLeases,
  onCleanUp,
  preparedFolder,
  ServiceProcess,
} from './service-process.js';
import { until } from '../support/until.js';

afterEach(cleanUp);

const amount = 1_000;

it(`a changelog entry reaches ${amount} subscribers, although the process is killed, and the feed does not wait`, async () => {
  const mails = await MailServer.start();
  onCleanUp(() => mails.close());
  const { folder, settings } = await preparedFolder();
  Object.assign(settings, {
    RATE_LIMIT_PER_MINUTE: '0',
    SMTP_URL: mails.url,
    MAIL_FROM: 'news@example.com',
    PUBLIC_BASE_URL: 'https://feedback.example.com',
  });
  let service = await ServiceProcess.start(folder, settings);
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const response = await service.call(method, path, bootstrapToken, body);
    return response.json();
  };
  const project = await call('POST', '/projects', { name: 'Acme', slug: 'acme' });
  await call('PATCH', '/projects/acme/settings', { public_changelog: true });
  const database = new pg.Client({ connectionString: settings['DATABASE_URL']! });
  await database.connect();
  onCleanUp(() => database.end());
  await database.query('set search_path to feedback');
  await database.query(
    `insert into mail_subscribers (id, project_id, email, email_key, requested_at, confirmed_at)
     select gen_random_uuid(), $1, n || '@example.com', n || '@example.com', now(), now()
     from generate_series(1, $2::int) n`,
    [project.id, amount],
  );
  await call('POST', '/projects/acme/changelogs', { title: 'It is here', published: true });
  await mails.untilReceived(1);
  // The feed and the jobs of others go on while mails are sent.
  const feedback = await call('POST', '/projects/acme/feedback', { title: 'Dark mode' });
  await until(async () =>
    (await call('GET', '/projects/acme/events?type=feedback.created')).some(
      ({ data }: any) => data.id === feedback.id,
    ),
  );
  expect(mails.received.length).toBeLessThan(amount);
  await mails.untilReceived(amount / 4);
  await service.kill();
  expect(mails.received.length).toBeLessThan(amount);
  await expireLeases(settings);
  await database.query(
    "update mails set leased_until = leased_until - interval '15 minutes' where done_at is null",
  );
  service = await ServiceProcess.start(folder, settings);
  const recipients = () => new Set(mails.received.map(({ to }) => to));
  await until(() => recipients().size === amount);
  // One mail at most was being sent when the process was killed.
  expect(mails.received.length).toBeLessThanOrEqual(amount + 1);
  const ids = new Set(mails.received.map(({ to, parsed }) => `${to} ${parsed.messageId}`));
  expect(ids.size).toBe(amount);
});
