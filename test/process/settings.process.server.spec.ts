import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { serverUrl } from '../support/server-url.js';
import {
  bootstrapToken,
  cleanUp,
  emptyDatabase,
  emptyFolder,
  me,
  occupiedPort,
  preparedFolder,
  refusal,
  ServiceProcess,
} from './service-process.js';

afterEach(cleanUp);

it('invalid settings stop the start with one sentence for each', async () => {
  const invalid = {
    PORT: 'seventy',
    DATABASE_URL: 'mysql://root:hunter2@127.0.0.1/feedback',
    DATABASE_POOL_SIZE: '0',
    BOOTSTRAP_ACCESS_TOKEN: 'hunter2',
    PUBLIC_BASE_URL: 'feedback.example',
    MAX_BODY_BYTES: '1MB',
    LOG_LEVEL: 'loud',
    CORS_ORIGINS: 'app.example.com',
    TRUST_PROXY: '999.0.0.1',
  };
  const said = await refusal(await emptyFolder(), invalid);
  const sentences = said.split('\n');
  expect(sentences.map((sentence) => /^(\w+) must .*\.$/.exec(sentence)?.[1]).sort()).toEqual(
    Object.keys(invalid).sort(),
  );
  expect(said).not.toContain('hunter2');
});

describe('A setting that cannot be used stops the start with one sentence:', () => {
  it('HOST, if the host does not exist', async () => {
    const { folder, settings } = await preparedFolder();
    const said = await refusal(folder, { ...settings, HOST: 'no-such-host.invalid' });
    expect(said.split('\n').at(-1)).toMatch(
      /^HOST \(no-such-host\.invalid\) and PORT \(0\) must be free to listen on: .*\.$/,
    );
  });

  it('PORT, if another program uses it', async () => {
    const { folder, settings } = await preparedFolder();
    const port = await occupiedPort();
    const said = await refusal(folder, { ...settings, PORT: port });
    expect(said.split('\n').at(-1)).toBe(
      `HOST (127.0.0.1) and PORT (${port}) must be free to listen on: listen EADDRINUSE: address already in use 127.0.0.1:${port}.`,
    );
    expect(said).not.toMatch(/"level":"(error|fatal)"/);
  });

  it('SECRETS_KEY, if secrets were encrypted with another key', async () => {
    const { folder, settings } = await preparedFolder();
    const key = { SECRETS_KEY: 'hunter2 and so on, 32 characters or more' };
    const service = await ServiceProcess.start(folder, { ...settings, ...key });
    await service.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
    const url = 'https://example.com';
    expect((await service.call('POST', '/projects/acme/webhooks', bootstrapToken, { url })).status).toBe(201);
    await service.kill();
    for (const wrong of [{}, { SECRETS_KEY: `${key.SECRETS_KEY}, and another` }]) {
      const said = await refusal(folder, { ...settings, ...wrong });
      expect(said.split('\n').at(-1)).toBe(
        'SECRETS_KEY or SECRETS_KEY_PREVIOUS must be the one that the secrets in the database were encrypted with.',
      );
      expect(said).not.toContain('hunter2');
    }
    await (await ServiceProcess.start(folder, { ...settings, ...key })).kill();
  });
});

describe('With a server, the start fails', () => {
  it('if the token file cannot be written, and creates no token', async () => {
    const settings = await emptyDatabase();
    const folder = await emptyFolder();
    await writeFile(join(folder, 'file'), '');
    const said = await refusal(folder, { ...settings, DATA_DIR: './file' });
    expect(said).toMatch(/^DATA_DIR must be able to hold the first access token: E[A-Z]+.*\.$/);
    const service = await ServiceProcess.start(folder, settings);
    const token = (await readFile(join(folder, 'data', 'initial-access-token'), 'utf8')).trim();
    expect(await me(service, token)).toBe(200);
    await service.kill();
  });

  it.each([
    ['no such database', '/no_such_database_anywhere'],
    ['no such user', '/postgres', 'no_such_user_anywhere'],
  ])('if it rejects the connection: %s', async (_, pathname, username = '') => {
    const url = new URL(serverUrl ?? '');
    url.pathname = pathname;
    url.username = username || url.username;
    url.password ||= 'hunter2';
    const said = await refusal(await emptyFolder(), { DATABASE_URL: url.href });
    expect(said).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .*\.$/);
    expect(said).not.toContain(url.password);
  });
});

it.each([
  ['nothing listens', 'postgres://feedback:hunter2@127.0.0.1:1/feedback', 'ECONNREFUSED'],
  [
    'nothing listens at any of its addresses',
    'postgres://feedback:hunter2@localhost:1/feedback',
    'ECONNREFUSED',
  ],
  ['no such host', 'postgres://feedback:hunter2@no-such-host.invalid/feedback', 'no-such-host.invalid'],
])('reports that the database is unavailable, without its password: %s', async (_, url, reason) => {
  const said = await refusal(await emptyFolder(), { DATABASE_URL: url });
  expect(said).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .*\.$/);
  expect(said).toContain(reason);
  expect(said).not.toContain('hunter2');
});

it('reads .env in its working directory; environment variables take precedence', async () => {
  const { folder, settings } = await preparedFolder();
  const token = `other-${bootstrapToken}`;
  const fromFile = { ...settings, BOOTSTRAP_ACCESS_TOKEN: token, LOG_LEVEL: 'nonsense', PORT: '1' };
  const lines = Object.entries(fromFile).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(folder, '.env'), lines.join(''));
  const service = await ServiceProcess.start(folder, { LOG_LEVEL: 'info' });
  expect(await me(service, token)).toBe(200);
  await service.kill();
});
