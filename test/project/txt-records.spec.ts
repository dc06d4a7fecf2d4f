import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DnsTxtRecords } from '../../src/project/network/dns-txt-records.js';
import type { TxtRecords } from '../../src/project/domain/txt-records.js';
import { FakeTxtRecords } from '../support/fakes/fake-txt-records.js';

const records = new Map([
  ['one.example.com', ['feedback-changelog=1']],
  ['two.example.com', ['v=spf1 -all', 'x'.repeat(300)]],
]);

function keepsItsPromise(txtRecords: () => TxtRecords): void {
  it('gives all texts of a name', async () => {
    expect(await txtRecords().lookUp('one.example.com')).toEqual(['feedback-changelog=1']);
    expect((await txtRecords().lookUp('two.example.com')).sort()).toEqual(['v=spf1 -all', 'x'.repeat(300)]);
  });

  it('gives none where there is no such name', async () => {
    expect(await txtRecords().lookUp('none.example.com')).toEqual([]);
  });
}

describe('the fake', () => {
  const fake = new FakeTxtRecords();
  for (const [name, texts] of records) fake.records.set(name, texts);
  keepsItsPromise(() => fake);
});

describe('the adapter', () => {
  let server: Socket;
  let txtRecords: TxtRecords;

  beforeAll(async () => {
    server = createSocket('udp4');
    server.on('message', (query, { port, address }) => server.send(answerTo(query), port, address));
    server.bind(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    txtRecords = new (class extends DnsTxtRecords {
      protected override resolver(): Resolver {
        const resolver = super.resolver();
        resolver.setServers([`127.0.0.1:${port}`]);
        return resolver;
      }
    })();
  });

  afterAll(() => {
    server.close();
  });

  keepsItsPromise(() => txtRecords);

  it('gives none where the name server refuses', async () => {
    expect(await txtRecords.lookUp('broken.example.com')).toEqual([]);
  });
});

/** A name server's answer (RFC 1035 §4) from the records above. */
function answerTo(query: Buffer): Buffer {
  const labels: string[] = [];
  let position = 12;
  for (let length = query[position] ?? 0; length > 0; length = query[position] ?? 0) {
    labels.push(query.toString('latin1', position + 1, position + 1 + length));
    position += length + 1;
  }
  const question = query.subarray(12, position + 5);
  const name = labels.join('.').toLowerCase();
  const texts = records.get(name) ?? [];
  const header = Buffer.from(query.subarray(0, 12));
  const code = name.startsWith('broken') ? 5 : texts.length > 0 ? 0 : 3;
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question, ...texts.map(record)]);
}

function record(text: string): Buffer {
  const parts = text.match(/.{1,255}/g) ?? [];
  const data = Buffer.concat(
    parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])),
  );
  const head = Buffer.from([0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
