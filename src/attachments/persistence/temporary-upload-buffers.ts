import type { FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { openTemporaryFile } from '../../platform/temporary-files/index.js';
import { type UploadBuffer, UploadBuffers } from '../application/upload-buffers.js';
import { StorageUnavailable } from '../domain/attachment.errors.js';

/** Errors of a file system without space, for all users or for this one. */
const noSpace = new Set(['ENOSPC', 'EDQUOT', 'EFBIG', 'EMFILE', 'ENFILE']);

/** Buffers uploads in temporary files without a name. */
@Injectable()
export class TemporaryUploadBuffers extends UploadBuffers {
  override async use<T>(work: (buffer: UploadBuffer) => Promise<T>): Promise<T> {
    const file = await openTemporaryFile('upload').catch(throwUnavailable);
    try {
      return await work(bufferIn(file));
    } finally {
      await file.close();
    }
  }
}

/** Returns a buffer in an open file. */
export function bufferIn(file: FileHandle): UploadBuffer {
  return {
    append: (bytes) => file.appendFile(bytes).catch(throwUnavailable),
    read: () => file.createReadStream({ start: 0, autoClose: false }),
  };
}

/** @throws StorageUnavailable, or the error if it has another cause than missing space */
function throwUnavailable(error: NodeJS.ErrnoException): never {
  throw noSpace.has(error.code ?? '') ? new StorageUnavailable() : error;
}
