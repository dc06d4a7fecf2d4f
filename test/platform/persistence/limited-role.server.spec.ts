import { randomBytes } from 'node:crypto';
import { type INestApplicationContext, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FeedbackServiceModule } from '../../../src/feedback-service.module.js';
import { ProjectAuthorizer, ProjectService } from '../../../src/project/index.js';
import { callerOf } from '../../../src/identity/index.js';
import { migrate } from '../../../src/migrate.js';
import type { Settings } from '../../../src/platform/config/index.js';
import { SecretBox } from '../../../src/platform/secrets/index.js';
import { type EventRecord, AfterCommitEventHandler } from '../../../src/shared/events.js';
import { createDatabase, onServer } from '../../support/server-database.js';
import { serverUrl } from '../../support/server-url.js';

const bootstrapToken = 'a-token-of-the-first-admin-in-this-test';
const role = `fcs_limited_${process.pid}_${randomBytes(4).toString('hex')}`;

let owner: pg.Client;
let url: string;
let limited: string;
let drop: () => Promise<void>;

/** Resolves with the first event that a job has passed to the subscriber. */
let received: Promise<EventRecord>;
let receive: (event: EventRecord) => void;

class Subscriber extends AfterCommitEventHandler {
  readonly name = 'test';
  readonly types = ['project.updated'];

  handle(event: EventRecord): Promise<void> {
    receive(event);
    return Promise.resolve();
  }
}

@Module({ providers: [Subscriber] })
class SubscriberModule {}

async function start(database: object): Promise<INestApplicationContext> {
  const service = FeedbackServiceModule.forRoot({
    database: { url: limited, poolSize: 2, ...database },
    authentication: { bootstrapToken },
  });
  @Module({ imports: [SubscriberModule, service] })
  class Host {}
  return NestFactory.createApplicationContext(Host, { abortOnError: false, logger: false });
}

beforeAll(async () => {
  const created = await createDatabase(serverUrl!);
  drop = created.drop;
  url = created.direct ?? created.url;
  owner = new pg.Client(url);
  await owner.connect();
  await owner.query(`create role ${role} login password 'of the test'`);
  const parsed = new URL(url);
  [parsed.username, parsed.password] = [role, 'of the test'];
  limited = parsed.href;
  received = new Promise((resolve) => (receive = resolve));
});

afterAll(async () => {
  await owner.end();
  await drop();
  await onServer(url.replace(/\/[^/]*$/, '/postgres'), (client) => client.query(`drop role ${role}`));
});

describe('A start with migrations: check', () => {
  it('fails on an empty database, and changes nothing', async () => {
    await expect(start({ migrations: 'check', url })).rejects.toThrow(
      /^The schema feedback of the database must be migrated before the start, by migrate\(\) or npm run db:migrate: \d+ migrations are missing/,
    );
    const { rows } = await owner.query(
      "select from information_schema.schemata where schema_name like 'feedback%'",
    );
    expect(rows).toEqual([]);
  });

  it('fails where a migration of the job queue is missing', async () => {
    await migrate({ database: { url } });
    await owner.query(
      'delete from feedback_jobs.migrations where id = (select max(id) from feedback_jobs.migrations)',
    );
    await expect(start({ migrations: 'check', url })).rejects.toThrow(
      /^The schema feedback_jobs of the database must be migrated before the start/,
    );
    await owner.query('drop schema feedback_jobs cascade');
    await migrate({ database: { url } });
  });

  it('fails for a role that cannot use the tables, or the jobs, with what grants it', async () => {
    const grant = `by migrate(options, { grantTo: '${role}' }) or npm run db:migrate -- --grant-to ${role}.`;
    await expect(start({ migrations: 'check' })).rejects.toThrow(grant);
    await owner.query(`
      grant usage on schema feedback, feedback_jobs to ${role};
      grant select on all tables in schema feedback, feedback_jobs to ${role}`);
    await expect(start({ migrations: 'check' })).rejects.toThrow(grant);
    await owner.query(`
      grant insert, update, delete on all tables in schema feedback, feedback_jobs to ${role}`);
    await expect(start({ migrations: 'check' })).rejects.toThrow(
      `The role ${role} cannot read and write the rows of feedback_jobs._private_job_queues: migrate with the role`,
    );
  });
});

describe('migrate()', () => {
  it('runs on a database with encrypted secrets, if it gets their key', async () => {
    const secretsKey = 'a-key-of-at-least-32-characters-of-this-test';
    await migrate({ database: { url } });
    await owner.query('delete from feedback.mail_keys');
    await owner.query('insert into feedback.mail_keys (id, key) values (1, $1)', [
      new SecretBox({ secretsKey } as Settings).seal('secret'),
    ]);
    await expect(migrate({ database: { url } })).rejects.toThrow('secretsKey or secretsKeyPrevious must be');
    await migrate({ database: { url }, secretsKey }, { grantTo: role });
    await owner.query('delete from feedback.mail_keys');
  });
});

describe('After migrate() with grantTo', () => {
  let app: INestApplicationContext;

  beforeAll(async () => {
    await migrate({ database: { url } }, { grantTo: role });
    // Once more, as after the next release.
    await migrate({ database: { url } }, { grantTo: role });
    app = await start({ migrations: 'check' });
  });

  afterAll(() => app?.close());

  it('a role that can neither create nor alter tables runs use cases and jobs', async () => {
    await expect(
      (async () => {
        const client = new pg.Client(limited);
        await client.connect();
        try {
          await client.query('create table feedback.mine (id integer)');
        } finally {
          await client.end();
        }
      })(),
    ).rejects.toThrow('permission denied for schema feedback');

    const { rows } = await owner.query<{ id: string }>('select id from feedback.users');
    const caller = callerOf(rows[0]!.id, { scope: 'admin', instanceAdmin: true });
    const projects = app.get(ProjectService);
    const { record } = await projects.create(caller, { name: 'Acme', slug: 'acme' });
    const grant = await app.get(ProjectAuthorizer).authorize(caller, 'acme', 'owner');
    await projects.update(grant, { name: 'Acme Inc.' });
    expect((await received).data).toMatchObject({ id: record.id, name: 'Acme Inc.' });
  });
});
