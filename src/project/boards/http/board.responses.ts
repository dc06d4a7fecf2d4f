import { ApiProperty, PartialType } from '@nestjs/swagger';
import { ApiRecord, choice } from '../../../platform/http/index.js';
import { type BoardRecord, boardSubmissions } from '../domain/board.js';
import { boardVisibilities } from '../../access/domain/hidden-boards.js';

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
