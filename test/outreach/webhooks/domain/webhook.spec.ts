import { describe, expect, it } from '@jest/globals';
import { Webhook as Receiver } from 'standardwebhooks';
import { NodeSecureRandom } from '../../../../src/platform/shared-ports/node-secure-random.js';
import { generateSecret, Webhook } from '../../../../src/outreach/webhooks/domain/webhook.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';

const now = new Date('2026-01-31T12:00:00.123Z');
const url = 'https://example.com/hook';
const [hour, day] = [3_600_000, 24 * 3_600_000];

const after = (milliseconds: number) => new Date(now.getTime() + milliseconds);

const newSecret = () => generateSecret(new NodeSecureRandom());

const created = (values: object = {}) =>
  Webhook.create({ id: 'w', projectId: 'p', secret: newSecret() }, { url, ...values }, now);

describe('A new webhook', () => {
  it('receives all events by default', () => {
    expect(created()).toMatchObject({
      url,
      description: '',
      eventTypes: [],
      enabled: true,
      disabledReason: '',
      failingSince: null,
      createdAt: now,
    });
  });

  it('has the given values', () => {
    const values = { description: 'Ours', eventTypes: ['tag.deleted'], enabled: false };
    expect(created(values)).toMatchObject(values);
  });

  it('has a unique secret that the official library accepts', () => {
    const { secret } = created();
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(created().secret).not.toBe(secret);
    expect(() => new Receiver(secret)).not.toThrow();
  });

  it.each([{ url: '' }, { url: `https://example.com/${'a'.repeat(2_029)}` }, { description: '\0' }])(
    'is rejected with %j',
    (values) => {
      expect(() => created(values)).toThrow(InvalidInput);
    },
  );
});

describe('A changed webhook', () => {
  it('keeps fields that a revision omits, and its secret', () => {
    const webhook = created({ description: 'Ours', eventTypes: ['tag.deleted'] });
    const { secret } = webhook;
    webhook.update({});
    expect(webhook).toMatchObject({
      url,
      description: 'Ours',
      eventTypes: ['tag.deleted'],
      enabled: true,
      secret,
    });
    webhook.update({ url: 'https://example.com/other', eventTypes: [], description: '' });
    expect(webhook).toMatchObject({
      url: 'https://example.com/other',
      description: '',
      eventTypes: [],
      secret,
    });
  });

  it('has no reason if a user disables it', () => {
    const webhook = created();
    webhook.update({ enabled: false });
    expect(webhook).toMatchObject({ enabled: false, disabledReason: '' });
  });

  it('starts without failures when it is enabled again', () => {
    const webhook = created();
    webhook.failed('It failed.', now, true);
    webhook.gone();
    webhook.update({ enabled: false });
    expect(webhook.disabledReason).not.toBe('');
    webhook.update({ enabled: true });
    expect(webhook).toMatchObject({ enabled: true, disabledReason: '', failingSince: null });
  });

  it('starts without failures at another URL', () => {
    const webhook = created();
    webhook.failed('It failed.', now, true);
    webhook.update({ url });
    expect(webhook.failingSince).toEqual(now);
    webhook.update({ url: 'https://example.com/other' });
    expect(webhook.failingSince).toBeNull();
  });
});

describe('A rotated secret', () => {
  it('is used together with the new one for 24 hours', () => {
    const webhook = created();
    const former = webhook.secret;
    expect(webhook.secretsAt(now)).toEqual([former]);
    webhook.rotateSecret(newSecret(), now);
    expect(webhook.secret).not.toBe(former);
    expect(webhook.secretsAt(now)).toEqual([webhook.secret, former]);
    expect(webhook.secretsAt(after(day - 1))).toEqual([webhook.secret, former]);
    expect(webhook.secretsAt(after(day))).toEqual([webhook.secret]);
  });

  it('is used until its own 24 hours have passed when the secret is rotated again', () => {
    const webhook = created();
    const first = webhook.secret;
    webhook.rotateSecret(newSecret(), now);
    const second = webhook.secret;
    webhook.rotateSecret(newSecret(), after(hour));
    expect(webhook.secretsAt(after(hour))).toEqual([webhook.secret, second, first]);
    expect(webhook.secretsAt(after(day))).toEqual([webhook.secret, second]);
    expect(webhook.secretsAt(after(day + hour))).toEqual([webhook.secret]);
  });

  it('is used for 24 hours however often the secret is rotated meanwhile, and at most 6 secrets are used', () => {
    const webhook = created();
    const first = webhook.secret;
    const rotated = Array.from({ length: 1_000 }, (_, second) => {
      webhook.rotateSecret(newSecret(), after(second * 1_000));
      return webhook.secret;
    });
    const latest = rotated.slice(-5).reverse();
    expect(webhook.secretsAt(after(day - 1))).toEqual([...latest, first]);
    expect(webhook.secretsAt(after(day))).toEqual(latest);
  });
});

describe('A failing webhook', () => {
  it('is disabled after 5 days, with a reason', () => {
    const webhook = created();
    webhook.failed('First.', now, true);
    webhook.failed('It was in the way.', after(5 * day - 1), true);
    expect(webhook).toMatchObject({ enabled: true, failingSince: now });
    webhook.failed('It took longer than 15 seconds.', after(5 * day), true);
    expect(webhook).toMatchObject({
      enabled: false,
      disabledReason: 'No attempt has succeeded for 5 days. Last error: It took longer than 15 seconds.',
    });
  });

  it('is not disabled by a single failure after days without events', () => {
    const webhook = created();
    webhook.failed('It failed for the last time.', now, true);
    webhook.failed('It was about to start.', after(6 * day), false);
    expect(webhook.enabled).toBe(true);
    webhook.failed('It failed for the last time.', after(7 * day), true);
    expect(webhook.enabled).toBe(false);
  });

  it('starts counting again after a success', () => {
    const webhook = created();
    webhook.failed('It failed.', now, true);
    webhook.succeeded();
    expect(webhook.failingSince).toBeNull();
    webhook.failed('It failed.', after(6 * day), true);
    expect(webhook.enabled).toBe(true);
  });

  it('is disabled immediately if its target responds with 410', () => {
    const webhook = created();
    webhook.gone();
    expect(webhook).toMatchObject({ enabled: false, disabledReason: 'The target responded with 410 Gone.' });
  });

  it('keeps no reason if a user has disabled it before', () => {
    const webhook = created({ enabled: false });
    webhook.gone();
    webhook.failed('It failed.', now, true);
    webhook.failed('It failed.', after(6 * day), true);
    expect(webhook).toMatchObject({ enabled: false, disabledReason: '' });
  });
});
