import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { ImportFiles } from '../application/import-files.js';
import type { ImportFile } from '../application/import-formats.js';

/** Copies files out of the database into a temporary folder. */
@Injectable()
export class SqlImportFiles extends ImportFiles {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async withCopy<T>(
    importId: string,
    signal: AbortSignal,
    work: (file: ImportFile) => Promise<T>,
  ): Promise<T> {
    const folder = await mkdtemp(join(tmpdir(), 'import-'));
    try {
      const path = join(folder, 'file');
      const size = await this.copy(importId, path, signal);
      return await work({ path, size });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  private async copy(importId: string, path: string, signal: AbortSignal): Promise<number> {
    const file = await open(path, 'wx', 0o600);
    let size = 0;
    try {
      for (let number = 0; ; number++) {
        signal.throwIfAborted();
        const chunk = await this.sql.row<{ bytes: Buffer }>(
          'select bytes from import_chunks where import_id = $1 and number = $2',
          [importId, number],
        );
        if (!chunk) return size;
        await file.write(chunk.bytes);
        size += chunk.bytes.length;
      }
    } finally {
      await file.close();
    }
  }
}
