import type { ImportFile } from './import-formats.js';

/** The uploaded files of imports. */
export abstract class ImportFiles {
  /** Calls the work with a local copy of the file, which is removed afterwards. */
  abstract withCopy<T>(
    importId: string,
    signal: AbortSignal,
    work: (file: ImportFile) => Promise<T>,
  ): Promise<T>;
}
