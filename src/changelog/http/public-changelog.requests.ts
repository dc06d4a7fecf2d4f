import { PageQuery } from '../../platform/http/index.js';
import { QueryParam } from '../../platform/input/index.js';
import { text } from '../../shared/rules.js';

export class PublicChangelogListQuery extends PageQuery {
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the entry with this slug, or an empty list.',
  })
  slug?: string;
}
