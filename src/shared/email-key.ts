import { normalize } from './normalize.js';

/**
 * Returns the form of an e-mail address that is unique among users and subscribers. It ignores case, but does not equate
 * letters that belong to different addresses, as the comparison of names does: a user who has verified an address with `ı`,
 * `ſ` or `ß` must not become the user whose address has `i`, `s` or `ss` instead.
 */
export function emailKeyOf(email: string): string {
  return [...normalize(email, 'NFC')]
    .map((letter) => {
      const lower = letter.toLowerCase();
      const isOtherLetter = !isAscii(letter) && [...lower].some(isAscii);
      return isOtherLetter ? letter : lower;
    })
    .join('');
}

function isAscii(letter: string): boolean {
  return letter <= '\x7f';
}
