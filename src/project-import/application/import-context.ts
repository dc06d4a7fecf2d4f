import type { ProjectGrant } from '../../project/index.js';
import type { ImportMode } from '../../shared/imports.js';
import type { ProjectImport } from '../domain/project-import.js';

/** The import that runs, with the permissions and the mode in which records are imported. */
export interface ImportContext {
  readonly import: ProjectImport;
  readonly grant: ProjectGrant;
  readonly mode: ImportMode;
  /** Called for unexpected errors that do not interrupt the import. */
  readonly reportError: (error: Error) => void;
}
