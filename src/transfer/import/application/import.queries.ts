import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import type { ImportNote } from '../domain/import-note.js';
import type { ImportCounts, ImportState } from '../domain/project-import.js';

export interface ImportRecord {
  id: string;
  source: string;
  state: ImportState;
  dry_run: boolean;
  progress: ImportCounts;
  created_at: string;
  finished_at: string | null;
}

export type ImportNoteRecord = ImportNote;

/** Reads imports as records that are ready to be sent. Imports are listed once their file has been uploaded. */
export abstract class ImportQueries {
  /** Returns a page of the imports of a project, newest first. */
  abstract list(projectId: string, page: PageRequest): Promise<Page<ImportRecord>>;

  /** Returns null when the import does not exist in the project, or the id is not a UUID. */
  abstract find(projectId: string, id: string): Promise<Versioned<ImportRecord> | null>;

  /** Returns a page of the report of an import, in the order of the file. */
  abstract report(importId: string, page: PageRequest): Promise<Page<ImportNoteRecord>>;

  /** Returns a page of the imports that a user has started in all projects, in the order of ids. */
  abstract byUser(userId: string, page: PageRequest): Promise<Page<ImportRecord & { project_id: string }>>;
}
