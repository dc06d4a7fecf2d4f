import type { ImportManifest } from './import-chunk.js';

/** The states of an import that can be read. */
export const importStates = ['queued', 'running', 'completed', 'failed'] as const;

export type ImportState = (typeof importStates)[number];

/** How a file is imported. */
export interface ImportOptions {
  /** Whether to compute the result without storing it. */
  readonly dryRun: boolean;
  /** Whether to record events as if the records had been created here. */
  readonly notify: boolean;
  /** What happens to tags that the project does not have. */
  readonly unknownTags: 'create' | 'skip';
  /** The URL of the service, or its path on the host, for the URLs of files. */
  readonly serviceRoot: string;
}

/** The numbers of records. */
export interface ImportCounts {
  readonly read: number;
  readonly created: number;
  readonly updated: number;
  readonly skipped: number;
  readonly failed: number;
}

/** An import whose file has been uploaded. */
export interface ProjectImport {
  readonly id: string;
  readonly projectId: string;
  /** Id of the user who started it. */
  readonly userId: string;
  /** Whether only their token made them an owner, so that it is not known whether they still are one. */
  readonly isOwnerByToken: boolean;
  readonly manifest: ImportManifest;
  readonly options: ImportOptions;
}
