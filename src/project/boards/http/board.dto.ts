import { ApiProperty, PartialType } from '@nestjs/swagger';
import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { text } from '../../../shared/rules.js';
import {
  type BoardChanges,
  boardRules,
  noBoard,
  type BoardRecord,
  boardSubmissions,
} from '../domain/board.js';
import { ApiRecord, choice } from '../../../platform/http/index.js';
import { boardVisibilities } from '../../access/domain/hidden-boards.js';

export class PutBoardDto {
  @OptionalField(boardRules.name, {
    description: 'Name. A new board is named after its slug by default.',
  })
  name?: string;
  @OptionalField(boardRules.description, {
    description: 'What belongs on the board. Plain text or Markdown.',
  })
  description?: string;
  @OptionalField(boardRules.position, { description: 'Place. A new board is the last one by default.' })
  position?: number;
  @OptionalField(boardRules.visibility, {
    description: 'Who sees the feedback on the board. A new board has `public` by default.',
  })
  visibility?: BoardChanges['visibility'];
  @OptionalField(boardRules.submission, {
    description: 'Who can submit feedback to the board. A new board has `contributors` by default.',
  })
  submission?: BoardChanges['submission'];
  @ReadOnlyField() slug?: unknown;

  changes(): BoardChanges {
    const { name, description, position, visibility, submission } = this;
    return { name, description, position, visibility, submission };
  }
}

export class DeleteBoardQuery {
  @QueryParam(text({ max: 63 }), {
    description: `Slug of the board that the feedback on the deleted one is moved to, or \`${noBoard}\`. Required if there is such feedback.`,
  })
  move_to?: string;

  /** Returns the slug of the board, `''` for none. */
  target(): string | undefined {
    return this.move_to === noBoard ? '' : this.move_to;
  }
}

@ApiRecord('Board', 'A board that feedback of a project can be on.')
export class BoardResponse implements BoardRecord {
  static readonly example: BoardRecord = {
    slug: 'support',
    name: 'Support',
    description: 'Questions and problems, which only our team can read.',
    position: 1,
    visibility: 'own',
    submission: 'contributors',
  };

  @ApiProperty({ description: 'What feedback has as its `board`; unique within the project.' }) slug!: string;
  @ApiProperty({ description: 'Name of the board.' }) name!: string;
  @ApiProperty({ description: 'What belongs on the board. Plain text or Markdown, stored as sent.' })
  description!: string;
  @ApiProperty({ type: 'integer', description: 'Place among the boards; equal places are ordered by slug.' })
  position!: number;
  @ApiProperty(
    choice(
      boardVisibilities,
      'Who sees the feedback on the board: `public`, everyone who can read the project; `members`, everyone but the public; `own`, editors, and viewers and contributors their own feedback only; `editors`, editors only.',
    ),
  )
  visibility!: BoardRecord['visibility'];
  @ApiProperty(choice(boardSubmissions, 'Who can submit feedback to the board.'))
  submission!: BoardRecord['submission'];
}

/** `previous` of events. */
@ApiRecord('PreviousBoardValues', 'Previous values of the changed fields of a board.')
export class PreviousBoardValues extends PartialType(BoardResponse) {
  static readonly example: PreviousBoardValues = { visibility: 'public' };
}
