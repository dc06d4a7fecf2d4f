import type { ImportChunk, ImportManifest, NewChunk, StagedLine } from './import-chunk.js';
import type { ImportNote } from './import-note.js';
import type { ImportCounts, ImportOptions, ProjectImport } from './project-import.js';

/** A voter of feedback of a complete file, where the feedback had been stored before, or that feedback itself; with the line of its record. */
export interface SeenVoter extends Pick<ImportNote, 'line' | 'external_id' | 'title'> {
  readonly feedback: string;
  /** Null for the feedback itself. */
  readonly person: string | null;
}

/** Feedback of a complete file that was stored before, with the ids of all its voters there. */
export interface SeenFeedback extends Omit<SeenVoter, 'person'> {
  readonly people: readonly string[];
}

/** A record that has been applied, under a key that identifies it among the records of its kind. */
export interface AppliedRecord {
  readonly kind: string;
  readonly key: string;
  /** In a dry run, what it takes to import the record again; otherwise `''`. */
  readonly value: string;
}

/** What applying lines has changed. */
export interface ImportProgress {
  readonly counts: ImportCounts;
  readonly notes: readonly ImportNote[];
  readonly merges: readonly StagedLine[];
  readonly voters: readonly SeenVoter[];
  readonly applied: readonly AppliedRecord[];
}

/** The stored imports, with their staged lines, progress and reports. */
export abstract class ProjectImportRepository {
  /**
   * Stores a new import, whose file will follow. Removes the oldest imports that have ended, if there are many.
   *
   * @param limits whether there is a limit for all projects of the user
   * @throws TooManyImports; ProjectNotFound when the project does not exist
   */
  abstract add(
    created: Pick<ProjectImport, 'id' | 'projectId' | 'userId'> & {
      readonly options: ImportOptions;
      readonly createdAt: Date;
    },
    limits: { readonly ofUser: boolean },
  ): Promise<void>;

  /** Stages a chunk of the file. @throws ImportNotFound when the import has been removed */
  abstract append(id: string, number: number, chunk: NewChunk): Promise<void>;

  /** Stores what the file says about itself once all of it is staged. The import is queued. */
  abstract enqueue(
    id: string,
    manifest: ImportManifest,
    user: Pick<ProjectImport, 'isOwnerByToken'>,
  ): Promise<void>;

  /** Removes an import of the project with its file and report. */
  abstract remove(projectId: string, id: string): Promise<void>;

  /** Removes imports whose upload began before a time and has not ended. */
  abstract removeInterrupted(before: Date): Promise<void>;

  /** Marks an import as running, and returns it; null if there is none that has not ended. */
  abstract start(id: string): Promise<ProjectImport | null>;

  /**
   * Locks an import and its project until the unit of work ends. Prepares the unit of work for statements on tables that grow
   * quickly. Returns false when the import or its project has been deleted, or another process has applied the next lines.
   */
  abstract lock(id: string, next?: { readonly chunk: ImportChunk; readonly from: number }): Promise<boolean>;

  /**
   * Computes the planner's statistics of all tables again. Without them, statements read more and more of the tables that an import
   * fills. A server would compute them some time later by itself.
   */
  abstract analyze(): Promise<void>;

  /** Returns the next chunk in the order of the steps; null if all have been applied. */
  abstract next(id: string): Promise<ImportChunk | null>;

  /** Returns the content that is staged behind the chunk of an attachment. */
  abstract content(id: string, number: number): AsyncIterable<Uint8Array>;

  /** Stores that the lines of a chunk up to a position have been applied. The import is locked. */
  abstract advance(id: string, chunk: ImportChunk, to: number, progress: ImportProgress): Promise<void>;

  /** Returns and removes the next feedback of complete files with its voters; nothing if there is no more. */
  abstract takeVoters(id: string): Promise<SeenFeedback[]>;

  /** Adds lines to the report, up to its limit. */
  abstract note(id: string, notes: readonly ImportNote[]): Promise<void>;

  /** Ends an import and deletes its lines. Returns false when it had ended or been removed. */
  abstract finish(id: string, state: 'completed' | 'failed', now: Date): Promise<boolean>;

  /** Counts an interruption by an unexpected error. Returns their number since the last progress; 0 if the import was deleted. */
  abstract countFailure(id: string): Promise<number>;

  /**
   * Whether the database could not be used, so that a later attempt may succeed. False for a statement timeout: fewer lines may
   * take less time.
   */
  abstract isUnavailable(error: unknown): boolean;

  /** Returns the given keys of records that have been applied, with what `advance` stored about them. */
  abstract findApplied(
    id: string,
    kind: string,
    keys: readonly string[],
  ): Promise<ReadonlyMap<string, string>>;

  /** Removes what reports of projects that the user was imported into say about records: ids, titles and details. */
  abstract eraseReports(userId: string): Promise<void>;
}
