import { matching, type Rules } from './rules.js';

/** Slug of a project: lower-case ASCII letters, digits, single hyphens inside, 1 to 63 characters. */
export const slugRules: Rules = matching(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, {
  code: 'invalid_slug',
  detail: 'must be 1 to 63 lowercase letters and digits, with single hyphens inside.',
  max: 63,
});

/** Turns titles into slugs. */
export abstract class Slugifier {
  /**
   * Lower-case ASCII letters, digits and single hyphens inside, transliterated where that is known; `''` where nothing
   * of the text can be written so.
   */
  abstract slugify(text: string): string;
}
