import { exportedChangelog, peopleOfChangelog } from '../../changelog/index.js';
import { exportedLinks } from '../../changelog-feedback/index.js';
import { exportedFeedback, peopleOfFeedback } from '../../feedback/index.js';
import { exportedPeople } from '../../identity/index.js';
import { exportedProject, peopleOfProject } from '../../project/index.js';
import type { TableKind } from '../application/project-snapshots.js';
import type { PortableKind } from '../domain/portable-records.js';

/** SQL for the rows of one kind in project `$1`. */
export interface ExportedRows {
  /** Columns of the record, named and in the order of its fields. */
  readonly record: string;
  /** What follows the columns, up to the order. */
  readonly from: string;
  /** A total order. */
  readonly order: string;
}

/** {@link ExportedRows} that also form a table. */
export interface ExportedTable extends ExportedRows {
  /** Columns of the table, named. */
  readonly row: string;
}

/** The rows of all modules by their kind. */
export const exportedRows: Readonly<Record<PortableKind, ExportedRows> & Record<TableKind, ExportedTable>> = {
  ...exportedProject,
  ...exportedPeople(`${peopleOfProject} union ${peopleOfFeedback} union ${peopleOfChangelog}`),
  ...exportedFeedback,
  ...exportedChangelog,
  ...exportedLinks,
};

/**
 * The number of rows that are read at once, by the maximum size of a row: at most about 20 MB. A changelog entry can have
 * 400,000 characters of text and picture, feedback and comments have 20,000, and a project 600,000.
 */
export const rowsPerFetch: Readonly<Record<PortableKind, number>> = {
  project: 1,
  former_slug: 1_000,
  public_changelog: 1,
  person: 1_000,
  member: 1_000,
  tag: 1_000,
  feedback: 200,
  vote: 1_000,
  comment: 400,
  changelog: 10,
  link: 1_000,
};
