import type { FileHandle } from 'node:fs/promises';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { openTemporaryFile } from '../../platform/temporary-files/index.js';
import { ImportFiles } from '../application/import-files.js';
import type { ImportItem } from '../application/import-items.js';
import { readPortableFile } from './portable-file.js';

/** Copies files out of the database into temporary files, which are read several times. */
@Injectable()
export class SqlImportFiles extends ImportFiles {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async read(
    importId: string,
    signal: AbortSignal,
    work: (items: AsyncIterable<ImportItem>) => Promise<void>,
  ): Promise<void> {
    const file = await openTemporaryFile('import');
    try {
      const size = await this.copy(importId, file, signal);
      await work(readPortableFile({ fd: file.fd, size }, signal));
    } finally {
      await file.close();
    }
  }

  private async copy(importId: string, file: FileHandle, signal: AbortSignal): Promise<number> {
    for (let number = 0, size = 0; ; number++) {
      signal.throwIfAborted();
      const chunk = await this.sql.row<{ bytes: Buffer }>(
        'select bytes from import_chunks where import_id = $1 and number = $2',
        [importId, number],
      );
      if (!chunk) return size;
      await file.appendFile(chunk.bytes);
      size += chunk.bytes.length;
    }
  }
}
