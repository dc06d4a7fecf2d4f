import { once } from 'node:events';
import { createServer, IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Request } from 'express';
import { readJson } from '../../../src/platform/input/json-body.js';
import { maxSlowBytes, slowClients } from '../../../src/platform/network/slow-clients.js';

const maxBytes = 1_000_000;

function requestWith(body: object): Request {
  const bytes = Buffer.from(JSON.stringify(body));
  const headers = { 'content-type': 'application/json', 'content-length': String(bytes.length) };
  return Object.assign(Readable.from([bytes], { objectMode: false }), { headers }) as unknown as Request;
}

it('does other work between large bodies that have arrived at once', async () => {
  const order: string[] = [];
  let isRunning = true;
  const work = () => {
    order.push('other work');
    if (isRunning) setImmediate(work);
  };
  setImmediate(work);
  const bodies = Array.from({ length: 20 }, async (_, number) => {
    const text = 'x'.repeat(100_000);
    expect(await readJson(requestWith({ number, text }), maxBytes)).toEqual({ number, text });
    order.push('body');
  });
  await Promise.all(bodies);
  isRunning = false;
  expect(order.filter((each, at) => each === 'body' && order[at - 1] === 'body')).toEqual([]);
});

describe('A body that arrives slowly', () => {
  const encodings = [['identity', (bytes: Buffer) => bytes] as const, ['gzip', gzipSync] as const];
  let server: Server;
  let body: Promise<unknown>;
  let client: Socket;

  beforeEach(async () => {
    server = createServer((request) => {
      body = readJson(request as Request, maxBytes);
      body.catch(() => undefined);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    client = connect((server.address() as AddressInfo).port, '127.0.0.1');
    client.on('error', () => undefined);
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    client.destroy();
    server.close();
    await once(server, 'close');
  });

  /** Sends all of a body but its last bytes, and waits until the server has counted the decoded text. */
  async function sendPart(bytes: Buffer, encoding: string): Promise<Buffer> {
    const added = jest.spyOn(slowClients, 'add');
    client.write(
      `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: ${encoding}\r\nContent-Length: ${bytes.length}\r\n\r\n`,
    );
    client.write(bytes.subarray(0, -9));
    const counted = () => added.mock.calls.reduce((sum, [, length]) => sum + length, 0);
    while (counted() < 100_000) await turn();
    return bytes.subarray(-9);
  }

  const text = JSON.stringify({ text: 'x'.repeat(200_000) });

  it.each(encodings)('is counted until all of it is there: %s', async (encoding, encode) => {
    const remove = jest.spyOn(slowClients, 'remove');
    const rest = await sendPart(encode(Buffer.from(text)), encoding);
    expect(remove).not.toHaveBeenCalled();
    client.write(rest);
    expect(await body).toEqual(JSON.parse(text));
    expect(remove).toHaveBeenCalledTimes(1);
  });

  it.each(encodings)('is rejected when its client is cut off: %s', async (encoding, encode) => {
    await sendPart(encode(Buffer.from(text)), encoding);
    const newer = new IncomingMessage(client);
    slowClients.add(newer, maxSlowBytes);
    slowClients.remove(newer);
    await expect(body).rejects.toMatchObject({ code: 'incomplete_body' });
  });
});
