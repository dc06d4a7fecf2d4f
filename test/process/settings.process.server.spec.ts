import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import {
  cleanUp,
  emptyFolder,
  me,
  migratedDatabase,
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

// `start.process.spec.ts` has a port that is taken.
it('a HOST that does not exist stops the start with one sentence', async () => {
  const { folder, settings } = await preparedFolder();
  const said = await refusal(folder, { ...settings, HOST: 'no-such-host.invalid' });
  expect(said.split('\n').at(-1)).toMatch(
    /^HOST \(no-such-host\.invalid\) and PORT \(0\) must be free to listen on: .*\.$/,
  );
});

it('the start fails if the token file cannot be written, and creates no token', async () => {
  const settings = await migratedDatabase();
  const folder = await emptyFolder();
  await writeFile(join(folder, 'file'), '');
  const said = await refusal(folder, { ...settings, DATA_DIR: './file' });
  expect(said).toMatch(/^DATA_DIR must be able to hold the first access token: E[A-Z]+.*\.$/);
  const service = await ServiceProcess.start(folder, settings);
  const token = (await readFile(join(folder, 'data', 'initial-access-token'), 'utf8')).trim();
  expect(await me(service, token)).toBe(200);
  await service.kill();
});

// `test/server/serve.server.spec.ts` has other reasons.
it('reports that the database is unavailable, without its password', async () => {
  const said = await refusal(await emptyFolder(), {
    DATABASE_URL: 'postgres://feedback:hunter2@127.0.0.1:1/feedback',
  });
  expect(said).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .*ECONNREFUSED.*\.$/);
  expect(said).not.toContain('hunter2');
});
