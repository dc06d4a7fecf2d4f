import { matching, type Rules } from './rules.js';

/**
 * What neither part of an e-mail address contains, apart from dots: white space, control characters, characters that have a
 * meaning around addresses (RFC 5322 §3.2.3), with which one mailbox could be written in any number of ways, and what
 * IDNA reads as a dot.
 */
const outsideOfAddresses = String.raw`\s\x00-\x1f\x7f@<>()\[\]\\,;:"\u3002\uff0e\uff61`;

const address = new RegExp(
  `^[^${outsideOfAddresses}]+@[^.${outsideOfAddresses}]+(?:\\.[^.${outsideOfAddresses}]+)*$`,
  'u',
);

/** Accepts an e-mail address without quotes and comments, and `''` if `mayBeEmpty` is set. */
export function emailAddress({ mayBeEmpty = false } = {}): Rules {
  return matching(address, {
    code: 'invalid_email',
    detail: mayBeEmpty ? 'must be an e-mail address, or empty.' : 'must be an e-mail address.',
    max: 200,
    mayBeEmpty,
  });
}
