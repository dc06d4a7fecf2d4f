import { PassThrough } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { HostMailTexts } from '../../src/outreach/index.js';
import {
  HostChangelogVisibility,
  HostCommentVisibility,
  HostFeedbackVisibility,
} from '../../src/project/index.js';
import { checkLayout, checkSettings, OptionErrors } from '../../src/settings/check-options.js';
import { FeedbackServiceModule } from '../../src/feedback-service.module.js';
import type { FeedbackServiceOptions } from '../../src/settings/options.js';
import { SettingsError } from '../../src/platform/config/index.js';

function refusal(options: object): string {
  try {
    FeedbackServiceModule.forRoot(options as FeedbackServiceOptions);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(options)} was accepted`);
}

const settingsOf = (options: Partial<FeedbackServiceOptions>) => checkSettings(options, new OptionErrors());

describe('invalid options are reported by their names', () => {
  it.each<[object, string]>([
    [{ pth: 'feedback' }, 'pth is not an option.'],
    [{ database: { uri: 'postgres://127.0.0.1/x' } }, 'database.uri is not an option.'],
    [{ modules: { webhook: false } }, 'modules.webhook is not an option.'],
    [{ modules: 'feedback' }, 'modules must be an object.'],
    [{ modules: { feedback: 'no' } }, 'modules.feedback must be true or false.'],
    [{ path: 'a b' }, 'path must be segments of letters, digits'],
    [{ path: ':tenant' }, 'path must be segments of letters, digits'],
    [{ docs: 'on' }, 'docs must be true or false.'],
    [
      { database: { url: 'mysql://root:hunter2@127.0.0.1' } },
      'database.url must be a URL of the form postgres:',
    ],
    [
      { database: { url: 'postgres://127.0.0.1/x', connection: {} } },
      'database must have only one of url, connection, dataSource and embedded.',
    ],
    [{ database: {} }, 'database must have url, connection or dataSource with a value, or embedded: true'],
    [{ database: { url: undefined } }, 'database must have url, connection or dataSource with a value'],
    [
      { database: { embedded: false, directory: 'data' } },
      'database must have url, connection or dataSource',
    ],
    [
      { database: { url: 'postgres://127.0.0.1/x', embedded: true } },
      'database must have only one of url, connection, dataSource and embedded.',
    ],
    [{ database: { migrations: 'never' } }, 'database.migrations must be run or check.'],
    [
      { database: { embedded: true, migrations: 'check' } },
      'database.migrations must not be check with the embedded database.',
    ],
    [{ database: { dataSource: { type: 'mysql' } } }, 'database.dataSource must be a TypeORM DataSource'],
    [{ users: { view: 'people; drop table users' } }, 'users.view must have the form schema.name'],
    [
      { ports: [{ provide: 'TargetUrls', useValue: 1 }] },
      'ports[0] must provide a port, which TargetUrls is not. The ports are Clock, Ids, Slugifier,',
    ],
    [
      { ports: [{ provide: HostMailTexts, useValue: 1 }], modules: { mail: false } },
      'ports[0] must not provide HostMailTexts, because modules.mail is false.',
    ],
    ...(
      [
        [HostFeedbackVisibility, 'feedback'],
        [HostCommentVisibility, 'feedback'],
        [HostChangelogVisibility, 'changelog'],
      ] as const
    ).map(([provide, module]): [object, string] => [
      { ports: [{ provide, useValue: 1 }], modules: { [module]: false } },
      `ports[0] must not provide ${provide.name}, because modules.${module} is false.`,
    ]),
    [
      { ports: [HostMailTexts, HostMailTexts].map((provide) => ({ provide, useValue: 1 })) },
      'ports[1] must not provide HostMailTexts, which ports[0] provides already.',
    ],
    [
      {
        ports: [{ provide: HostMailTexts, useValue: 1 }],
        extensions: [{ ports: [{ provide: HostMailTexts, useValue: 1 }] }],
      },
      'extensions[0].ports[0] must not provide HostMailTexts, which ports[0] provides already.',
    ],
    [
      { extensions: [{ port: [] }] },
      'extensions[0].port is not a part of an extension: module, tags, events, migrations, entities, ports.',
    ],
    [{ users: { table: 'public.people' } }, 'users.table is not an option.'],
    [{ transaction: true }, 'transaction must be a function.'],
    [{ fields: {} }, 'fields must be a list of at most 30 fields.'],
    [
      { fields: [{ key: 'plan' }, { key: 'plan' }] },
      'fields[1].key must differ from the keys of the fields before it.',
    ],
    [{ fields: [{ key: 'A plan' }] }, 'fields[0].key must have 1 to 40 lowercase letters'],
    [{ changelogFields: {} }, 'changelogFields must be a list of at most 30 fields.'],
    [{ changelogFields: [{ key: 'A plan' }] }, 'changelogFields[0].key must have 1 to 40 lowercase letters'],
    [
      { commentFields: [{ key: 'plan' }, { key: 'plan' }] },
      'commentFields[1].key must differ from the keys of the fields before it.',
    ],
    [
      { fields: [{ key: 'plan', type: 'choice' }] },
      'fields[0].options is invalid: Fields of the types choice',
    ],
    [{ database: { connection: 'x' } }, 'database.connection must be an object'],
    [{ database: { schema: 'Acme' } }, 'database.schema must be 1 to 58 lower-case letters'],
    [{ database: { schema: 'acme', jobsSchema: 'acme' } }, 'database.jobsSchema must differ from the schema'],
    [{ database: { poolSize: '10' } }, 'database.poolSize must be a whole number from 1 to 1000.'],
    [
      { database: { directUrl: 'postgres://127.0.0.1/x' } },
      'database.directUrl must not be set without database.url.',
    ],
    [{ publicBaseUrl: 'example.com' }, 'publicBaseUrl must be a URL of the form http://… or https://….'],
    [{ rateLimitPerMinute: -1 }, 'rateLimitPerMinute must be a whole number'],
    [{ webhookRetrySchedule: [] }, 'webhookRetrySchedule must be 1 to 20 whole numbers'],
    [{ corsOrigins: 'https://a.example' }, 'corsOrigins must be a list of strings.'],
    [{ corsOrigins: ['a.example'] }, 'corsOrigins must be * or a list of origins'],
    [{ secretsKey: 'hunter2' }, 'secretsKey must have at least 32 characters.'],
    [{ secretsKeyPrevious: 'x' }, 'secretsKeyPrevious must not be set without secretsKey.'],
    [{ authentication: { bootstrapToken: 'hunter2' } }, 'authentication.bootstrapToken must have 32 to 1000'],
    [
      { authentication: { bootstrapToken: `fcs_${'x'.repeat(40)}` } },
      'authentication.bootstrapToken must not begin',
    ],
    [{ authentication: { tokenFrom: 'cookie' } }, 'authentication.tokenFrom must be a function.'],
    [
      { authentication: { trustedOrigins: ['*'] } },
      'authentication.trustedOrigins must be a list of origins',
    ],
    [{ authentication: { jwtIssuers: [{}] } }, 'authentication.jwtIssuers[0].issuer must be set.'],
    [{ authentication: { jwtIssuers: {} } }, 'authentication.jwtIssuers must be a list.'],
  ])('%j', (options, sentence) => {
    const message = refusal(options);
    expect(message).toContain(sentence);
    expect(message).not.toContain('hunter2');
  });

  it('reports all of them, each on a line of its own', () => {
    expect(refusal({ path: 'a//b', docs: 1, database: { poolSize: 0, schema: 1 } }).split('\n')).toEqual([
      expect.stringMatching(/^path must /),
      expect.stringMatching(/^docs must /),
      expect.stringMatching(/^database.schema must /),
      expect.stringMatching(/^database.poolSize must /),
      expect.stringMatching(/^database must have url, /),
    ]);
  });
});

describe('the database', () => {
  const server = { host: 'db.example', port: 5433, database: 'app', ssl: { rejectUnauthorized: false } };

  it('can be that of a DataSource of the application', () => {
    const dataSource = new DataSource({ type: 'postgres', username: 'app', password: 'secret', ...server });
    expect(settingsOf({ database: { dataSource } }).database.dataSource).toEqual({
      ...server,
      user: 'app',
      password: 'secret',
    });
    const url = 'postgres://app@db.example/app';
    expect(settingsOf({ database: { dataSource: { type: 'postgres', url } } }).database.dataSource).toEqual({
      connectionString: url,
    });
  });

  it('is the master of a DataSource with replicas', () => {
    const replication = { master: { ...server, username: 'app' }, slaves: [{ host: 'replica.example' }] };
    const dataSource = new DataSource({ type: 'postgres', replication });
    expect(settingsOf({ database: { dataSource } }).database.dataSource).toEqual({ ...server, user: 'app' });
  });

  it('is that to which `extra` of a DataSource leads, such as the stream of a connector', () => {
    const stream = () => new PassThrough();
    const extra = { stream, ssl: false, max: 3, options: '-c search_path=crm' };
    const dataSource = new DataSource({ type: 'postgres', username: 'app', ssl: true, extra });
    expect(settingsOf({ database: { dataSource } }).database.dataSource).toEqual({
      user: 'app',
      ssl: false,
      stream,
    });
  });

  it('is the embedded one if the option says so', () => {
    expect(settingsOf({ database: { embedded: true } }).database).toMatchObject({
      embedded: true,
      directory: './data',
    });
  });

  it('can be described by parameters of pg', () => {
    expect(settingsOf({ database: { connection: server } }).database.connection).toEqual(server);
  });
});

it('takes slashes around the path, and has defaults', () => {
  expect(checkLayout({ path: '/product/feedback/' }, new OptionErrors()).path).toBe('product/feedback');
  expect(checkLayout({}, new OptionErrors())).toEqual({
    path: 'feedback-service',
    extensions: [],
    modules: {
      feedback: true,
      changelog: true,
      webhooks: true,
      mail: true,
      notifications: true,
      assistants: true,
    },
    docs: true,
    health: true,
  });
});
