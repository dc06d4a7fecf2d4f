import { fork } from 'node:child_process';
import cluster from 'node:cluster';
import { on } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import { createServer, type Server } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

/** The number of duplicates of the listening socket. */
const duplicates = 8;

const duplicatorTimeoutMs = 10_000;

/**
 * Lets a server accept more connections. Since Node 20 (libuv 1.45), each listening socket accepts one connection in each
 * iteration of the event loop. In a busy process, an iteration takes tens of milliseconds, so that clients which open a connection
 * for each request, and leave, would fill the queue of the kernel, and others could not connect for seconds. Duplicates of the
 * socket share this queue, and each of them accepts a connection, too.
 */
export class Acceptors {
  private readonly servers: Server[] = [];
  private isClosed = false;

  constructor(
    private readonly server: HttpServer,
    private readonly log: Logger,
  ) {}

  /** Duplicates the socket of the server, which listens. Without duplicates, it works as before. */
  async open(): Promise<void> {
    // Windows accepts connections in another way, and several workers share the queue already.
    if (process.platform === 'win32' || cluster.isWorker) return;
    const program = fileURLToPath(new URL('./duplicate-handle.js', import.meta.url));
    const child = fork(program, { execArgv: [], timeout: duplicatorTimeoutMs });
    // Also those after the last handle was received, which would end the process.
    child.on('error', () => undefined);
    try {
      // Only raw handles are passed on without listening, as those that Node's cluster module passes.
      const { _handle: handle } = this.server as unknown as { _handle: Server };
      for (let sent = 0; sent < duplicates; sent++) child.send('duplicate', handle);
      for await (const [, duplicate] of on(child, 'message', { close: ['exit'] })) {
        this.listen(duplicate);
        if (this.servers.length === duplicates) break;
      }
    } catch (error) {
      this.log.warn({ err: error }, 'The listening socket could not be duplicated');
    } finally {
      child.kill();
    }
  }

  /** Stops listening, and waits until the connections have ended. */
  async close(): Promise<void> {
    this.isClosed = true;
    await Promise.all(this.servers.map((server) => new Promise((resolve) => void server.close(resolve))));
  }

  private listen(handle: unknown): void {
    // The options of Node's HTTP server.
    const acceptor = createServer({ allowHalfOpen: true, noDelay: true });
    acceptor.on('connection', (socket) => this.server.emit('connection', socket));
    acceptor.listen(handle);
    if (this.isClosed) acceptor.close();
    else this.servers.push(acceptor);
  }
}
