import type { ChangelogRecord } from '../application/changelog.queries.js';

/** The answer to an update names the author by id alone. */
export function withoutAuthor({ author: _, ...record }: ChangelogRecord): Omit<ChangelogRecord, 'author'> {
  return record;
}
