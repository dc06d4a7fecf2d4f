import { documented, id, type PathParameter } from '../../platform/http/index.js';
import {
  DeliveryNotFound,
  TooManyWebhooks,
  WebhookDisabled,
  WebhookNotFound,
} from '../domain/webhook.errors.js';
import { maxWebhooks } from '../domain/webhook.js';
import { DeliveryResponse, WebhookResponse } from './webhook.responses.js';

/** `{webhookId}`. */
export const webhookParameter: PathParameter = {
  schema: { ...id('Id of the webhook.'), example: WebhookResponse.example.id },
  problems: [
    documented(
      new WebhookNotFound(),
      'The id is wrong, or the webhook was deleted, or it is of another project.',
    ),
  ],
};

/** `{deliveryId}`. */
export const deliveryParameter: PathParameter = {
  schema: { ...id('Id of the delivery.'), example: DeliveryResponse.example.id },
  problems: [
    documented(
      new DeliveryNotFound(),
      'The id is wrong, or the delivery is kept no more: they are for 30 days.',
    ),
  ],
};

export const tooManyWebhooks = documented(
  new TooManyWebhooks(maxWebhooks),
  'Delete webhooks that are not needed any more.',
);

export const webhookDisabled = documented(
  new WebhookDisabled(),
  'Look at `disabled_reason`, mend what it says, and set `enabled` to `true`.',
);

/** Codes of field errors, and their meanings. */
export const webhookFieldErrors: Readonly<Record<string, string>> = {
  private_target: 'is a URL of a private address, which the service does not post to',
};
