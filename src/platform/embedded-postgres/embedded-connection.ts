import { createHash } from 'node:crypto';
import { Duplex } from 'node:stream';
import type { PgliteBackend } from './pglite-backend.js';
import {
  closeStatement,
  COPY_FAIL,
  errorResponse,
  MAX_MESSAGE_BYTES,
  MAX_NAME_BYTES,
  READY_IDLE,
  ROLLBACK,
  START_UP,
  statementName,
  SYNC,
  withStatementName,
} from './protocol.js';
import { SessionOccupiedError, type SessionGate } from './session-gate.js';

/**
 * One connection to the embedded PostgreSQL: what pg uses in place of a socket.
 *
 * Answers the start-up itself, whoever the user and whatever the database or the parameters, and cuts what
 * follows into units: a simple query, or an extended sequence up to its Sync or Flush. A unit runs as a whole, with the
 * session held from its start until PostgreSQL is ready for the next query outside a transaction. The next unit
 * waits until the client has read the answers to the last, so that a client that does not read holds up itself.
 */
export class EmbeddedConnection extends Duplex {
  private incoming: Buffer = Buffer.alloc(0);
  private started = false;
  private terminated = false;
  private unit: Buffer[] = [];
  private skipToSync = false;
  private holdsSession = false;
  private readonly statements = new Set<string>();
  private work: Promise<void> = Promise.resolve();
  private onRead: () => void = () => {};

  /** @param prefix stands before the names of this connection's prepared statements; no other connection has it */
  constructor(
    private readonly backend: PgliteBackend,
    private readonly gate: SessionGate,
    private readonly prefix: string,
  ) {
    super();
  }

  /** As of net.Socket; the address means nothing here. */
  connect(): this {
    process.nextTick(() => {
      if (this.backend.failure !== undefined) this.destroy(this.backend.failure);
      else this.emit('connect');
    });
    return this;
  }

  /** As of net.Socket, without effect. */
  setNoDelay(): this {
    return this;
  }

  /** As of net.Socket, without effect. */
  setKeepAlive(): this {
    return this;
  }

  /** As of net.Socket, without effect: it is the worker thread that keeps the process alive. */
  ref(): this {
    return this;
  }

  /** As of net.Socket, without effect. */
  unref(): this {
    return this;
  }

  override _read(): void {
    this.onRead();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, callback: (error?: Error | null) => void): void {
    const received = this.receive(chunk);
    this.work = received.catch(() => {});
    received.then(
      () => callback(),
      (error: unknown) => callback(error as Error),
    );
  }

  override _final(callback: (error?: Error | null) => void): void {
    this.work = this.work.then(() => this.leaveSession());
    // Not waited for: another connection's transaction may be what has to end first, and wait for this.
    this.push(null);
    callback();
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    this.onRead();
    this.work = this.work.then(() => this.leaveSession());
    callback(error);
  }

  private async receive(chunk: Buffer): Promise<void> {
    this.incoming = this.incoming.length === 0 ? chunk : Buffer.concat([this.incoming, chunk]);
    while (!this.destroyed && !this.terminated) {
      const typeBytes = this.started ? 1 : 0;
      if (this.incoming.length < typeBytes + 4) return;
      const length = this.incoming.readInt32BE(typeBytes);
      if (length < 4 || length > MAX_MESSAGE_BYTES) return this.violation('invalid length of message');
      if (this.incoming.length < typeBytes + length) return;
      const request = this.incoming.subarray(0, typeBytes + length);
      this.incoming = this.incoming.subarray(typeBytes + length);
      if (this.started) await this.accept(request);
      else this.startUp(request);
    }
  }

  private startUp(request: Buffer): void {
    const code = request.length >= 8 ? request.readInt32BE(4) : undefined;
    if (code === START_UP.ssl || code === START_UP.gss) {
      this.push('N');
    } else if (code === START_UP.protocol3) {
      this.started = true;
      this.push(this.backend.greeting);
    } else if (code === START_UP.cancel) {
      // A running statement occupies the thread that would have to hear of the cancelling.
      this.terminate();
    } else {
      this.violation('unsupported version of the protocol');
    }
  }

  private async accept(request: Buffer): Promise<void> {
    const type = String.fromCharCode(request[0] ?? 0);
    if (this.skipToSync && type !== 'S' && type !== 'X') return;
    switch (type) {
      case 'Q':
        // PostgreSQL would wait inside the worker, for ever, for the data of a COPY FROM STDIN.
        this.unit.push(request, COPY_FAIL);
        return this.run(true);
      case 'E':
        this.unit.push(request, COPY_FAIL);
        return;
      case 'P':
      case 'B':
      case 'D':
      case 'C':
        this.unit.push(this.withOwnName(type, request));
        return;
      case 'S':
        if (this.skipToSync) {
          this.skipToSync = false;
          this.push(READY_IDLE);
          return;
        }
        this.unit.push(request);
        return this.run(true);
      case 'H':
        this.unit.push(request);
        return this.run(false);
      case 'd':
      case 'c':
      case 'f':
        return;
      case 'X':
        return this.terminate();
      default:
        return this.violation(`invalid type of message: ${request[0]}`);
    }
  }

  private async run(endsReady: boolean): Promise<void> {
    const messages = Buffer.concat(this.unit.splice(0));
    try {
      if (this.holdsSession) this.gate.resume();
      else await this.gate.enter();
    } catch (error) {
      if (!(error instanceof SessionOccupiedError)) throw error;
      return this.refuse(endsReady);
    }
    this.holdsSession = true;
    if (this.destroyed) return;
    const inTransaction = await this.backend.execute(messages, endsReady, (part) => {
      if (!this.destroyed) this.push(part);
    });
    if (endsReady && !inTransaction) this.release();
    else this.gate.idle();
    await this.untilRead();
  }

  private refuse(endsReady: boolean): void {
    this.push(
      errorResponse(
        'ERROR',
        '55P03',
        'the embedded database is held by a transaction of another connection that does nothing; the statement was not run',
        'Run the statement on the connection of the transaction, or end the transaction first; a PostgreSQL server (DATABASE_URL) has no such limit.',
      ),
    );
    if (endsReady) this.push(READY_IDLE);
    else this.skipToSync = true;
  }

  private violation(text: string): void {
    this.push(errorResponse('FATAL', '08P01', text));
    this.terminate();
  }

  private terminate(): void {
    this.terminated = true;
    this.end();
  }

  private withOwnName(type: string, request: Buffer): Buffer {
    const name = statementName(request);
    if (name === '') return request;
    let ownName = this.prefix + name;
    if (Buffer.byteLength(ownName) > MAX_NAME_BYTES) {
      ownName = this.prefix + createHash('sha256').update(name).digest('base64url');
    }
    if (type === 'P') this.statements.add(ownName);
    if (type === 'C') this.statements.delete(ownName);
    return withStatementName(request, ownName);
  }

  private async untilRead(): Promise<void> {
    if (this.destroyed || this.readableLength < this.readableHighWaterMark) return;
    await new Promise<void>((resolve) => (this.onRead = resolve));
  }

  private release(): void {
    this.holdsSession = false;
    this.gate.leave();
  }

  private async leaveSession(): Promise<void> {
    const closing = [...this.statements].map(closeStatement);
    this.statements.clear();
    if (!this.holdsSession && closing.length === 0) return;
    if (this.holdsSession) {
      this.gate.resume();
      closing.unshift(SYNC, ROLLBACK);
    } else {
      await this.gate.enter(true);
    }
    this.holdsSession = true;
    try {
      await this.backend.execute(Buffer.concat([...closing, SYNC]), true, () => {});
    } catch {
      // The database is gone, and the session with it.
    } finally {
      this.release();
    }
  }
}
