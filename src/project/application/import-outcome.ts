import { DomainError, InvalidInput } from '../../shared/domain-error.js';
import { previousOf } from '../../shared/events.js';
import type { ImportMode, ImportOutcome } from '../../shared/imports.js';

/**
 * Imports a record, such as a status, and returns the outcome. A violated rule is a failure of this record only.
 *
 * @param before the record as it is stored, if there is one
 * @param actions `change` returns the record as it shall be, `save` stores it, and `notify` stores it with its event
 */
export async function importOutcome<T extends object>(
  mode: ImportMode,
  before: T | null,
  {
    change,
    save,
    notify,
  }: { change: () => T; save: (after: T) => Promise<unknown>; notify: () => Promise<unknown> },
): Promise<ImportOutcome> {
  try {
    const after = change();
    if (before && !previousOf(before, after)) return 'skipped';
    if (!mode.dryRun) await (mode.notify ? notify() : save(after));
    return before ? 'updated' : 'created';
  } catch (error) {
    if (error instanceof InvalidInput) {
      const { code, detail } = error.fieldErrors[0]!;
      return { code, detail };
    }
    if (error instanceof DomainError) return { code: error.code, detail: error.message };
    throw error;
  }
}
