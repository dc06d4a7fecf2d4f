import type { ImportCounts, ImportNote, ImportOptions, ProjectImport } from './project-import.js';

/** A merge of the file, which is applied after all records. */
export interface PendingMerge {
  readonly line: number;
  readonly externalId: string;
  readonly into: string;
  /** Whether the merged record itself was unchanged. */
  readonly wasSkipped: boolean;
}

/** Stored feedback of a complete file, or one of its voters. */
export interface SeenVoter {
  readonly feedbackId: string;
  /** Null for the feedback itself. */
  readonly userId: string | null;
  readonly line: number;
}

/** Stored feedback of a complete file, with the line where it is, and the users who voted for it. */
export interface SeenFeedback {
  readonly feedbackId: string;
  readonly line: number;
  readonly userIds: readonly string[];
}

/** What applying a part of a file has changed. */
export interface ImportStep {
  /** The position before. */
  readonly from: number;
  readonly to: number;
  readonly counts: ImportCounts;
  readonly notes: readonly ImportNote[];
  readonly merges: readonly PendingMerge[];
  readonly voters: readonly SeenVoter[];
}

/** The stored imports, with their files, progress and reports. */
export abstract class ProjectImportRepository {
  /**
   * Stores a new import, whose file will follow. Removes the oldest imports that have ended, if there are many.
   *
   * @throws TooManyImports; ProjectNotFound when the project does not exist
   */
  abstract add(
    created: Pick<ProjectImport, 'id' | 'projectId' | 'userId' | 'source' | 'isComplete'> & {
      readonly options: ImportOptions;
      readonly createdAt: Date;
    },
  ): Promise<void>;

  /** Appends a part of the file. @throws ImportNotFound when the import has been removed */
  abstract append(id: string, number: number, bytes: Uint8Array, now: Date): Promise<void>;

  /** Marks the file as complete. The import is queued. */
  abstract enqueue(id: string): Promise<void>;

  /** Removes an import with its file and report. Returns whether it existed in the project. */
  abstract remove(projectId: string, id: string): Promise<boolean>;

  /** Removes imports whose upload was interrupted: those without a new part since a time. */
  abstract removeInterrupted(before: Date): Promise<void>;

  /** Returns an import that has not ended; null if there is none. */
  abstract load(id: string): Promise<ProjectImport | null>;

  /** Marks an import as running. */
  abstract start(id: string): Promise<void>;

  /** Prepares the current unit of work for statements on tables that grow quickly. */
  abstract avoidSequentialScans(): Promise<void>;

  /**
   * Stores progress. Returns false, and stores nothing, when the import has been removed or another process has continued it in
   * the meantime. The import is locked until the unit of work ends.
   */
  abstract advance(id: string, step: ImportStep): Promise<boolean>;

  /** Returns and removes the next merges, in the order of the file. */
  abstract takeMerges(id: string, limit: number): Promise<PendingMerge[]>;

  /** Returns and removes the next feedback of the steps with its voters, except for feedback that the import has created. */
  abstract takeVoters(id: string, limit: number): Promise<SeenFeedback[]>;

  /** Adds to the numbers of updated and skipped records. */
  abstract correct(id: string, counts: Pick<ImportCounts, 'updated' | 'skipped'>): Promise<void>;

  /** Adds lines to the report, up to its limit. */
  abstract note(id: string, notes: readonly ImportNote[]): Promise<void>;

  /** Ends an import and deletes its file. Returns false when it had ended or been removed. */
  abstract finish(id: string, state: 'completed' | 'failed', now: Date): Promise<boolean>;

  /** Counts an interruption by an unexpected error, and returns their number since the last progress. */
  abstract countFailure(id: string): Promise<number>;

  /** Stores what a dry run would have created, as values by keys. Returns those of the keys that are new; others stay unchanged. */
  abstract plan(id: string, values: ReadonlyMap<string, string>): Promise<ReadonlySet<string>>;

  /** Returns what a dry run would have created, as values by keys. */
  abstract planned(id: string, keys: readonly string[]): Promise<ReadonlyMap<string, string>>;

  /** Removes the details of reports of projects that the user was imported into. */
  abstract eraseDetails(userId: string): Promise<void>;
}

/** Which users the people of imports are. */
export abstract class ImportedPeopleRepository {
  /** Returns the ids of users by the ids of people in a source. */
  abstract find(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Stores which users people are. */
  abstract add(
    projectId: string,
    source: string,
    people: readonly { readonly externalId: string; readonly userId: string }[],
  ): Promise<void>;
}
