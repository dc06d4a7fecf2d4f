import { createHmac, hash } from 'node:crypto';
import type { MailLink } from './mail-link.repository.js';

/**
 * Returns the token of a link: 192 bits, in base64url. It is derived, so that a repeated mail contains the same one, and
 * that a recipient has one for all mails about the same.
 *
 * @param request distinguishes links that differ in nothing else
 */
export function linkToken(
  key: string,
  { action, projectId, recipientId, feedbackId }: MailLink,
  request = '',
): string {
  const parts = [action, projectId, recipientId, feedbackId ?? '', request];
  return createHmac('sha256', key).update(parts.join(' ')).digest().subarray(0, 24).toString('base64url');
}

/** Returns the digest that is stored of a token: its SHA-256, 32 bytes. */
export function linkDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
