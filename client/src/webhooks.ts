import { Webhook } from 'standardwebhooks';
import { member, WebhookVerificationError } from './errors.js';
import type { Event } from './generated/operations.js';

/** The headers of a request, as fetch has them or as Node has. */
export type IncomingHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/**
 * The event that was posted to a webhook, once it is sure that it comes from the service. The types of events grow: an
 * unknown one is to be answered with 2xx, and left alone. A repetition has the same `id`.
 *
 * @param body as it came, byte by byte: parsed and written anew it has another signature
 * @param secret of the webhook, `whsec_…`
 * @throws WebhookVerificationError where the signature does not fit, or the time is more than five minutes off
 */
export function verifyWebhook(body: string | Uint8Array, headers: IncomingHeaders, secret: string): Event {
  let webhook: Webhook;
  try {
    webhook = new Webhook(secret);
  } catch (cause) {
    // What the library says could have the secret in it.
    throw new WebhookVerificationError('The secret of the webhook must be whsec_ and Base64.', { cause });
  }
  let event: unknown;
  try {
    const text = typeof body === 'string' ? body : new TextDecoder('utf-8', { fatal: true }).decode(body);
    event = webhook.verify(text, signatureOf(headers));
  } catch (cause) {
    const reason = String(member(cause, 'message') ?? cause);
    throw new WebhookVerificationError(`The webhook cannot be verified: ${reason}.`, { cause });
  }
  if (typeof event !== 'object' || event === null || !('type' in event)) {
    throw new WebhookVerificationError('What was posted is no event.');
  }
  // The document says what each type has, and the service has signed it.
  return event as Event;
}

function signatureOf(headers: IncomingHeaders): Record<string, string> {
  const entries: [string, unknown][] = isIterable(headers) ? [...headers] : Object.entries(headers);
  return Object.fromEntries(
    entries
      .map(([name, value]): [string, unknown] => [name.toLowerCase(), value])
      .filter(
        (each): each is [string, string] => each[0].startsWith('webhook-') && typeof each[1] === 'string',
      ),
  );
}

/** Those of fetch, whoever has made them. */
function isIterable(headers: IncomingHeaders): headers is Headers {
  return Symbol.iterator in headers;
}
