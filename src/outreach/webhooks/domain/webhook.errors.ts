import { DomainError } from '../../../shared/domain-error.js';

export class WebhookNotFound extends DomainError {
  override readonly remedy =
    'Check the id. The webhook may have been deleted, or may belong to another project.';

  constructor() {
    super('not_found', 'webhook_not_found', 'The webhook does not exist in this project.');
  }
}

export class TooManyWebhooks extends DomainError {
  override readonly remedy = 'Delete webhooks that are no longer needed.';

  constructor(most: number) {
    super(
      'conflict',
      'too_many_webhooks',
      `The project has too many webhooks. A project can have at most ${most}.`,
    );
  }
}

export class DeliveryNotFound extends DomainError {
  override readonly remedy = 'Check the id. Deliveries are stored for 30 days.';

  constructor() {
    super('not_found', 'delivery_not_found', 'The delivery does not exist for this webhook.');
  }
}

export class WebhookDisabled extends DomainError {
  override readonly remedy = 'Fix the problem given in `disabled_reason`, then set `enabled` to `true`.';

  constructor() {
    super(
      'conflict',
      'webhook_disabled',
      'The webhook is disabled. Enable it before you redeliver an event.',
    );
  }
}
