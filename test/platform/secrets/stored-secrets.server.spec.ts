import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Environment } from '../../../src/server/environment.js';
import { SettingsError } from '../../../src/platform/config/index.js';
import { Sql } from '../../../src/platform/persistence/sql.js';
import { StoredSecrets } from '../../../src/platform/secrets/stored-secrets.js';
import { SecretBox } from '../../../src/platform/secrets/secret-box.js';
import { createTestDatabase, type TestDatabase, unitOfWorkOn } from '../../support/database.js';

const [oldKey, newKey] = ['the old key, which has 32 characters', 'the new key, which has 32 characters'];
const box = (key: string, previous?: string) =>
  new SecretBox(new Environment({ SECRETS_KEY: key, SECRETS_KEY_PREVIOUS: previous }).settings);
const [former, current] = [box(oldKey), box(newKey)];

let database: TestDatabase;
let sql: Sql;
let count = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  sql = new Sql(database.database, unitOfWorkOn(database.database));
  await sql.rows('create table vault (id uuid primary key, secret text not null, history jsonb not null)');
});
afterAll(() => database.drop());
beforeEach(() => sql.rows('truncate vault'));

async function store(secret: string, history: object = []): Promise<string> {
  const id = `00000000-0000-0000-0000-${String((count += 1)).padStart(12, '0')}`;
  await sql.rows('insert into vault values ($1, $2, $3)', [id, secret, JSON.stringify(history)]);
  return id;
}

async function stored(id: string): Promise<{ secret: string; history: { secret: string }[] }> {
  return (await sql.row('select secret, history from vault where id = $1', [id]))!;
}

async function secretsWith(secretBox: SecretBox): Promise<StoredSecrets> {
  const secrets = new StoredSecrets(sql, secretBox);
  await secrets.add('vault', 'secret');
  await secrets.add('vault', 'history');
  return secrets;
}

describe('adding a column', () => {
  it('rejects secrets of an unknown key, also among those of a known one', async () => {
    await store(former.seal('one'));
    await secretsWith(former);
    await store('plain');
    await store(current.seal('two'));
    await expect(secretsWith(former)).rejects.toThrow(SettingsError);
    await expect(secretsWith(current)).rejects.toThrow(SettingsError);
    await secretsWith(box(newKey, oldKey));
  });

  it('rejects secrets of an unknown key within JSON', async () => {
    await store('', [{ secret: former.seal('one') }, { secret: current.seal('two') }]);
    await expect(secretsWith(former)).rejects.toThrow(SettingsError);
    await secretsWith(box(newKey, oldKey));
  });
});

it('encrypts all secrets with the current key, so that the previous one is not needed', async () => {
  const ids = [
    await store(former.seal('one'), [{ secret: former.seal('two') }, { secret: former.seal('three') }]),
    await store('stored without a key'),
  ];
  const unchanged = [await store(''), await store(current.seal('four'))];
  const before = await Promise.all(unchanged.map(stored));
  const secrets = await secretsWith(box(newKey, oldKey));
  expect(await secrets.reseal()).toBe(3);

  await secretsWith(current);
  const rows = await Promise.all(ids.map(stored));
  expect(rows.map(({ secret }) => current.open(secret))).toEqual(['one', 'stored without a key']);
  expect(rows.flatMap(({ history }) => history.map(({ secret }) => current.open(secret)))).toEqual([
    'two',
    'three',
  ]);
  expect(rows.filter(({ secret }) => !secret.startsWith('sealed:2:'))).toEqual([]);
  expect(await Promise.all(unchanged.map(stored))).toEqual(before);
  expect(await secrets.reseal()).toBe(0);
});

describe('encrypting while the service writes', () => {
  it('keeps every change', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 300; n++) ids.push(await store(former.seal(`secret ${n}`)));
    const rotating = box(newKey, oldKey);
    const secrets = await secretsWith(rotating);
    const changes = ids.map(async (id, n) => {
      if (n % 3 === 0) {
        await sql.rows('update vault set secret = $2 where id = $1', [id, rotating.seal(`changed ${n}`)]);
      }
    });
    await Promise.all([secrets.reseal(), ...changes]);
    const found = await Promise.all(ids.map(stored));
    expect(found.map(({ secret }) => current.open(secret))).toEqual(
      ids.map((_, n) => (n % 3 === 0 ? `changed ${n}` : `secret ${n}`)),
    );
  });
});
