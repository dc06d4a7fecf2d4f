import { DomainError } from '../../shared/domain-error.js';

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
