import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { holdUnread, SlowClients } from '../../../src/platform/input/slow-clients.js';

/** More than the buffers of the operating system take. */
const size = 32 * 1024 ** 2;

const clients = new SlowClients(2.5 * size);
const server = createServer((request, response) =>
  holdUnread(clients)(request, response, () => void response.end(Buffer.alloc(size))),
);
const sockets: Socket[] = [];
let port: number;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  server.close();
  await once(server, 'close');
});

/** Requests a response, and does not read it. Returns the connection of the server to this client. */
async function neglect(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').pause();
  sockets.push(socket);
  const requested = once(server, 'request') as Promise<[IncomingMessage]>;
  socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  return (await requested)[0].socket;
}

async function read(): Promise<number> {
  const [response] = (await once(get({ port, host: '127.0.0.1' }), 'response')) as [IncomingMessage];
  let length = 0;
  for await (const bytes of response) length += (bytes as Buffer).length;
  return length;
}

it('closes the connections that have been slow for longest, and lets others read', async () => {
  const [first, second] = [await neglect(), await neglect()];
  expect([first.destroyed, second.destroyed]).toEqual([false, false]);
  const third = await neglect();
  expect([first.destroyed, second.destroyed, third.destroyed]).toEqual([true, false, false]);
  expect(await read()).toBe(size);
  // What has been read does not count any more.
  for (let number = 0; number < 4; number++) expect(await read()).toBe(size);
  expect([second.destroyed, third.destroyed]).toEqual([true, false]);
});
