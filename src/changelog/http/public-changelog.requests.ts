import { PageQuery } from '../../platform/http/index.js';
import { OptionalField, QueryParam } from '../../platform/input/index.js';
import { text, trueOrFalse } from '../../shared/rules.js';

export class SetPublicChangelogRequest {
  @OptionalField(trueOrFalse) enabled?: boolean;
}

export class PublicEntryListQuery extends PageQuery {
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Returns the entry with this slug, or an empty list.',
  })
  slug?: string;
}
