// Measures an event with many subscribers: when the last of them is notified and has the mail, how late other events are in
// the feed meanwhile, and the memory of the service.
//   npm run bench:mail -- [--subscribers 10000]
// TEST_DATABASE_URL is the URL of a PostgreSQL server, on which it creates a database, and drops it at the end.
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { SMTPServer } from 'smtp-server';
import { memoryOf } from './processes.js';
import { startService, token } from './servers.js';

const { values: options } = parseArgs({ options: { subscribers: { type: 'string', default: '10000' } } });
const amount = Number(options.subscribers);
const server = process.env['TEST_DATABASE_URL'];
if (server === undefined) throw new Error('TEST_DATABASE_URL names no server.');
const name = 'fcs_mail_bench';
const url = new URL(server);
url.pathname = `/${name}`;

/** Runs statements on a database. */
async function onDatabase(connection, work) {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

let mails = 0;
const mailServer = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, _session, callback) => {
    stream.resume().on('end', () => {
      mails += 1;
      callback();
    });
  },
});
mailServer.listen(0, '127.0.0.1');
await once(mailServer.server, 'listening');

await onDatabase(server, async (admin) => {
  await admin.query(`drop database if exists ${name}`);
  await admin.query(`create database ${name}`);
});
const { port } = mailServer.server.address();
const service = await startService({
  DATABASE_URL: url.href,
  SMTP_URL: `smtp://127.0.0.1:${port}`,
  MAIL_FROM: 'news@example.com',
  PUBLIC_BASE_URL: 'https://feedback.example.com',
});

async function call(method, path, body) {
  const response = await fetch(`${service.base}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

let lastEvent;

/** Returns the events that followed since the last call. */
async function newEvents() {
  const after = lastEvent === undefined ? '' : `&after=${lastEvent}`;
  const events = await call('GET', `/projects/acme/events?type=feedback.created${after}`);
  lastEvent = events.at(-1)?.id ?? lastEvent;
  return events;
}

const project = await call('POST', '/projects', { name: 'Acme', slug: 'acme' });
const feedback = await call('POST', '/projects/acme/feedback', { title: 'Dark mode' });
await onDatabase(url.href, async (client) => {
  await client.query('set search_path = feedback');
  await client.query(
    `with people as (
       insert into users (id, email, email_key, full_name, avatar_url, instance_admin, created_at)
       select gen_random_uuid(), n || '@example.com', n || '@example.com', 'Person ' || n, '', false, now()
       from generate_series(1, $1::int) n returning id
     ), joined as (
       insert into members (project_id, user_id, role, created_at) select $2, id, 'viewer', now() from people
     )
     insert into feedback_subscriptions (feedback_id, user_id, project_id, subscribed, created_at)
     select $3, id, $2, true, now() from people`,
    [amount, project.id, feedback.id],
  );
  await client.query('analyze');
  const notified = async () =>
    Number((await client.query('select count(*) from notifications')).rows[0].count);

  const before = memoryOf(service.pid);
  let most = before;
  let latest = 0;
  const began = Date.now();
  const seconds = () => (Date.now() - began) / 1000;
  await call('PATCH', `/projects/acme/feedback/${feedback.id}`, { status: 'completed' });
  let notifiedAfter;
  while (mails < amount) {
    const other = await call('POST', '/projects/acme/feedback', { title: 'Another' });
    const created = Date.now();
    while (!(await newEvents()).some(({ data }) => data.id === other.id)) await pause(20);
    latest = Math.max(latest, Date.now() - created);
    most = Math.max(most, memoryOf(service.pid));
    if (notifiedAfter === undefined && (await notified()) >= amount) notifiedAfter = seconds();
    await pause(500);
  }
  console.log(`${amount} subscribers of one feedback, whose status changes`);
  console.log(`all notified after     ${notifiedAfter?.toFixed(1)} s`);
  console.log(
    `all mails sent after   ${seconds().toFixed(1)} s (${Math.round(amount / seconds())} a second)`,
  );
  console.log(`other events in feed   within ${latest} ms`);
  console.log(`memory of the service  ${before.toFixed(0)} MB before, at most ${most.toFixed(0)} MB`);
});
await service.stop();
mailServer.close();
await onDatabase(server, (admin) => admin.query(`drop database ${name} with (force)`));
