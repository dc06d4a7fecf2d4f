import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import ipaddr from 'ipaddr.js';

/** The records of a name: texts for TXT, addresses for A and AAAA. */
export type Records = readonly string[] | 'refused' | 'no answer';

export interface NameServer {
  /** In the format of `setServers`. */
  readonly address: string;
  /** The received queries, such as `A example.com`. */
  readonly asked: string[];
  close(): void;
}

const types: Readonly<Record<number, 'A' | 'AAAA' | 'TXT'>> = { 1: 'A', 16: 'TXT', 28: 'AAAA' };

/** Starts a name server (RFC 1035) on this machine with the given records. */
export async function startNameServer(
  recordsOf: (name: string, type: 'A' | 'AAAA' | 'TXT') => Records,
): Promise<NameServer> {
  const asked: string[] = [];
  const server = createSocket('udp4');
  server.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let position = 12;
    for (let length = query[position] ?? 0; length > 0; length = query[position] ?? 0) {
      labels.push(query.toString('latin1', position + 1, position + 1 + length));
      position += length + 1;
    }
    const name = labels.join('.').toLowerCase();
    const type = types[query.readUInt16BE(position + 1)];
    if (!type) return;
    asked.push(`${type} ${name}`);
    const records = recordsOf(name, type);
    if (records === 'no answer') return;
    const texts = records === 'refused' ? [] : records;
    const code = records === 'refused' ? 5 : texts.length > 0 ? 0 : 3;
    const header = Buffer.from(query.subarray(0, 12));
    header.writeUInt16BE(0x8180 | code, 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(texts.length, 6);
    header.writeUInt32BE(0, 8);
    const question = query.subarray(12, position + 5);
    const answers = texts.map((text) => record(query.readUInt16BE(position + 1), text));
    server.send(Buffer.concat([header, question, ...answers]), port, address);
  });
  server.bind(0, '127.0.0.1');
  await once(server, 'listening');
  return { address: `127.0.0.1:${server.address().port}`, asked, close: () => server.close() };
}

function record(type: number, text: string): Buffer {
  const parts = (text.match(/.{1,255}/g) ?? []).map((part) =>
    Buffer.concat([Buffer.from([part.length]), Buffer.from(part)]),
  );
  const data = types[type] === 'TXT' ? Buffer.concat(parts) : Buffer.from(ipaddr.parse(text).toByteArray());
  const head = Buffer.from([0xc0, 0x0c, 0, type, 0, 1, 0, 0, 0, 60, 0, 0]);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
