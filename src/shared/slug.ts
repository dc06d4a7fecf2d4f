import { matching, type Rules } from './rules.js';

/** The form of slugs, without their length. */
export const slugPattern = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;

/** The rules of the slug of a project or a board: 1 to 63 lowercase ASCII letters and digits, with single hyphens inside. */
export const slugRules: Rules = matching(slugPattern, {
  code: 'invalid_slug',
  detail: 'must be 1 to 63 lowercase letters and digits, with single hyphens inside.',
  max: 63,
});

/** Returns whether a text can be a slug. Others are not looked up, because PostgreSQL rejects text with U+0000. */
export function canBeSlug(text: string): boolean {
  return /^[a-z0-9-]{1,63}$/.test(text);
}

/** Turns titles into slugs. */
export abstract class Slugifier {
  /**
   * Returns lowercase ASCII letters and digits with single hyphens inside, transliterated if possible; `''` if no
   * character of the text can be represented.
   */
  abstract slugify(text: string): string;
}
