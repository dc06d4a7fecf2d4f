import { DomainError } from '../../shared/domain-error.js';

/**
 * After this time a request that changes or deletes many records ends, in milliseconds. Proxies and clients that wait for a
 * response often give up after 30 s.
 */
export const maxChangeDuration = 20_000;

/** There are more records than one request can change or delete, before what they refer to or belong to is deleted. */
export class ChangesUnfinished extends DomainError {
  override readonly remedy =
    'The deletion of a status, board, field or large project has not ended. What has been changed or deleted stays so. Wait as many seconds as `Retry-After` says, and repeat the request, which continues where it ended, until it succeeds, or returns 404 because an attempt without a response has succeeded.';

  constructor() {
    super(
      'unavailable',
      'changes_unfinished',
      'There are more records to change or delete than one request can.',
    );
  }
}
