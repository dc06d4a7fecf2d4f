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
  /** The tool that the records are from: see `sourceOf`. */
  readonly source: string;
  /** Whether the file has everything that its source has. */
  readonly isComplete: boolean;
  readonly options: ImportOptions;
  readonly state: ImportState;
  /** The number of items of the file that have been applied. */
  readonly position: number;
  /** How often it was interrupted by an unexpected error since `position` changed. */
  readonly failures: number;
}

/** A line of the report of an import. */
export interface ImportNote {
  /** The line of the file; 0 for the whole file. */
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

/** The maximum number of lines that the report of an import has. */
export const maxNotes = 10_000;

/** The maximum number of characters of a detail. */
export const maxDetailLength = 500;
