import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { hideAddresses } from '../../../src/platform/http/index.js';

const ada = { id: 'ada', email: 'ada@example.com', full_name: 'Ada', avatar_url: '' };
const ben = { id: 'ben', email: 'ben@example.com', full_name: 'Ben', avatar_url: '' };

const seenByAda = (record: unknown): unknown => JSON.parse(hideAddresses(JSON.stringify(record), 'ada'));

describe('What a reader sees of a record who may see no addresses', () => {
  it('has the own address, and no other', () => {
    expect(seenByAda({ user: ada, items: [{ user: ben }, { assignee: { user: ben } }], none: null })).toEqual(
      {
        user: ada,
        items: [{ user: { ...ben, email: '' } }, { assignee: { user: { ...ben, email: '' } } }],
        none: null,
      },
    );
  });

  it('has no address of a user whose fields have another order, or others between them', () => {
    const { id, email, full_name, avatar_url } = ben;
    for (const user of [
      { email, id, full_name, avatar_url },
      { id, full_name, avatar_url, email },
      { id, created_at: '2026-11-20T15:41:04.250Z', email, avatar_url, full_name },
    ]) {
      expect(seenByAda(user)).toEqual({ ...user, email: '' });
    }
  });

  it('has no address if the JSON has spaces, as that of jsonb', () => {
    expect(hideAddresses(JSON.stringify(ben, null, 1), 'ada')).not.toContain('ben@example.com');
  });

  it('has the texts and free values of clients as they were stored', () => {
    const record = {
      title: JSON.stringify(ben),
      config: { support: { id: 'support', email: 'help@example.com' } },
    };
    expect(seenByAda(record)).toEqual(record);
  });

  it('is the same text if no address was removed', () => {
    const json = '{"user": {"id": "ada", "email": "ada@example.com", "full_name": "", "avatar_url": ""}}';
    expect(hideAddresses(json, 'ada')).toBe(json);
  });
});

it('every documented record with an address is a user, or for instance admins only', () => {
  const { schemas } = (
    JSON.parse(readFileSync('openapi.json', 'utf8')) as {
      components: { schemas: Record<string, { properties?: object }> };
    }
  ).components;
  const others = Object.entries(schemas)
    .filter(([name, { properties = {} }]) => 'email' in properties && !/Request$/.test(name))
    .filter(([, { properties }]) => !Object.keys(ada).every((field) => field in (properties ?? {})))
    .map(([name]) => name);
  // `UserReference` is a part of requests.
  expect(others).toEqual(['MailSuppression', 'UserReference']);
});
