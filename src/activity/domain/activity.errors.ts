import { DomainError, InvalidInput } from '../../shared/domain-error.js';

/** The feed cannot go on from an event that it never had. */
export class UnknownEvent extends InvalidInput {
  constructor() {
    super([{ parameter: 'after', code: 'unknown_event', detail: 'The project has no event with this id.' }]);
  }
}

/** The feed cannot go on from an event that is kept no more: some after it may be gone too. */
export class EventsGone extends DomainError {
  constructor(days: number) {
    super(
      'gone',
      'events_gone',
      `Events are kept for ${days} days, and this one is older: read the records anew, and the feed from its start.`,
    );
  }
}

export class WebhookNotFound extends DomainError {
  constructor() {
    super('not_found', 'webhook_not_found', 'The project has no such webhook.');
  }
}

export class TooManyWebhooks extends DomainError {
  constructor(most: number) {
    super('conflict', 'too_many_webhooks', `A project can have ${most} webhooks at most.`);
  }
}

export class DeliveryNotFound extends DomainError {
  constructor() {
    super('not_found', 'delivery_not_found', 'The webhook has no such delivery.');
  }
}

export class WebhookDisabled extends DomainError {
  constructor() {
    super(
      'conflict',
      'webhook_disabled',
      'The webhook is disabled, so nothing is sent to it: enable it first.',
    );
  }
}
