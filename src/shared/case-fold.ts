import { normalize } from './normalize.js';

/**
 * Returns the form of a name that case-insensitive comparison uses. It is the same for `Straße` and `STRASSE`, and does
 * not depend on the locale of the database. Searches ignore more than case: see `foldText` of the platform.
 */
export function caseFold(value: string): string {
  // Lower case first: the capital ẞ has no upper case, whereas the upper case of ß is SS. The result may be decomposed.
  return normalize(normalize(value, 'NFD').toLowerCase().toUpperCase().toLowerCase(), 'NFC');
}
