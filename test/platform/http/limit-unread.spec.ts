import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import express from 'express';
import { compress } from '../../../src/platform/http/compress.js';
import { limitUnread } from '../../../src/platform/http/limit-unread.js';
import { SlowClients } from '../../../src/platform/network/slow-clients.js';

/** Longer than the buffers of the operating system, also compressed. */
const text = randomBytes(12 * 1024 ** 2);

let server: Server;
let sockets: Socket[];
let clients: SlowClients;
/** Functions that send the responses to requests of other paths. */
let held: (() => void)[];

beforeEach(async () => {
  sockets = [];
  held = [];
  clients = new SlowClients(2.5 * text.length);
  const app = express().use(compress, (request, response) => {
    limitUnread(response, clients);
    if (request.url === '/') response.type('text/plain').send(text);
    else held.push(() => response.type('text/plain').send('late'));
  });
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

const portOf = () => (server.address() as AddressInfo).port;

/** Requests a response, and does not read it. Returns the connection of the server to this client. */
async function neglect(encoding: string): Promise<Socket> {
  const socket = connect(portOf(), '127.0.0.1').pause();
  sockets.push(socket);
  const requested = once(server, 'request') as Promise<[IncomingMessage]>;
  socket.write(`GET / HTTP/1.1\r\nHost: a\r\nAccept-Encoding: ${encoding}\r\n\r\n`);
  return (await requested)[0].socket;
}

async function read(encoding: string): Promise<number> {
  const options = { port: portOf(), host: '127.0.0.1', headers: { 'accept-encoding': encoding } };
  const [response] = (await once(get(options), 'response')) as [IncomingMessage];
  let length = 0;
  for await (const bytes of response) length += (bytes as Buffer).length;
  return length;
}

it.each(['identity', 'gzip'])(
  'closes the connections that have been slow for longest, and lets others read: %s',
  async (encoding) => {
    const [first, second] = [await neglect(encoding), await neglect(encoding)];
    expect([first.destroyed, second.destroyed]).toEqual([false, false]);
    const third = await neglect(encoding);
    expect([first.destroyed, second.destroyed, third.destroyed]).toEqual([true, false, false]);
    expect(await read(encoding)).toBeGreaterThan(text.length / 2);
    expect([second.destroyed, third.destroyed]).toEqual([true, false]);
    // What has been read does not count any more.
    await read(encoding);
    expect(third.destroyed).toBe(false);
  },
);

it.each([1, 3])('keeps nothing of %d responses of a connection whose client has left', async (count) => {
  const [add, remove] = [jest.spyOn(clients, 'add'), jest.spyOn(clients, 'remove')];
  const socket = connect(portOf(), '127.0.0.1');
  sockets.push(socket);
  const requested = once(server, 'request') as Promise<[IncomingMessage]>;
  socket.write('GET /late HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));
  const connection = (await requested)[0].socket;
  while (held.length < count) await turn();
  // The last ones wait for the first one on the connection.
  for (const send of held.slice(1)) send();
  socket.destroy();
  await once(connection, 'close');
  held[0]!();
  await turn();
  const added = add.mock.calls.map(([request]) => request);
  expect(added).toHaveLength(count - 1);
  expect(new Set(remove.mock.calls.map(([request]) => request))).toEqual(new Set(added));
});
