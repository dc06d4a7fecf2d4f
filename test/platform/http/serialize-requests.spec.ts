import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { maxWaitingRequests, serializeRequests } from '../../../src/platform/http/serialize-requests.js';

/** The responses of the requests that have passed, in their order. */
let passed: ServerResponse[];
/** The responses that have not closed. */
const open = new Set<ServerResponse>();
const server = createServer((request, response) => {
  open.add(response);
  response.once('close', () => open.delete(response));
  serializeRequests(request, response, () => void pass(response));
});
let client: Socket;
let received: string;

function pass(response: ServerResponse): void {
  passed.push(response);
  server.emit('passed');
}

beforeEach(async () => {
  [passed, received] = [[], ''];
  open.clear();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('data', (bytes) => (received += bytes.toString()));
});

afterEach(async () => {
  client.destroy();
  server.close();
  await once(server, 'close');
});

/** Node closes only the response that the connection was sending; whatever waits for others would wait for ever. */
async function allClosed(): Promise<void> {
  for (const end = Date.now() + 60_000; open.size > 0; await turn())
    if (Date.now() > end) throw new Error(`${open.size} responses have not closed.`);
}

const send = (count: number) => client.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(count));

it('handles the requests of a connection one after another', async () => {
  const count = 1 + maxWaitingRequests;
  send(count);
  for (let number = 1; number <= count; number++) {
    if (passed.length < number) await once(server, 'passed');
    expect(passed).toHaveLength(number);
    passed.at(-1)!.end(`${number};`);
  }
  while (!received.includes(`${count};`)) await once(client, 'data');
  expect(received.match(/\d+(?=;)/g)?.map(Number)).toEqual(Array.from({ length: count }, (_, at) => at + 1));
  // A request that is sent after all others have ended.
  send(1);
  await once(server, 'passed');
  expect(passed).toHaveLength(count + 1);
});

it('handles the requests of other connections meanwhile', async () => {
  send(2);
  await once(server, 'passed');
  const other = connect((server.address() as AddressInfo).port, '127.0.0.1');
  other.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(server, 'passed');
  expect(passed).toHaveLength(2);
  other.destroy();
});

it('drops the requests that wait when the connection ends', async () => {
  send(1 + maxWaitingRequests);
  await once(server, 'passed');
  expect(open.size).toBe(1 + maxWaitingRequests);
  client.destroy();
  await allClosed();
  expect(passed).toHaveLength(1);
});

it('closes a connection on which too many requests wait', async () => {
  send(1 + maxWaitingRequests);
  await once(server, 'passed');
  expect(open.size).toBe(1 + maxWaitingRequests);
  const closed = once(client, 'close');
  send(1);
  await closed;
  await allClosed();
  expect(passed).toHaveLength(1);
});
