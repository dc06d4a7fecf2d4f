import { describe, expect, it } from '@jest/globals';
import { SettingsError } from '../../src/platform/config/index.js';
import { Environment, variableOf } from '../../src/server/environment.js';
import { createLog } from '../../src/server/log.js';
import { serve } from '../../src/server/serve.js';
import { serverUrl } from '../support/server-url.js';

/** Returns the text that the service prints when it cannot start: see `main.ts`. */
async function refusal(url: string): Promise<string> {
  const environment = new Environment({ DATABASE_URL: url, PORT: '0' });
  const error: unknown = await serve(environment, createLog('silent', false)).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SettingsError)) throw error;
  return error.messageWith(variableOf);
}

describe('The start fails without the password of the database', () => {
  it.each([
    ['no such database', '/no_such_database_anywhere'],
    ['no such user', '/postgres', 'no_such_user_anywhere'],
  ])('if the server rejects the connection: %s', async (_, pathname, username = '') => {
    const url = new URL(serverUrl ?? '');
    url.pathname = pathname;
    url.username = username || url.username;
    url.password ||= 'hunter2';
    const said = await refusal(url.href);
    expect(said).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .*\.$/);
    expect(said).not.toContain(url.password);
  });

  it.each([
    [
      'nothing listens at any of its addresses',
      'postgres://feedback:hunter2@localhost:1/feedback',
      'ECONNREFUSED',
    ],
    ['no such host', 'postgres://feedback:hunter2@no-such-host.invalid/feedback', 'no-such-host.invalid'],
  ])('if the server is unavailable: %s', async (_, url, reason) => {
    const said = await refusal(url);
    expect(said).toMatch(/^The database \(DATABASE_URL\) cannot be reached: .*\.$/);
    expect(said).toContain(reason);
    expect(said).not.toContain('hunter2');
  });
});
