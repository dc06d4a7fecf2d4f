import { Slugifier } from '../../../src/shared/slug.js';

/** Handles Latin letters with accents, and no other alphabet. */
export class FakeSlugifier extends Slugifier {
  override slugify(text: string): string {
    return text
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  }
}
