import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { resolve } from 'node:path';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { pino } from 'pino';
import type { Acceptors } from '../../src/server/acceptors.js';

// The compiled class: it starts a program beside it.
const { Acceptors: CompiledAcceptors } = (await import(resolve('dist/server/acceptors.js'))) as {
  Acceptors: typeof Acceptors;
};

const clients = 40;

let server: Server;
let accepted: number;

beforeEach(async () => {
  server = createServer().listen(0, '127.0.0.1');
  server.on('connection', () => accepted++);
  await once(server, 'listening');
});
afterEach(() => void server.close());

/** Opens connections at once, and returns in how many iterations of the event loop the server has accepted them. */
async function iterationsUntilAccepted(): Promise<number> {
  accepted = 0;
  let iterations = 0;
  const { port } = server.address() as AddressInfo;
  const sockets = Array.from({ length: clients }, () => connect(port, '127.0.0.1'));
  await new Promise<void>((done) => {
    const next = () => {
      if (accepted === clients) return done();
      // Those iterations in which no connection waits yet do not count.
      if (accepted > 0) iterations++;
      setImmediate(next);
    };
    next();
  });
  sockets.forEach((socket) => socket.destroy());
  return iterations;
}

it('accepts several connections in each iteration of the event loop, and ends with its connections', async () => {
  const acceptors = new CompiledAcceptors(server, pino({ enabled: false }));
  const before = await iterationsUntilAccepted();
  await acceptors.open();
  expect(await iterationsUntilAccepted()).toBeLessThan(before / 2);
  await acceptors.close();
});
