// Counts the SQL statements of each operation, BEGIN and COMMIT included: PostgreSQL answers each with `ReadyForQuery`.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { send } from './answers.js';
import { operations } from './operations.js';

const readyForQuery = 'Z\0\0\0\x05';

/** Requests of each operation before those that count: they fill caches and open connections. */
const warmUp = 20;

const counted = 5;

/** How long the server sends no statements before a request is counted, in milliseconds. */
const silence = 150;

/** A TCP proxy before PostgreSQL that counts statements. */
class CountingProxy {
  statements = 0;

  static async start(databaseUrl) {
    const proxy = new CountingProxy();
    const { hostname, port } = new URL(databaseUrl);
    proxy.server = createServer((client) => {
      const server = connect(Number(port || 5432), hostname);
      server.on('data', (piece) => {
        proxy.statements += piece.toString('latin1').split(readyForQuery).length - 1;
      });
      client.pipe(server).pipe(client);
      for (const socket of [client, server])
        socket.on('error', () => [client, server].forEach((s) => s.destroy()));
    });
    proxy.server.listen(0, '127.0.0.1');
    await once(proxy.server, 'listening');
    const url = new URL(databaseUrl);
    url.hostname = '127.0.0.1';
    url.port = String(proxy.server.address().port);
    proxy.url = url.href;
    return proxy;
  }

  /** Resolves when background work has paused. */
  async quiet() {
    for (let before = -1; before !== this.statements;) {
      before = this.statements;
      await new Promise((resolve) => setTimeout(resolve, silence));
    }
  }

  stop() {
    this.server.close();
  }
}

/**
 * Returns the number of statements of each operation on a server.
 *
 * @param {(url: string) => Promise<{ base: string; stop: () => Promise<void> }>} startServer starts it with a database
 * @param {{ database: import('./database.js').BenchDatabase; dataset: import('./dataset.js').Dataset;
 *   chosen: readonly string[] }} what
 * @returns {Promise<Record<string, number>>}
 */
export async function countStatements(startServer, { database, dataset, chosen }) {
  const proxy = await CountingProxy.start(database.url);
  const server = await startServer(proxy.url);
  try {
    const counts = {};
    for (const name of chosen) {
      const first = await database.takeNumbers(name, warmUp + counted);
      const requestOf = operations[name].requests(dataset, first);
      const each = [];
      for (let number = 0; number < warmUp + counted; number++) {
        if (number >= warmUp) await proxy.quiet();
        const before = proxy.statements;
        const { status, text } = await send(server.base, requestOf(first + number));
        if (status >= 300) throw new Error(`${name} is answered with ${status}: ${text}`);
        if (number >= warmUp) each.push(proxy.statements - before);
      }
      // Background work may have begun during a request.
      counts[name] = Math.min(...each);
    }
    return counts;
  } finally {
    await server.stop();
    proxy.stop();
  }
}
