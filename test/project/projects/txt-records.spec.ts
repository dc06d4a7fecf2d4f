import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DnsTxtRecords } from '../../../src/project/projects/network/dns-txt-records.js';
import type { TxtRecords } from '../../../src/project/projects/domain/txt-records.js';
import { FakeTxtRecords } from '../../support/fakes/fake-txt-records.js';
import { type NameServer, startNameServer } from '../../support/name-server.js';

const records = new Map([
  ['one.example.com', ['feedback-changelog=1']],
  ['two.example.com', ['v=spf1 -all', 'x'.repeat(300)]],
]);

function fulfillsTheContract(txtRecords: () => TxtRecords): void {
  it('returns all TXT records of a name', async () => {
    expect(await txtRecords().lookUp('one.example.com')).toEqual(['feedback-changelog=1']);
    expect((await txtRecords().lookUp('two.example.com')).sort()).toEqual(['v=spf1 -all', 'x'.repeat(300)]);
  });

  it('returns none for a name that does not exist', async () => {
    expect(await txtRecords().lookUp('none.example.com')).toEqual([]);
  });
}

describe('the fake', () => {
  const fake = new FakeTxtRecords();
  for (const [name, texts] of records) fake.records.set(name, texts);
  fulfillsTheContract(() => fake);
});

describe('the adapter', () => {
  let server: NameServer;
  let txtRecords: TxtRecords;

  beforeAll(async () => {
    server = await startNameServer((name) =>
      name.startsWith('broken') ? 'refused' : (records.get(name) ?? []),
    );
    txtRecords = new (class extends DnsTxtRecords {
      protected override resolver(): Resolver {
        const resolver = super.resolver();
        resolver.setServers([server.address]);
        return resolver;
      }
    })();
  });

  afterAll(() => {
    server.close();
  });

  fulfillsTheContract(() => txtRecords);

  it('returns none if the name server refuses the query', async () => {
    expect(await txtRecords.lookUp('broken.example.com')).toEqual([]);
  });
});
