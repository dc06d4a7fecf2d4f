import { id, type PathParameter } from '../../../platform/http/index.js';
import { DeliveryNotFound, WebhookNotFound } from '../domain/webhook.errors.js';
import { DeliveryResponse, WebhookResponse } from './webhook.responses.js';

/** `{webhookId}`. */
export const webhookParameter: PathParameter = {
  schema: { ...id('Id of the webhook.'), example: WebhookResponse.example.id },
  problems: [new WebhookNotFound()],
};

/** `{deliveryId}`. */
export const deliveryParameter: PathParameter = {
  schema: { ...id('Id of the delivery.'), example: DeliveryResponse.example.id },
  problems: [new DeliveryNotFound()],
};

/** The codes of field errors with their meanings. */
export const webhookFieldErrors: Readonly<Record<string, string>> = {
  out_of_range: 'is not a number in the allowed range',
  private_target: 'is a URL of a private address, which the service does not post to',
};
