import { ApiProperty } from '@nestjs/swagger';
import { PageQuery, ApiRecord, id, instant } from '../../../platform/http/index.js';
import { OptionalField, QueryFlag, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { boolean, oneOf } from '../../../shared/rules.js';
import {
  type DuplicateSort,
  duplicateSorts,
  type DuplicateRecord,
} from '../application/duplicate.queries.js';
import { FeedbackResponse } from '../../items/http/feedback.responses.js';
import { type DuplicateReason, duplicateReasons } from '../domain/duplicate-finder.js';

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

@ApiRecord('Duplicate', 'A suggestion that feedback is a duplicate of other feedback.')
export class DuplicateResponse implements DuplicateRecord {
  static readonly example: DuplicateRecord = {
    id: '01a1f9b4-7c11-7f02-8d5e-6b1f0c9a2e77',
    feedback: FeedbackResponse.example,
    of: { ...FeedbackResponse.example, id: '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33', title: 'A dark mode' },
    score: 0.86,
    reasons: ['title', 'rare_words'],
    dismissed: true,
    created_at: '2026-11-20T15:46:02.310Z',
  };

  @ApiProperty(id('Id of the suggestion.')) id!: string;
  @ApiProperty({ description: 'The feedback of the two that was created later.' })
  feedback!: FeedbackResponse;
  @ApiProperty({ description: 'The feedback that it may be a duplicate of, and can be merged into.' })
  of!: FeedbackResponse;
  @ApiProperty({
    type: 'number',
    minimum: 0,
    maximum: 1,
    description: 'How similar the two are. It is no probability.',
  })
  score!: number;
  @ApiProperty({
    type: 'array',
    items: { type: 'string', enum: [...duplicateReasons] },
    description:
      'What they have in common: similar titles, words that are rare in the project, the value of a field, the board, the author, or the meaning, for suggestions of the application that contains the service. More may be added.',
  })
  reasons!: DuplicateReason[];
  @ApiProperty({
    type: 'boolean',
    description: 'Whether an editor has decided that the two are no duplicates.',
  })
  dismissed!: boolean;
  @ApiProperty(instant('When it was suggested first.')) created_at!: string;
}
