import { randomBytes } from 'node:crypto';

/** The id that was sent with a request where it can do no harm in a header or in the log, else a new one. */
export function requestId(sent?: string | string[]): string {
  return typeof sent === 'string' && /^[A-Za-z0-9._-]{1,200}$/.test(sent)
    ? sent
    : randomBytes(12).toString('hex');
}
