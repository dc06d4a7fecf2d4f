import { PageQuery } from '../../../platform/http/index.js';
import { OptionalField, QueryFlag, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { boolean, oneOf } from '../../../shared/rules.js';
import { type DuplicateSort, duplicateSorts } from '../application/duplicate.queries.js';

export class FeedbackDuplicateListQuery extends PageQuery {
  @QueryFlag('Whether dismissed suggestions are returned instead of open ones.') dismissed?: boolean;
}

export class DuplicateListQuery extends FeedbackDuplicateListQuery {
  @QueryParam(oneOf(duplicateSorts), { description: 'Sort order.', default: 'best' }) sort?: DuplicateSort;
}

export class UpdateDuplicateDto {
  @OptionalField(boolean, { description: 'Whether the two are no duplicates.' }) dismissed?: boolean;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() feedback?: unknown;
  @ReadOnlyField() of?: unknown;
  @ReadOnlyField() score?: unknown;
  @ReadOnlyField() reasons?: unknown;
  @ReadOnlyField() created_at?: unknown;
}
