/** The kinds of files that can be imported. */
export const importSources = [
  'fcs',
  'canny',
  'fider-csv',
  'fider-zip',
  'feedbase-csv',
  'uservoice-csv',
  'quackback-zip',
  'github',
  'csv',
] as const;

export type ImportSource = (typeof importSources)[number];

/** The states of an import that can be read. */
export const importStates = ['queued', 'running', 'completed', 'failed'] as const;

export type ImportState = (typeof importStates)[number];

/** How a file is imported. */
export interface ImportOptions {
  /** Whether to compute the result without storing it. */
  readonly dryRun: boolean;
  /** Whether to record events as if the records had been created here. */
  readonly notify: boolean;
  /** Keys of statuses by the names of statuses in the file. */
  readonly statusMap: Readonly<Record<string, string>>;
  /** The key of the status for unknown ones, `''` for the first open one, or `fail`. */
  readonly unknownStatus: string;
  /** What happens to tags that the project does not have. */
  readonly unknownTags: 'create' | 'skip';
  /** The URL of the service, or its path on the host, for the URLs of files. */
  readonly serviceRoot: string;
  /** The columns of a plain CSV file by field. */
  readonly columns: Readonly<Record<string, string>>;
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
  readonly source: ImportSource;
  readonly options: ImportOptions;
  readonly state: ImportState;
  /** The number of items of the file that have been applied. */
  readonly position: number;
  /** How often it was interrupted by an unexpected error since `position` changed. */
  readonly failures: number;
}

/** A line of the report of an import. */
export interface ImportNote {
  /** The line, row or index in the file; 0 for the whole file. */
  readonly line: number;
  readonly code: string;
  readonly detail: string;
}

/** The maximum number of lines that the report of an import has. */
export const maxNotes = 10_000;

/** The maximum number of characters of a detail. */
export const maxDetailLength = 500;
