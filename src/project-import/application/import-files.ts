import type { ImportItem } from './import-items.js';

/** The uploaded files of imports. */
export abstract class ImportFiles {
  /**
   * Calls the work with the records of a file, in its order, which is the same each time. Uses memory that does not depend on
   * the size of the file. Values are not checked: the aggregates check their own rules. Ends early, with an error, when the
   * signal aborts.
   *
   * @throws DomainError when the file as a whole cannot be read
   */
  abstract read(
    importId: string,
    signal: AbortSignal,
    work: (items: AsyncIterable<ImportItem>) => Promise<void>,
  ): Promise<void>;
}
