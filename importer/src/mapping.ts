import { readFile } from 'node:fs/promises';
import { UsageError } from '../../client/src/cli/arguments.js';
import { isObject } from './files/json-objects.js';
import { type CsvMapping, csvFields } from './sources/csv-fields.js';

/**
 * Reads a mapping: a JSON object with the names of columns by tables and fields, such as `{ "posts": { "title": "Summary" } }`.
 *
 * @throws UsageError
 */
export async function readMapping(path: string): Promise<CsvMapping> {
  let mapping: unknown;
  try {
    mapping = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`--mapping cannot be read: ${(error as Error).message}`);
  }
  const isValid =
    isObject(mapping) &&
    Object.entries(mapping).every(
      ([table, columns]) =>
        Object.hasOwn(csvFields, table) &&
        isObject(columns) &&
        Object.values(columns).every((column) => typeof column === 'string'),
    );
  if (!isValid)
    throw new UsageError(
      `--mapping must have names of columns by fields, in these tables: ${Object.keys(csvFields).join(', ')}.`,
    );
  return mapping as CsvMapping;
}
