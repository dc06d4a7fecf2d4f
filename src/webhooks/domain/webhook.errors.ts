import { DomainError } from '../../shared/domain-error.js';

export class WebhookNotFound extends DomainError {
  constructor() {
    super('not_found', 'webhook_not_found', 'The webhook does not exist in this project.');
  }
}

export class TooManyWebhooks extends DomainError {
  constructor(most: number) {
    super(
      'conflict',
      'too_many_webhooks',
      `The project has too many webhooks. A project can have at most ${most}.`,
    );
  }
}

export class DeliveryNotFound extends DomainError {
  constructor() {
    super('not_found', 'delivery_not_found', 'The delivery does not exist for this webhook.');
  }
}

export class WebhookDisabled extends DomainError {
  constructor() {
    super(
      'conflict',
      'webhook_disabled',
      'The webhook is disabled. Enable it before you redeliver an event.',
    );
  }
}
