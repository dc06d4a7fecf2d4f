import { OptionalField, QueryParam, ReadOnlyField } from '../../../platform/input/index.js';
import { text } from '../../../shared/rules.js';
import { type BoardChanges, boardRules, noBoard } from '../domain/board.js';

export class PutBoardDto {
  @OptionalField(boardRules.name, {
    description: 'Name. That of a new board is made of its slug by default.',
  })
  name?: string;
  @OptionalField(boardRules.description, {
    description: 'What belongs on the board. Plain text or Markdown.',
  })
  description?: string;
  @OptionalField(boardRules.position, { description: 'Place. A new board is the last one by default.' })
  position?: number;
  @OptionalField(boardRules.visibility, {
    description: 'Who sees the feedback on the board. That of a new board is `public` by default.',
  })
  visibility?: BoardChanges['visibility'];
  @OptionalField(boardRules.submission, {
    description: 'Who can submit feedback to the board. That of a new board is `contributors` by default.',
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
