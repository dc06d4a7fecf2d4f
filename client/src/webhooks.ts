import { WebhookVerificationError } from './errors.js';
import type { ProjectEvent } from './generated/types.js';
import { WebhooksResource } from './generated/webhooks.js';

/** The headers of a request, from `fetch` or from Node. */
export type IncomingHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How to verify a webhook request. */
export interface VerifyOptions {
  /** How far its time may differ from the current time, in seconds. Default: 300. */
  readonly tolerance?: number | undefined;
}

/** The methods of `client.webhooks`. */
export class Webhooks extends WebhooksResource {
  /** Verifies a webhook request and returns its event, as `verifyWebhook` does. */
  verify(
    body: string | Uint8Array,
    headers: IncomingHeaders,
    secret: string | readonly string[],
    options?: VerifyOptions,
  ): Promise<ProjectEvent> {
    return verifyWebhook(body, headers, secret, options);
  }
}

/**
 * Verifies the signature and the time of a webhook request (Standard Webhooks 1.0), and returns its event. Respond with
 * 2xx to events of unknown types: later versions of the service can have others. A repeated delivery has the same `id`.
 *
 * @param body the bytes of the request: JSON that was parsed and serialized again has another signature
 * @param secret secret of the webhook (`whsec_…`), or several of them while it is being replaced
 * @throws WebhookVerificationError if no signature matches, or the request is too old
 */
export async function verifyWebhook(
  body: string | Uint8Array,
  headers: IncomingHeaders,
  secret: string | readonly string[],
  { tolerance = 300 }: VerifyOptions = {},
): Promise<ProjectEvent> {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    headerValue(headers, `webhook-${name}`),
  );
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('The webhook headers are missing.');
  // Not a number: no difference, and thus not at most the tolerance.
  const difference = Math.abs(Date.now() / 1_000 - Number(timestamp));
  if (!(difference <= tolerance)) {
    throw new WebhookVerificationError(`The time of the request differs by more than ${tolerance} seconds.`);
  }
  const text = typeof body === 'string' ? body : decode(body);
  const content = new TextEncoder().encode(`${id}.${timestamp}.${text}`);
  const candidates = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => fromBase64(signature.slice('v1,'.length)));
  for (const each of typeof secret === 'string' ? [secret] : secret) {
    const key = await importKey(each);
    for (const signature of candidates) {
      // Takes the same time wherever the signatures differ.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return parseEvent(text);
    }
  }
  throw new WebhookVerificationError('No signature matches.');
}

async function importKey(secret: string) {
  const bytes = fromBase64(secret.replace(/^whsec_/, ''));
  if (!bytes || bytes.length === 0) {
    throw new WebhookVerificationError('The secret must be whsec_ followed by Base64.');
  }
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

function decode(body: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body);
  } catch (cause) {
    throw new WebhookVerificationError('The body is not UTF-8.', { cause });
  }
}

function parseEvent(text: string): ProjectEvent {
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (cause) {
    throw new WebhookVerificationError('The body is not JSON.', { cause });
  }
  if (typeof event !== 'object' || event === null || !('type' in event)) {
    throw new WebhookVerificationError('The body is not an event.');
  }
  // The document describes events of each type, and the service has signed this one.
  return event as ProjectEvent;
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

/** Returns a header that occurs once. Names are case-insensitive. */
function headerValue(headers: IncomingHeaders, name: string): string | undefined {
  // `Headers` of any realm are iterable.
  const entries: Iterable<[string, unknown]> = Symbol.iterator in headers ? headers : Object.entries(headers);
  for (const [key, value] of entries) {
    if (key.toLowerCase() === name && typeof value === 'string') return value;
  }
  return undefined;
}
