import { previousOf } from '../../../shared/events.js';
import type { ImportMode, ImportResult } from '../../../shared/imports.js';
import { type Known, unchanged } from './record-importer.js';

/**
 * Imports a record, such as a status, and returns the result.
 *
 * @param given the record of the file
 * @param before the record as it is stored, if there is one
 * @param actions `change` returns the record as it shall be, `check` throws an error if it cannot be stored, `save` stores it, and
 * `notify` stores it with its event
 * @param part returns what the source decides of a stored record
 */
export async function importOutcome<T extends object>(
  mode: ImportMode,
  known: Known,
  given: object,
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
    notify: (after: T) => Promise<unknown>;
  },
  part: (stored: T) => object = (stored) => stored,
): Promise<ImportResult> {
  const kept = unchanged(known, given, before && part(before));
  if (kept) return kept;
  const after = change();
  if (before && !previousOf(before, after)) return { outcome: 'skipped', given, stored: part(before) };
  await check?.(after);
  await (mode.notify ? notify(after) : save(after));
  return { outcome: before ? 'updated' : 'created', given, stored: part(after) };
}
