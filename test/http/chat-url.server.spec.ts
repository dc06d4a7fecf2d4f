import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../support/app.js';

const config = '/projects/acme/config';

describe.each([
  [false, 'private_target'],
  [true, null],
])('integration_chat_webhook, where WEBHOOK_ALLOW_PRIVATE_ADDRESSES is %s', (allowPrivate, code) => {
  let service: TestApp;

  beforeAll(async () => {
    service = await startApp({ environment: { WEBHOOK_ALLOW_PRIVATE_ADDRESSES: String(allowPrivate) } });
    await service.admin.post('/projects', { name: 'Acme', slug: 'acme' });
  });

  afterAll(() => service.close());

  const set = async (url: string) => {
    const answer = await service.admin.patch(config, { integration_chat_webhook: url });
    return answer.status === 200
      ? { status: 200, url: answer.body.integration_chat_webhook }
      : { status: answer.status, errors: answer.body.errors };
  };

  it('accepts private addresses only if they are allowed', async () => {
    for (const url of [
      'https://127.0.0.1/hook',
      'https://0x7f.1/hook',
      'https://[::ffff:a00:1]',
      'https://localhost',
    ]) {
      expect(await set(url)).toEqual(
        code === null
          ? { status: 200, url }
          : {
              status: 400,
              errors: [
                {
                  pointer: '/integration_chat_webhook',
                  code,
                  detail: 'The field must not lead to a private or reserved address, or to a local name.',
                },
              ],
            },
      );
    }
  });

  it('accepts http only if private addresses are allowed', async () => {
    const url = 'http://chat.example.com/hook';
    expect(await set(url)).toEqual(
      allowPrivate
        ? { status: 200, url }
        : {
            status: 400,
            errors: [
              {
                pointer: '/integration_chat_webhook',
                code: 'invalid_url',
                detail: 'The field must be an https URL without a user name.',
              },
            ],
          },
    );
  });

  it('rejects all other URLs', async () => {
    for (const url of ['ftp://example.com', 'https://user:password@example.com', 'https:example.com']) {
      expect(await set(url)).toMatchObject({
        status: 400,
        errors: [{ pointer: '/integration_chat_webhook', code: 'invalid_url' }],
      });
    }
  });

  it('accepts public URLs, the mask and an empty text', async () => {
    const url = 'https://chat.example.com/hook';
    expect(await set(url)).toEqual({ status: 200, url });
    expect(await set('********')).toEqual({ status: 200, url });
    expect(await set('')).toEqual({ status: 200, url: '' });
  });
});
