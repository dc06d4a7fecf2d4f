import { Injectable } from '@nestjs/common';
import slugify from '@sindresorhus/slugify';
import { withoutExcessMarks } from '../../shared/normalize.js';
import { Slugifier } from '../../shared/slug.js';

/** Transliterates Latin, Cyrillic, Greek, Arabic and other alphabets with `@sindresorhus/slugify`. */
@Injectable()
export class SindresorhusSlugifier extends Slugifier {
  override slugify(text: string): string {
    return slugify(withoutExcessMarks(text), { decamelize: false })
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '');
  }
}
