import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import { Environment } from '../../src/server/environment.js';
import { SettingsError } from '../../src/platform/config/index.js';
import { key } from '../support/certificate.js';

/** Returns the message of the error that stops the start. */
function refusal(variables: Record<string, string>): string {
  try {
    new Environment(variables);
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
  throw new Error(`${JSON.stringify(variables)} was accepted`);
}

it('has defaults for all variables', () => {
  const { settings, options: _options, ...process } = new Environment({});
  expect(process).toEqual({
    port: 3000,
    host: '127.0.0.1',
    docs: true,
    metricsPort: undefined,
    shutdownDelayMs: 500,
    webConcurrency: 1,
    logLevel: 'info',
    trustProxy: false,
  });
  expect(settings).toEqual({
    database: {
      embedded: true,
      replicaUrls: [],
      outageReadSeconds: 300,
      schema: 'feedback',
      migrations: 'run',
      poolSize: 10,
      directory: './data',
    },
    users: {},
    fields: [],
    changelogFields: [],
    commentFields: [],
    authentication: { jwtIssuers: [], trustedOrigins: [] },
    publicBaseUrl: undefined,
    maxAttachmentBytes: 10_485_760,
    maxBodyBytes: 1_048_576,
    maxImportBytes: 268_435_456,
    redisUrl: undefined,
    rateLimitPerMinute: 1200,
    maxParallelSearches: 6,
    webhookAllowPrivateAddresses: false,
    webhookRetrySchedule: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    eventRetentionDays: 90,
    mail: {
      smtpUrl: undefined,
      from: undefined,
      perMinute: 0,
      dkim: { selector: undefined, privateKey: undefined, domain: undefined },
      serviceUrl: undefined,
    },
    secretsKey: undefined,
    secretsKeyPrevious: undefined,
    corsOrigins: [],
    backgroundWork: false,
  });
});

it('treats blank variables as unset, and trims values', () => {
  expect(new Environment({ PORT: '', DATABASE_URL: ' ', LOG_LEVEL: '\t' })).toEqual(new Environment({}));
  expect(new Environment({ PORT: ' 8080\n' }).port).toBe(8080);
});

describe('the database of a process with NODE_ENV=production', () => {
  const production = { NODE_ENV: 'production' };

  it.each([{}, { DATABASE_URL: '' }])('must be named: %j', (variables) => {
    expect(refusal({ ...production, ...variables })).toBe(
      'DATABASE_URL must be set if NODE_ENV is production. To use the embedded database there, set DATA_DIR.',
    );
  });

  it('is the embedded one with DATA_DIR, or the one of DATABASE_URL', () => {
    const settingsOf = (variables: Record<string, string>) =>
      new Environment({ ...production, DATA_DIR: '/data', ...variables }).settings;
    expect(settingsOf({}).database).toMatchObject({ embedded: true, directory: '/data' });
    const url = 'postgres://127.0.0.1/feedback';
    expect(settingsOf({ DATABASE_URL: url }).database).toMatchObject({ embedded: false, url });
  });
});

describe.each([
  ['PORT', 'port', 0, 65_535],
  ['METRICS_PORT', 'metricsPort', 0, 65_535],
  ['SHUTDOWN_DELAY_MS', 'shutdownDelayMs', 0, 600_000],
  ['DATABASE_POOL_SIZE', 'poolSize', 1, 1000],
  ['MAX_BODY_BYTES', 'maxBodyBytes', 1024, 104_857_600],
  ['MAX_IMPORT_BYTES', 'maxImportBytes', 1024, 4_294_967_296],
  ['RATE_LIMIT_PER_MINUTE', 'rateLimitPerMinute', 0, 1_000_000_000],
  ['MAX_PARALLEL_SEARCHES', 'maxParallelSearches', 1, 1000],
  ['EVENT_RETENTION_DAYS', 'eventRetentionDays', 1, 36_500],
] as const)('%s', (name, property, min, max) => {
  it.each([min, max])('can be %d', (value) => {
    const { settings, ...process } = new Environment({ [name]: String(value) });
    expect({ ...settings, ...settings.database, ...process }[property]).toBe(value);
  });

  it.each([String(min - 1), String(max + 1), '80.5', '8e2', '0x50', 'http', '8 0', '99999999999'])(
    'cannot be %s',
    (value) => {
      expect(refusal({ [name]: value })).toBe(`${name} must be a whole number from ${min} to ${max}.`);
    },
  );
});

it('reports all invalid values at once, each on a line of its own', () => {
  const variables = { PORT: 'http', LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://db', WEB_CONCURRENCY: '2' };
  expect(refusal({ ...variables, CORS_ORIGINS: 'a.example,b.example' }).split('\n')).toEqual([
    expect.stringMatching(/^PORT must /),
    expect.stringMatching(/^LOG_LEVEL must /),
    expect.stringMatching(/^DATABASE_URL must /),
    expect.stringMatching(/^CORS_ORIGINS must /),
  ]);
});

it('METRICS_PORT must differ from PORT, unless both are chosen by the system', () => {
  expect(refusal({ PORT: '9000', METRICS_PORT: '9000' })).toBe('METRICS_PORT must differ from PORT.');
  expect(new Environment({ PORT: '0', METRICS_PORT: '0' }).metricsPort).toBe(0);
});

describe('WEB_CONCURRENCY', () => {
  const server = { DATABASE_URL: 'postgres://127.0.0.1/feedback' };

  it.each([1, 256])('can be %d', (value) => {
    expect(new Environment({ ...server, WEB_CONCURRENCY: String(value) }).webConcurrency).toBe(value);
  });

  it.each(['0', '257', 'auto', '1.5'])('cannot be %s', (value) => {
    expect(refusal({ ...server, WEB_CONCURRENCY: value })).toBe(
      'WEB_CONCURRENCY must be a whole number from 1 to 256.',
    );
  });

  it('cannot be more than 1 on the embedded database', () => {
    expect(new Environment({ WEB_CONCURRENCY: '1' }).webConcurrency).toBe(1);
    expect(refusal({ WEB_CONCURRENCY: '2' })).toBe(
      'WEB_CONCURRENCY must be 1 without DATABASE_URL: the embedded database is of one process.',
    );
  });
});

describe('SMTP_URL', () => {
  const mail = {
    SMTP_URL: 'smtp://user:hunter2@mail.example.com:587',
    MAIL_FROM: 'news@example.com',
    PUBLIC_BASE_URL: 'https://feedback.example.com',
  };

  it('turns e-mail on', () => {
    const { settings } = new Environment({ ...mail, MAIL_PER_MINUTE: '60' });
    expect(settings.mail).toMatchObject({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM, perMinute: 60 });
  });

  it('can be used with a private key for DKIM, also with escaped line breaks', () => {
    const { privateKey } = generateKeyPairSync('rsa', {
      modulusLength: 2048,
      publicKeyEncoding: { type: 'spki', format: 'pem' },
      privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    });
    for (const given of [privateKey, privateKey.replaceAll('\n', '\\n')]) {
      const dkim = { MAIL_DKIM_SELECTOR: 'news', MAIL_DKIM_PRIVATE_KEY: given };
      expect(new Environment({ ...mail, ...dkim }).settings.mail.dkim.privateKey?.trim()).toBe(
        privateKey.trim(),
      );
    }
  });

  it.each([
    [{ SMTP_URL: 'hunter2' }, 'SMTP_URL must be a URL of the form smtp://… or smtps://….'],
    [{ MAIL_FROM: '' }, 'MAIL_FROM must be set with SMTP_URL.'],
    [{ SMTP_URL: '' }, 'MAIL_FROM must not be set without SMTP_URL.'],
    [{ PUBLIC_BASE_URL: '' }, 'PUBLIC_BASE_URL must be set with SMTP_URL: mails contain links.'],
    [
      { MAIL_FROM: 'Acme <news@example.com>' },
      'MAIL_FROM must be an e-mail address without a name, such as news@example.com.',
    ],
    [{ MAIL_DKIM_SELECTOR: 'news' }, 'MAIL_DKIM_SELECTOR must be set together with MAIL_DKIM_PRIVATE_KEY.'],
    ...['hunter2', '-----BEGIN PRIVATE KEY-----\nhunter2\n-----END PRIVATE KEY-----', key].map(
      (privateKey): [Record<string, string>, string] => [
        { MAIL_DKIM_SELECTOR: 'news', MAIL_DKIM_PRIVATE_KEY: privateKey },
        'MAIL_DKIM_PRIVATE_KEY must be a private RSA key in the form of PEM.',
      ],
    ),
  ])('with %j is rejected', (changes, message) => {
    expect(refusal({ ...mail, ...changes })).toBe(message);
  });
});

describe('DATABASE_URL', () => {
  it.each([
    'postgres://127.0.0.1/feedback',
    'postgresql://user:p%40ss@db.example:6432/feedback?sslmode=verify-full',
  ])('can be %s', (value) => {
    expect(new Environment({ DATABASE_URL: value }).settings.database.url).toBe(value);
  });

  it.each([
    'hunter2',
    'mysql://root:hunter2@127.0.0.1/feedback',
    'postgres://user:hunter2@127.0.0.1:99999/feedback',
    'postgres://user:hunter2@[::1/feedback',
    // Without the slashes, the URL has no host.
    'postgres:user:hunter2@127.0.0.1/feedback',
    // The password is decoded when the connection is opened, too late for a clear message.
    'postgres://user:hunter2%@127.0.0.1/feedback',
    'postgres://user%zz:hunter2@127.0.0.1/feedback',
    'postgres://user:hunter2@127.0.0.1/feed%back',
  ])('cannot be %s, and the message does not contain the value', (value) => {
    const sentence = refusal({ DATABASE_URL: value });
    expect(sentence).toMatch(/^DATABASE_URL must be a URL of the form postgres:\/\/… or postgresql:\/\/…/);
    expect(sentence).not.toContain('hunter2');
  });
});

describe('DATABASE_DIRECT_URL', () => {
  const server = { DATABASE_URL: 'postgres://127.0.0.1:6432/feedback' };

  it('can be set together with DATABASE_URL', () => {
    const direct = 'postgres://127.0.0.1/feedback';
    const { settings } = new Environment({ ...server, DATABASE_DIRECT_URL: direct });
    expect(settings.database.directUrl).toBe(direct);
  });

  it('cannot be invalid, and the message does not contain the value', () => {
    const sentence = refusal({ ...server, DATABASE_DIRECT_URL: 'user:hunter2@127.0.0.1' });
    expect(sentence).toMatch(/^DATABASE_DIRECT_URL must be a URL of the form postgres:/);
    expect(sentence).not.toContain('hunter2');
  });

  it('requires DATABASE_URL', () => {
    expect(refusal({ DATABASE_DIRECT_URL: 'postgres://127.0.0.1/feedback' })).toBe(
      'DATABASE_DIRECT_URL must not be set without DATABASE_URL.',
    );
  });
});

describe('DATABASE_REPLICA_URLS', () => {
  const server = { DATABASE_URL: 'postgres://127.0.0.1/feedback' };
  const urls = ['postgres://u:hunter2@10.0.0.1/feedback', 'postgresql://10.0.0.2:5433/feedback'];

  it('can be one URL, or several', () => {
    const of = (value: string) =>
      new Environment({ ...server, DATABASE_REPLICA_URLS: value }).settings.database.replicaUrls;
    expect(of(urls[0] ?? '')).toEqual([urls[0]]);
    expect(of(urls.join(' , '))).toEqual(urls);
  });

  it.each(['replica', `${urls[0]},`, `${urls[0]},mysql://10.0.0.2/x`, `${urls[0]},${urls[0]}`])(
    'cannot be %s, and the message does not contain the value',
    (value) => {
      const sentence = refusal({ ...server, DATABASE_REPLICA_URLS: value });
      expect(sentence).toMatch(/^DATABASE_REPLICA_URLS must be URLs of the form postgres:\/\/…/);
      expect(sentence).not.toContain('hunter2');
    },
  );

  it('requires DATABASE_URL', () => {
    expect(refusal({ DATABASE_REPLICA_URLS: urls.join() })).toBe(
      'DATABASE_REPLICA_URLS must not be set without DATABASE_URL.',
    );
  });
});

describe('BOOTSTRAP_ACCESS_TOKEN', () => {
  it.each(['a'.repeat(32), 'Az09-._~+/'.repeat(4), `${'a'.repeat(1000)}==`])('can be %s', (value) => {
    const { settings } = new Environment({ BOOTSTRAP_ACCESS_TOKEN: value });
    expect(settings.authentication.bootstrapToken).toBe(value);
  });

  it.each([
    'hunter2'.repeat(4),
    'hunter2'.repeat(200),
    `hunter2 ${'a'.repeat(32)}`,
    `hunter2ü${'a'.repeat(32)}`,
  ])('cannot be %s, and the message does not contain the value', (value) => {
    const sentence = refusal({ BOOTSTRAP_ACCESS_TOKEN: value });
    expect(sentence).toMatch(/^BOOTSTRAP_ACCESS_TOKEN must have 32 to 1000 characters/);
    expect(sentence).not.toContain('hunter2');
  });

  it('cannot be a mistyped token of the service', () => {
    const sentence = refusal({ BOOTSTRAP_ACCESS_TOKEN: `fcs_${'0'.repeat(48)}` });
    expect(sentence).toMatch(/^BOOTSTRAP_ACCESS_TOKEN must not begin with fcs_ unless/);
    expect(sentence).not.toContain('000');
  });
});

describe('PUBLIC_BASE_URL', () => {
  it.each([
    ['https://feedback.example', 'https://feedback.example'],
    ['http://localhost:8080///', 'http://localhost:8080'],
    ['https://example.com/apps/feedback/', 'https://example.com/apps/feedback'],
    // Characters that are allowed in a header and do not end a link early.
    ['HTTPS://日本.example/a b>', 'https://xn--wgv71a.example/a%20b%3E'],
  ])('can be %s', (value, base) => {
    expect(new Environment({ PUBLIC_BASE_URL: value }).settings.publicBaseUrl).toBe(base);
  });

  it.each(['feedback.example', 'ftp://feedback.example', 'https://', 'https:feedback.example', '/feedback'])(
    'cannot be %s',
    (value) => {
      expect(refusal({ PUBLIC_BASE_URL: value })).toBe(
        'PUBLIC_BASE_URL must be a URL of the form http://… or https://….',
      );
    },
  );

  it.each(['https://feedback.example?a=b', 'https://feedback.example/#top'])('cannot be %s', (value) => {
    expect(refusal({ PUBLIC_BASE_URL: value })).toBe(
      'PUBLIC_BASE_URL must have neither a query nor a fragment.',
    );
  });
});

describe('WEBHOOK_ALLOW_PRIVATE_ADDRESSES', () => {
  it.each([
    ['true', true],
    ['FALSE', false],
  ])('can be %s', (value, allowed) => {
    const { settings } = new Environment({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: value });
    expect(settings.webhookAllowPrivateAddresses).toBe(allowed);
  });

  it.each(['yes', '1', 'tru'])('cannot be %s', (value) => {
    expect(refusal({ WEBHOOK_ALLOW_PRIVATE_ADDRESSES: value })).toBe(
      'WEBHOOK_ALLOW_PRIVATE_ADDRESSES must be true or false.',
    );
  });
});

describe('WEBHOOK_RETRY_SCHEDULE', () => {
  it.each([
    ['5', [5]],
    ['0, 300 ,1800', [0, 300, 1800]],
    [Array(20).fill('999999').join(), Array(20).fill(999_999)],
  ])('can be %s', (value, pauses) => {
    expect(new Environment({ WEBHOOK_RETRY_SCHEDULE: value }).settings.webhookRetrySchedule).toEqual(pauses);
  });

  it.each(['5,', '5;300', '5s', '-5', '1.5', '1000000', Array(21).fill('5').join()])(
    'cannot be %s',
    (value) => {
      expect(refusal({ WEBHOOK_RETRY_SCHEDULE: value })).toMatch(
        /^WEBHOOK_RETRY_SCHEDULE must be 1 to 20 whole numbers of seconds/,
      );
    },
  );
});

describe('SECRETS_KEY', () => {
  it('can be any text of 32 characters or more', () => {
    const value = `ü ${'x'.repeat(30)}`;
    expect(new Environment({ SECRETS_KEY: value }).settings.secretsKey).toBe(value);
  });

  it('cannot be shorter, and the message does not contain the value', () => {
    expect(refusal({ SECRETS_KEY: 'hunter2'.repeat(4) })).toBe(
      'SECRETS_KEY must have at least 32 characters.',
    );
  });

  it('is needed with SECRETS_KEY_PREVIOUS', () => {
    const [value, previous] = ['k'.repeat(32), 'p'.repeat(32)];
    expect(
      new Environment({ SECRETS_KEY: value, SECRETS_KEY_PREVIOUS: previous }).settings.secretsKeyPrevious,
    ).toBe(previous);
    expect(refusal({ SECRETS_KEY_PREVIOUS: previous })).toBe(
      'SECRETS_KEY_PREVIOUS must not be set without SECRETS_KEY.',
    );
  });
});

describe('LOG_LEVEL', () => {
  it.each(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])('can be %s', (value) => {
    expect(new Environment({ LOG_LEVEL: value }).logLevel).toBe(value);
  });

  it.each(['verbose', 'INFO', '30'])('cannot be %s', (value) => {
    expect(refusal({ LOG_LEVEL: value })).toMatch(/^LOG_LEVEL must be one of: fatal, error, /);
  });
});

describe('CORS_ORIGINS', () => {
  it('can be a list of origins, or *', () => {
    const list = ' https://app.example.com,http://localhost:5173 ,';
    expect(new Environment({ CORS_ORIGINS: list }).settings.corsOrigins).toEqual([
      'https://app.example.com',
      'http://localhost:5173',
    ]);
    expect(new Environment({ CORS_ORIGINS: '*' }).settings.corsOrigins).toEqual(['*']);
  });

  it.each([
    'app.example.com',
    'https://app.example.com/',
    'https://app.example.com/path',
    'https://*.example.com',
    'https://a.example https://b.example',
    'null',
  ])('cannot be %s', (value) => {
    expect(refusal({ CORS_ORIGINS: `https://fine.example,${value}` })).toMatch(
      /^CORS_ORIGINS must be \* or a list of origins/,
    );
  });
});

describe('TRUST_PROXY', () => {
  it.each([
    ['true', true],
    ['false', false],
    ['0', 0],
    ['2', 2],
    ['loopback', 'loopback'],
    ['10.0.0.0/8, fd00::/8, uniquelocal', '10.0.0.0/8, fd00::/8, uniquelocal'],
    ['192.0.2.1', '192.0.2.1'],
  ])('can be %s', (value, trusted) => {
    expect(new Environment({ TRUST_PROXY: value }).trustProxy).toBe(trusted);
  });

  it.each([
    'yes',
    '-1',
    '999.1.1.1',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    ':::',
    '10.0.0.1,,',
    'proxy.example',
  ])('cannot be %s', (value) => {
    expect(refusal({ TRUST_PROXY: value })).toMatch(
      /^TRUST_PROXY must be true, false, a number of hops, or /,
    );
  });
});

describe('DATABASE_SCHEMA', () => {
  it('defaults to `feedback`', () => {
    expect(new Environment({}).settings.database.schema).toBe('feedback');
    expect(new Environment({ DATABASE_SCHEMA: 'acme_2' }).settings.database.schema).toBe('acme_2');
  });

  it.each(['Acme', 'pg_acme', '2acme', 'a-b', 'a"b', 'ä', 'a'.repeat(59)])('cannot be %s', (schema) => {
    expect(refusal({ DATABASE_SCHEMA: schema })).toMatch(
      /^DATABASE_SCHEMA must be 1 to 58 lower-case letters/,
    );
  });
});

describe('AUTH_JWT settings', () => {
  const issuer = {
    AUTH_JWT_ISSUER: 'https://login.example.com',
    AUTH_JWT_AUDIENCE: 'feedback, api://feedback',
  };

  it('describe an issuer with defaults', () => {
    expect(new Environment(issuer).settings.authentication.jwtIssuers).toEqual([
      {
        issuer: 'https://login.example.com',
        audiences: ['feedback', 'api://feedback'],
        audienceClaim: 'aud',
        jwksUrl: undefined,
        algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'],
        clockToleranceSeconds: 30,
        maxKeyAgeSeconds: 3_600,
        requireTyp: false,
        scopeClaim: 'scope',
        scopeNames: { read: 'read', write: 'write', admin: 'admin' },
        rolesClaim: undefined,
        provisioning: 'off',
      },
    ]);
  });

  it('describe several issuers', () => {
    const second = { AUTH_JWT_2_ISSUER: 'https://other.example.com', AUTH_JWT_2_AUDIENCE: 'feedback' };
    const settings = { ...issuer, ...second, AUTH_JWT_2_PROVISIONING: 'Example.com, example.org' };
    expect(new Environment(settings).settings.authentication.jwtIssuers).toMatchObject([
      { issuer: 'https://login.example.com', provisioning: 'off' },
      { issuer: 'https://other.example.com', provisioning: ['example.com', 'example.org'] },
    ]);
  });

  it.each<[Record<string, string>, string]>([
    [{ AUTH_JWT_AUDIENCE: '' }, 'AUTH_JWT_AUDIENCE must be set'],
    [{ AUTH_JWT_ISSUER: '' }, 'AUTH_JWT_AUDIENCE must not be set without AUTH_JWT_ISSUER'],
    [{ AUTH_JWT_ISSUER: 'login.example.com' }, 'AUTH_JWT_ISSUER must be a URL'],
    [{ AUTH_JWT_ALGORITHMS: 'RS256,HS256' }, 'AUTH_JWT_ALGORITHMS must be a list of'],
    [{ AUTH_JWT_ALGORITHMS: 'none' }, 'AUTH_JWT_ALGORITHMS must be a list of'],
    [{ AUTH_JWT_CLOCK_TOLERANCE: '61' }, 'AUTH_JWT_CLOCK_TOLERANCE must be a whole number from 0 to 60'],
    [{ AUTH_JWT_SCOPES: 'read' }, 'AUTH_JWT_SCOPES must have the form'],
    [{ AUTH_JWT_SCOPES: 'owner=x' }, 'AUTH_JWT_SCOPES must have the form'],
    [{ AUTH_JWT_PROVISIONING: 'yes' }, 'AUTH_JWT_PROVISIONING must be off, on, or a list of domains'],
    [{ AUTH_JWT_3_SCOPE_CLAIM: 'scp' }, 'AUTH_JWT_3_SCOPE_CLAIM must not be set without AUTH_JWT_3_ISSUER'],
    [
      { AUTH_JWT_2_ISSUER: 'https://login.example.com', AUTH_JWT_2_AUDIENCE: 'feedback' },
      'AUTH_JWT_ISSUER must differ from',
    ],
    [
      { BOOTSTRAP_ACCESS_TOKEN: `${'a'.repeat(20)}.bbbbbbbbbbb.ccccccccccc` },
      'BOOTSTRAP_ACCESS_TOKEN must not',
    ],
  ])('reject %j', (changes, message) => {
    expect(() => new Environment({ ...issuer, ...changes })).toThrow(message);
  });
});
