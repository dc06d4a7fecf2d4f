import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { type Client, startApp, type TestApp } from '../support/app.js';

let service: TestApp;
let admin: Client;

beforeAll(async () => {
  service = await startApp();
  admin = service.admin;
  await admin.post('/projects', { name: 'Acme', slug: 'acme' });
  await admin.post('/projects', { name: 'Other', slug: 'other' });
});

afterAll(() => service.close());

const verify = (slug: string, headers?: Record<string, string>) =>
  admin.post(`/projects/${slug}/config/custom-domain/verify`, undefined, headers);

/** Publishes the TXT record that the error requests. */
async function publish(slug: string): Promise<void> {
  const { status, body } = await verify(slug);
  expect([status, body.code]).toEqual([409, 'custom_domain_unverified']);
  const [, name = '', value = ''] =
    /TXT record (\S+) with the value (\S+) was/.exec(body.detail as string) ?? [];
  const { records } = service.txtRecords;
  records.set(name, [...(records.get(name) ?? []), value]);
}

it('returns an error if no domain is set', async () => {
  const { status, body } = await verify('acme');
  expect([status, body.code]).toEqual([409, 'custom_domain_missing']);
});

it('verifies the domain once its TXT record exists, until the domain changes', async () => {
  await admin.patch('/projects/acme/config', { custom_domain: 'Feedback.Example.com' });
  await publish('acme');
  expect((await admin.get('/projects/acme/config')).body.custom_domain_verified).toBe(false);

  const { status, body } = await verify('acme');

  expect([status, body.custom_domain, body.custom_domain_verified]).toEqual([
    200,
    'feedback.example.com',
    true,
  ]);
  expect((await admin.get('/projects/acme/config')).body).toEqual(body);
  const same = await admin.patch('/projects/acme/config', { custom_domain: 'feedback.example.com' });
  expect(same.body.custom_domain_verified).toBe(true);
  const other = await admin.patch('/projects/acme/config', { custom_domain: 'other.example.com' });
  expect(other.body.custom_domain_verified).toBe(false);
});

it('verifies a domain for one project only', async () => {
  await admin.patch('/projects/acme/config', { custom_domain: 'feedback.example.com' });
  expect((await verify('acme')).status).toBe(200);
  await admin.patch('/projects/other/config', { custom_domain: 'feedback.example.com' });
  await publish('other');

  const { status, body } = await verify('other');

  expect([status, body.code]).toEqual([409, 'custom_domain_taken']);
  await admin.patch('/projects/acme/config', { custom_domain: '' });
  expect((await verify('other')).status).toBe(200);
});

it('does not block other requests during the DNS query, also with an Idempotency-Key', async () => {
  await admin.patch('/projects/other/config', { custom_domain: 'slow.example.com' });
  await publish('other');
  const { txtRecords } = service;
  const ask = txtRecords.lookUp.bind(txtRecords);
  let meanwhile = 0;
  const lookUp = jest.spyOn(txtRecords, 'lookUp').mockImplementation(async (name) => {
    meanwhile = (await admin.patch('/projects/acme', { name: 'Acme Corp.' })).status;
    return ask(name);
  });

  const first = await verify('other', { 'idempotency-key': 'a key' });
  const again = await verify('other', { 'idempotency-key': 'a key' });

  expect([first.status, meanwhile]).toEqual([200, 200]);
  expect(first.body.custom_domain_verified).toBe(true);
  expect([again.status, again.text, again.headers.get('idempotency-replayed')]).toEqual([
    200,
    first.text,
    'true',
  ]);
  expect(lookUp).toHaveBeenCalledTimes(1);
  lookUp.mockRestore();
});

it('does not verify a domain that was set during the query for another one', async () => {
  await admin.patch('/projects/other/config', { custom_domain: 'own.example.com' });
  await publish('other');
  const { txtRecords } = service;
  const ask = txtRecords.lookUp.bind(txtRecords);
  const lookUp = jest.spyOn(txtRecords, 'lookUp').mockImplementationOnce(async (name) => {
    await admin.patch('/projects/other/config', { custom_domain: 'foreign.example.com' });
    return ask(name);
  });

  const { status, body } = await verify('other');

  lookUp.mockRestore();
  expect([status, body.code]).toEqual([409, 'custom_domain_unverified']);
  expect((await admin.get('/projects/other/config')).body).toMatchObject({
    custom_domain: 'foreign.example.com',
    custom_domain_verified: false,
  });
});
