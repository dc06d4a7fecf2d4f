import { EventEmitter, once } from 'node:events';
import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { openTemporaryFile } from '../../../platform/temporary-files/index.js';

/** The limits of a {@link FileBuffer}. */
export interface FileBufferLimits {
  /** The maximum size of the file, in bytes. */
  readonly maxBytes: number;
  /** For how long the source can be read, in milliseconds. */
  readonly timeoutMs: number;
  /** How long the stream can be read, in milliseconds, from its first content on. */
  readonly maxAgeMs: number;
}

/** The size of the pieces in which the file is read, in bytes. */
const pieceBytes = 64 * 1024;

/**
 * The content of a source, passed through a temporary file. The source is read as fast as it can be, even if this stream is
 * read slowly. When the file has reached its maximum size, the source waits until all of the file has been read, and the
 * file is emptied.
 */
export class FileBuffer extends Readable {
  private readonly progress = new EventEmitter();
  private written = 0;
  private position = 0;
  private isComplete = false;
  private readonly filling: Promise<void>;
  private expiry?: NodeJS.Timeout;

  private constructor(
    source: AsyncIterable<Buffer>,
    private readonly file: FileHandle,
    private readonly limits: FileBufferLimits,
  ) {
    super({ highWaterMark: pieceBytes });
    // The stream may have no other listener yet when the source fails.
    this.on('error', () => undefined);
    this.filling = this.fill(source);
  }

  /**
   * Starts to read a source, and returns the stream once it has content.
   *
   * @throws the error of the source if it fails before that
   */
  static async start(source: AsyncIterable<Buffer>, limits: FileBufferLimits): Promise<FileBuffer> {
    const stream = new FileBuffer(source, await openTemporaryFile('export'), limits);
    await Promise.race([once(stream.progress, 'written'), stream.filling]);
    if (stream.errored) throw stream.errored;
    stream.expireAfter(limits.maxAgeMs);
    return stream;
  }

  override _read(): void {
    this.readPiece().catch((error: Error) => this.destroy(error));
  }

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    clearTimeout(this.expiry);
    this.wake();
    this.filling
      .then(() => this.file.close())
      .then(
        () => callback(error),
        (closeError: Error) => callback(error ?? closeError),
      );
  }

  private expireAfter(maxAgeMs: number): void {
    this.expiry = setTimeout(
      () => this.destroy(new Error(`Not sent within ${maxAgeMs} ms.`)),
      maxAgeMs,
    ).unref();
  }

  private async fill(source: AsyncIterable<Buffer>): Promise<void> {
    const { maxBytes, timeoutMs } = this.limits;
    const timer = setTimeout(() => this.destroy(new Error(`Not read within ${timeoutMs} ms.`)), timeoutMs);
    try {
      for await (const chunk of source) {
        if (this.written + chunk.length > maxBytes) await this.empty();
        if (this.destroyed) break;
        await this.file.appendFile(chunk);
        this.written += chunk.length;
        this.wake();
      }
    } catch (error) {
      this.destroy(error as Error);
    } finally {
      clearTimeout(timer);
    }
    this.isComplete = true;
    this.wake();
  }

  private async empty(): Promise<void> {
    while (this.position < this.written && !this.destroyed) await once(this.progress, 'read');
    if (this.destroyed) return;
    await this.file.truncate();
    this.written = this.position = 0;
  }

  private async readPiece(): Promise<void> {
    while (this.position === this.written) {
      if (this.destroyed) return;
      if (this.isComplete) {
        this.push(null);
        return;
      }
      await once(this.progress, 'written');
    }
    const length = Math.min(pieceBytes, this.written - this.position);
    const { bytesRead, buffer } = await this.file.read(Buffer.allocUnsafe(length), 0, length, this.position);
    this.position += bytesRead;
    this.progress.emit('read');
    this.push(buffer.subarray(0, bytesRead));
  }

  /** Continues what waits for content, or for the file to be read. */
  private wake(): void {
    this.progress.emit('written');
    this.progress.emit('read');
  }
}
