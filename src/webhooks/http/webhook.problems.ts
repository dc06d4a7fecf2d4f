import { documented } from '../../platform/problems/index.js';
import { id, type PathParameter } from '../../platform/http/index.js';
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
      'Check the id. The webhook may have been deleted, or may belong to another project.',
    ),
  ],
};

/** `{deliveryId}`. */
export const deliveryParameter: PathParameter = {
  schema: { ...id('Id of the delivery.'), example: DeliveryResponse.example.id },
  problems: [documented(new DeliveryNotFound(), 'Check the id. Deliveries are stored for 30 days.')],
};

export const tooManyWebhooks = documented(
  new TooManyWebhooks(maxWebhooks),
  'Delete webhooks that are no longer needed.',
);

export const webhookDisabled = documented(
  new WebhookDisabled(),
  'Fix the problem given in `disabled_reason`, then set `enabled` to `true`.',
);

/** The codes of field errors with their meanings. */
export const webhookFieldErrors: Readonly<Record<string, string>> = {
  out_of_range: 'is not a number in the allowed range',
  private_target: 'is a URL of a private address, which the service does not post to',
};
