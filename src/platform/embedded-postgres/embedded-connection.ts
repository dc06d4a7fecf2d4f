import { Duplex } from 'node:stream';
import type { PgliteBackend } from './pglite-backend.js';
import {
  closeStatement,
  copyFail,
  errorResponse,
  maxMessageBytes,
  readyForQuery,
  renameStatement,
  rollbackQuery,
  startUpCodes,
  sync,
} from './protocol.js';
import type { SessionLock } from './session-lock.js';

/**
 * A connection to the embedded PostgreSQL, which pg uses in place of a socket (its `stream` option).
 *
 * It answers the start-up packet itself and splits what follows into units: a simple query, or an extended sequence
 * up to its Sync or Flush. A unit runs as a whole and holds the session until PostgreSQL is ready for a query outside
 * a transaction. The next unit waits until the client has read the answer, so that a slow client delays only itself.
 */
export class EmbeddedConnection extends Duplex {
  private received: Buffer = Buffer.alloc(0);
  private isStarted = false;
  private isTerminated = false;
  private isListening = false;
  private skipsToSync = false;
  private readonly unit: Buffer[] = [];
  /** The names of the client's prepared statements, and those that they have in the shared session. */
  private readonly statements = new Map<string, string>();
  private work: Promise<void> = Promise.resolve();
  private onRead: () => void = () => {};

  /**
   * @param id distinguishes this connection's prepared statements from all others
   * @param broadcast sends notifications, as protocol messages, to all connections
   */
  constructor(
    private readonly backend: PgliteBackend,
    private readonly session: SessionLock,
    private readonly id: number,
    private readonly broadcast: (notifications: Uint8Array) => void,
  ) {
    super();
  }

  // The methods of net.Socket that pg calls, apart from stream methods. Their arguments have no effect.

  readonly setNoDelay = () => this;
  readonly setKeepAlive = () => this;
  readonly ref = () => this;
  readonly unref = () => this;

  connect(): this {
    process.nextTick(() => {
      if (this.backend.failure !== undefined) this.destroy(this.backend.failure);
      else this.emit('connect');
    });
    return this;
  }

  /** Passes notifications on to the client if it has executed LISTEN. Not to be called while a unit is answered. */
  notify(notifications: Uint8Array): void {
    if (this.isListening && !this.destroyed) this.push(notifications);
  }

  override _read(): void {
    this.onRead();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    this.work = this.receive(chunk).then(
      () => callback(),
      (error: Error) => callback(error),
    );
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.isListening = false;
    this.work = this.work.then(() => this.cleanUp());
    // The stream ends without waiting for that, because the transaction of another connection may hold the session.
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.onRead();
    this.work = this.work.then(() => this.cleanUp());
    callback(error);
  }

  private async receive(chunk: Buffer): Promise<void> {
    this.received = this.received.length === 0 ? chunk : Buffer.concat([this.received, chunk]);
    while (!this.destroyed && !this.isTerminated) {
      const typeBytes = this.isStarted ? 1 : 0;
      if (this.received.length < typeBytes + 4) return;
      const length = this.received.readInt32BE(typeBytes);
      if (length < 4 || length > maxMessageBytes) return this.reportViolation('invalid length of message');
      if (this.received.length < typeBytes + length) return;
      const request = this.received.subarray(0, typeBytes + length);
      this.received = this.received.subarray(typeBytes + length);
      if (this.isStarted) await this.handleMessage(request);
      else this.handleStartUp(request);
    }
  }

  private handleStartUp(request: Buffer): void {
    const code = request.length >= 8 ? request.readInt32BE(4) : undefined;
    if (code === startUpCodes.ssl || code === startUpCodes.gss) {
      this.push('N');
    } else if (code === startUpCodes.protocol3) {
      this.isStarted = true;
      this.push(this.backend.greeting);
    } else if (code === startUpCodes.cancel) {
      // The running statement blocks the thread that would have to receive the request.
      this.terminate();
    } else {
      this.reportViolation('unsupported version of the protocol');
    }
  }

  private async handleMessage(request: Buffer): Promise<void> {
    const type = request.toString('latin1', 0, 1);
    if (this.skipsToSync && type !== 'X') {
      if (type !== 'S') return;
      this.skipsToSync = false;
      this.push(readyForQuery);
      return;
    }
    switch (type) {
      case 'Q':
      case 'E':
        // Otherwise PostgreSQL would block the worker forever, waiting for the data of a COPY FROM STDIN.
        this.unit.push(request, copyFail);
        return type === 'Q' ? this.runUnit(true) : undefined;
      case 'P':
      case 'B':
      case 'D':
      case 'C':
        this.unit.push(renameStatement(request, (name) => this.sessionName(name)));
        return;
      case 'S':
      case 'H':
        this.unit.push(request);
        return this.runUnit(type === 'S');
      case 'd':
      case 'c':
      case 'f':
        return;
      case 'X':
        return this.terminate();
      default:
        return this.reportViolation(`invalid type of message: ${request[0]}`);
    }
  }

  private async runUnit(endsReady: boolean): Promise<void> {
    const messages = Buffer.concat(this.unit.splice(0));
    if (!(await this.session.acquire(this))) return this.reportTimeout(endsReady);
    if (this.destroyed) return;
    const result = await this.backend.execute(messages, endsReady);
    if (!this.destroyed) this.push(result.data);
    this.isListening ||= result.listens;
    if (result.notifications.length > 0) this.broadcast(result.notifications);
    if (endsReady && !result.inTransaction) this.session.release();
    else this.session.markIdle();
    if (this.destroyed || this.readableLength < this.readableHighWaterMark) return;
    await new Promise<void>((resolve) => (this.onRead = resolve));
  }

  private reportTimeout(endsReady: boolean): void {
    this.push(
      errorResponse(
        'ERROR',
        '55P03',
        'an idle transaction of another connection blocks the embedded database; the statement was not executed',
        'Run the statement on the connection of the transaction, or end the transaction first; a PostgreSQL server has no such limit.',
      ),
    );
    if (endsReady) this.push(readyForQuery);
    else this.skipsToSync = true;
  }

  private reportViolation(text: string): void {
    this.push(errorResponse('FATAL', '08P01', text));
    this.terminate();
  }

  private terminate(): void {
    this.isTerminated = true;
    this.end();
  }

  private sessionName(name: string): string {
    let sessionName = this.statements.get(name);
    if (sessionName === undefined) {
      sessionName = `c${this.id}_${this.statements.size}`;
      this.statements.set(name, sessionName);
    }
    return sessionName;
  }

  /** Rolls back the open transaction, and closes the prepared statements. */
  private async cleanUp(): Promise<void> {
    const messages = [...this.statements.values()].map(closeStatement);
    this.statements.clear();
    if (this.session.isHeldBy(this)) messages.unshift(sync, rollbackQuery);
    if (messages.length === 0) return;
    await this.session.acquire(this, { canTimeOut: false });
    try {
      await this.backend.execute(Buffer.concat([...messages, sync]), true);
    } catch {
      // The database is gone, and the session with it.
    } finally {
      this.session.release();
    }
  }
}
