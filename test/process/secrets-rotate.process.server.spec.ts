import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { afterEach, expect, it } from '@jest/globals';
import {
  bootstrapToken,
  build,
  cleanUp,
  preparedFolder,
  refusal,
  ServiceProcess,
} from './service-process.js';

afterEach(cleanUp);

/** Runs the command, and returns its exit code and output. */
async function rotate(folder: string, settings: Record<string, string>): Promise<[number, string]> {
  const env = { PATH: process.env['PATH'], ...settings };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(build, 'commands/secrets-rotate.js')],
      { cwd: folder, env },
      (error, stdout, stderr) => resolve([error ? Number(error.code) : 0, stdout + stderr]),
    );
  });
}

it('lets the service start without the previous key, which it refuses before', async () => {
  const { folder, settings } = await preparedFolder();
  const [oldKey, newKey] = ['the old key, which has 32 characters', 'the new key, which has 32 characters'];
  const first = await ServiceProcess.start(folder, { ...settings, SECRETS_KEY: oldKey });
  await first.call('POST', '/projects', bootstrapToken, { name: 'Acme', slug: 'acme' });
  const webhook = await first.call('POST', '/projects/acme/webhooks', bootstrapToken, {
    url: 'https://example.com/hook',
  });
  const { id } = (await webhook.json()) as { id: string };
  const chat = { integration_chat_webhook: 'https://example.com/chat' };
  await first.call('PATCH', '/projects/acme/config', bootstrapToken, chat);
  await first.call('POST', `/projects/acme/webhooks/${id}/rotate-secret`, bootstrapToken);
  await first.kill();

  const wrongKey =
    'SECRETS_KEY or SECRETS_KEY_PREVIOUS must be the one that the secrets in the database were encrypted with.';
  const refused = await refusal(folder, { ...settings, SECRETS_KEY: newKey });
  expect(refused.split('\n').at(-1)).toBe(wrongKey);
  expect(refused).not.toMatch(/the (old|new) key/);
  const both = { ...settings, SECRETS_KEY: newKey, SECRETS_KEY_PREVIOUS: oldKey };
  expect(await rotate(folder, both)).toEqual([0, expect.stringMatching(/^Encrypted .* again\. All .*\.\n$/)]);

  const second = await ServiceProcess.start(folder, { ...settings, SECRETS_KEY: newKey });
  const config = await second.call('GET', '/projects/acme/config', bootstrapToken);
  expect(await config.json()).toMatchObject(chat);
  const path = `/projects/acme/webhooks/${id}/rotate-secret`;
  expect((await second.call('POST', path, bootstrapToken)).status).toBe(200);
});
