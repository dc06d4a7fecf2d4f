import { Policy, type ProjectAccess } from '../../../project/index.js';
import type { ChangelogRecord, EntryChanges } from '../domain/changelog.js';

/** What a use case is about to write, after the rights of its caller have been checked. */
export type ChangelogOperation = {
  /** The project, and the caller with their role. */
  readonly access: ProjectAccess;
} & (
  | { readonly useCase: 'createChangelog'; readonly change: EntryChanges }
  | {
      readonly useCase: 'updateChangelog';
      /** The entry before the change. */
      readonly record: ChangelogRecord;
      readonly change: EntryChanges;
    }
  | { readonly useCase: 'deleteChangelog'; readonly record: ChangelogRecord }
);

/** Decides whether changelog entries may be written. It is not called when a scheduled entry is published at its date. */
export abstract class ChangelogPolicy extends Policy<ChangelogOperation, void> {}

/** A policy that a host application provides in the option `ports`. */
export abstract class HostChangelogPolicy extends ChangelogPolicy {}
