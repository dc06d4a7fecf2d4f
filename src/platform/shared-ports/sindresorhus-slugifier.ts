import { Injectable } from '@nestjs/common';
import slugify from '@sindresorhus/slugify';
import { Slugifier } from '../../shared/slug.js';

/** Transliterates Latin, Cyrillic, Greek, Arabic and other alphabets with `@sindresorhus/slugify`. */
@Injectable()
export class SindresorhusSlugifier extends Slugifier {
  override slugify(text: string): string {
    return slugify(text, { decamelize: false })
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  }
}
