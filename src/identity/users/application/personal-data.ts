import type { Page, PageRequest } from '../../../shared/records.js';

/** What happens to the feedback, comments and votes of a user. */
export const contentsOfUser = ['keep', 'delete'] as const;

export type ContentOfUser = (typeof contentsOfUser)[number];

/** A user who is anonymized. */
export interface Erasure {
  readonly userId: string;
  /** Id of the user who requested it. */
  readonly actorId: string;
  readonly content: ContentOfUser;
}

/** Which records about a user a reader may see. */
export interface UserExportFilter {
  /** Whether memberships and external ids of projects that blocked the user are included. */
  readonly withBlocks: boolean;
}

/** Returns a page of the records of one kind about a user. */
export type UserRecordReader = (
  userId: string,
  page: PageRequest,
  filter: UserExportFilter,
) => Promise<Page<object>>;

/**
 * What a module stores about users: how it is exported, and how it is removed when a user is anonymized. A provider that
 * extends this class is found automatically, in whatever module it is provided.
 */
export abstract class PersonalData {
  /** Position among the modules: their records are exported, and removed, in ascending order. */
  abstract readonly order: number;

  /** The kinds of records in the export of a user, such as `feedback`, in their order. */
  readonly exported: Readonly<Record<string, UserRecordReader>> = {};

  /**
   * Runs in the transaction that anonymizes a user, before anything is written. It can throw to prevent the operation.
   */
  async beforeAnonymize(_erasure: Erasure): Promise<void> {}

  /**
   * Removes what is stored about an anonymized user, in a job. Must be repeatable, because it runs several times. Should
   * store its progress in small transactions, and throw when the signal aborts, because the process is about to stop.
   */
  async erase(_erasure: Erasure, _signal: AbortSignal): Promise<void> {}
}

/** The personal data of all modules. */
export class PersonalDataOfModules {
  private sorted?: readonly PersonalData[];

  /** @param find returns the providers that extend `PersonalData`; called when all of them have been created */
  constructor(private readonly find: () => readonly PersonalData[]) {}

  /** Returns the personal data of all modules in their order. */
  all(): readonly PersonalData[] {
    return (this.sorted ??= [...this.find()].sort((one, other) => one.order - other.order));
  }
}
