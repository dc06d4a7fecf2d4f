import { previousOf } from '../../../shared/events.js';
import type { ImportMode, ImportOutcome } from '../../../shared/imports.js';

/**
 * Imports a record, such as a status, and returns the outcome.
 *
 * @param before the record as it is stored, if there is one
 * @param actions `change` returns the record as it shall be, `check` throws an error if it cannot be stored, `save` stores it, and
 * `notify` stores it with its event
 */
export async function importOutcome<T extends object>(
  mode: ImportMode,
  before: T | null,
  {
    change,
    check,
    save,
    notify,
  }: {
    change: () => T;
    check?: (after: T) => Promise<void>;
    save: (after: T) => Promise<unknown>;
    notify: () => Promise<unknown>;
  },
): Promise<ImportOutcome> {
  const after = change();
  if (before && !previousOf(before, after)) return 'skipped';
  await check?.(after);
  if (!mode.dryRun) await (mode.notify ? notify() : save(after));
  return before ? 'updated' : 'created';
}
