/** The reason why a record could not be imported. */
export interface ImportFailure {
  readonly code: string;
  readonly detail: string;
}

/** The outcome of importing a record, or the reason why it failed. */
export type ImportOutcome = 'created' | 'updated' | 'skipped' | ImportFailure;

/** How records are imported. */
export interface ImportMode {
  /** The system that the records are from. Together with its id, it identifies an imported record in a project. */
  readonly source: string;
  /** Whether to compute the outcomes without storing anything. */
  readonly dryRun: boolean;
  /** Whether to record the same events as if the records had been created and updated here. */
  readonly notify: boolean;
}

/** The source of files of this service. Their records keep their ids where these are free. */
export const ownSource = 'fcs';
