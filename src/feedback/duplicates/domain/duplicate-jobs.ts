/** Jobs that compare feedback, one at a time in all processes, with pauses in which requests and other projects have their turn. */
export abstract class DuplicateJobs {
  /** Sets what the jobs do. To be called before the application has started. */
  abstract handle(handlers: {
    /** Compares some of the marked feedback of a project, and returns whether there may be more. */
    readonly compare: (projectId: string, signal: AbortSignal) => Promise<boolean>;
    readonly markImported: (projectId: string, since: string) => Promise<void>;
  }): void;

  /** Adds a job in the current unit of work that compares marked feedback of a project, unless one is waiting. */
  abstract compare(projectId: string): Promise<void>;

  /** Adds a job in the current unit of work that marks the feedback of a project which an import has stored. */
  abstract markImported(projectId: string, since: string): Promise<void>;
}
