import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { Problem } from '../../../platform/problems/index.js';
import { FileBuffer, type FileBufferLimits } from './file-buffer.js';

/** The maximum number of exports that a process sends at once: each has a connection to the database and a file. */
export const maxExports = 4;

/** One more than a user needs, because the end of an export is noticed later than its last byte is received. */
export const maxExportsOfUser = 2;

/** The maximum size of the temporary file of an export, in bytes. */
const maxExportBytes = 1024 ** 3;

/** For how long an export can read the project, in milliseconds. */
export const maxExportTime = 15 * 60_000;

/** For how long a client can receive an export, in milliseconds, as for uploads: 1 GiB at 2.4 Mbit/s. */
export const maxDownloadTime = 3_600_000;

/** The limits of the temporary file of an export. */
export const exportLimits: FileBufferLimits = {
  maxBytes: maxExportBytes,
  timeoutMs: maxExportTime,
  maxAgeMs: maxDownloadTime,
};

export const tooManyExports = new Problem(429, 'too_many_exports', {
  detail: `The limit is ${maxExportsOfUser} exports in progress for each user, and ${maxExports} for each process of the service.`,
  headers: { 'Retry-After': '5' },
  remedy: 'Wait for the other export, and repeat this request.',
});

/** The temporary files of the exports in progress. */
@Injectable()
export class ExportFiles {
  private readonly inProgress = new Set<{ userId: string }>();

  /**
   * Returns the content of a new file. The file counts as in progress until the stream is closed.
   *
   * @throws Problem 429; the error of the source if it fails at once
   */
  async write(userId: string, source: AsyncIterable<Buffer>): Promise<Readable> {
    const ofUser = [...this.inProgress].filter((each) => each.userId === userId);
    if (ofUser.length >= maxExportsOfUser || this.inProgress.size >= maxExports) throw tooManyExports;
    const file = { userId };
    this.inProgress.add(file);
    try {
      const content = await FileBuffer.start(source, exportLimits);
      return content.once('close', () => this.inProgress.delete(file));
    } catch (error) {
      this.inProgress.delete(file);
      throw error;
    }
  }
}
