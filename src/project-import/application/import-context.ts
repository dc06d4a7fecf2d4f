import type { ProjectGrant } from '../../project/index.js';
import type { ImportMode } from '../../shared/records.js';
import type { ProjectImport } from '../domain/project-import.js';

/** What importers need to know of an import. */
export interface ImportContext {
  readonly import: ProjectImport;
  readonly grant: ProjectGrant;
  readonly mode: ImportMode;
  /** Is called for unexpected errors that do not interrupt the import. */
  readonly reportError: (error: Error) => void;
}
