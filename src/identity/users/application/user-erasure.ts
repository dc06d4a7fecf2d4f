import { Injectable } from '@nestjs/common';

/** What happens to the feedback, comments and votes of a user. */
export const contentsOfUser = ['keep', 'delete'] as const;

export type ContentOfUser = (typeof contentsOfUser)[number];

/** A user who was anonymized. */
export interface Erasure {
  readonly userId: string;
  /** Id of the user who requested it. */
  readonly actorId: string;
  readonly content: ContentOfUser;
}

/**
 * Removes what is stored about an anonymized user. Must be repeatable, because it may run several times. Should store its
 * progress in small transactions, and throw when the signal aborts, because the process is about to stop.
 */
export type Eraser = (erasure: Erasure, signal: AbortSignal) => Promise<void>;

/**
 * Removes copies of the personal data of anonymized users, such as those in events. It runs in a job, since there may be
 * many.
 */
@Injectable()
export class UserErasure {
  private readonly erasers: Eraser[] = [];

  /** Registers an eraser. Erasers run in the order of registration. */
  register(eraser: Eraser): void {
    this.erasers.push(eraser);
  }

  /** Runs all erasers. */
  async run(erasure: Erasure, signal: AbortSignal): Promise<void> {
    for (const erase of this.erasers) await erase(erasure, signal);
  }
}
