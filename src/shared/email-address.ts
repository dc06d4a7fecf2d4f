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

/**
 * The domain of the placeholders that users without an e-mail address have. No mail can be sent there: `invalid` is reserved
 * (RFC 2606 §2).
 */
export const placeholderDomain = 'users.invalid';

const isPlaceholder = new RegExp(`@${placeholderDomain.replace('.', String.raw`\.`)}$`, 'i');

/**
 * Accepts an e-mail address without quotes and comments, and `''` if `mayBeEmpty` is set. The placeholder of a user is accepted
 * only where it can do no harm: somebody who chose one could become the user to whom the service gives it later.
 */
export function emailAddress({ mayBeEmpty = false, mayBePlaceholder = false } = {}): Rules {
  const rules = matching(address, {
    code: 'invalid_email',
    detail: mayBeEmpty ? 'must be an e-mail address, or empty.' : 'must be an e-mail address.',
    max: 200,
    mayBeEmpty,
  });
  if (mayBePlaceholder) return rules;
  const isOwn = {
    code: 'reserved_email_domain',
    detail: `must not end in @${placeholderDomain}, which is reserved for users without an e-mail address.`,
    isSatisfiedBy: (value: unknown) => typeof value !== 'string' || !isPlaceholder.test(value),
  };
  return [...rules, isOwn];
}
