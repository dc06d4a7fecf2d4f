import { boardVisibilities, type BoardVisibility } from '../../access/domain/hidden-boards.js';
import { name } from '../../../shared/names.js';
import { check, oneOf, type Rules, text } from '../../../shared/rules.js';
import { slugRules } from '../../../shared/slug.js';
import { OrderedRecords, positionRules } from '../../domain/ordered-records.js';
import { BoardNotFound, TooManyBoards } from './board.errors.js';

/** Who can submit feedback to a board. */
export const boardSubmissions = ['contributors', 'editors'] as const;

export type BoardSubmission = (typeof boardSubmissions)[number];

/** The maximum number of boards of a project. */
export const maxBoards = 100;

/** What filters and parameters call feedback that is on no board. */
export const noBoard = 'none';

export const boardSlugRules: Rules = [
  ...slugRules,
  {
    code: 'reserved_slug',
    detail: `must not be ${noBoard}, which stands for feedback on no board.`,
    isSatisfiedBy: (slug) => slug !== noBoard,
  },
];

export const boardRules = {
  name: name({ max: 100, required: true }),
  description: text({ max: 2_000 }),
  position: positionRules,
  visibility: oneOf(boardVisibilities),
  submission: oneOf(boardSubmissions),
};

/** A board as the API returns it. */
export interface BoardRecord {
  /** What feedback has as its `board`; unique within the project. */
  slug: string;
  name: string;
  description: string;
  /** Place among the boards; equal places are ordered by slug. */
  position: number;
  visibility: BoardVisibility;
  submission: BoardSubmission;
}

/** Values of a board. Omitted ones stay unchanged, or have their defaults in a new board. */
export type BoardChanges = {
  readonly [Name in Exclude<keyof BoardRecord, 'slug'>]?: BoardRecord[Name] | undefined;
};

/** All boards of a project. */
export class Boards extends OrderedRecords<BoardRecord> {
  constructor(stored: readonly BoardRecord[]) {
    const keyOf = ({ slug }: BoardRecord) => slug;
    super(stored, { keyOf, max: maxBoards, NotFound: BoardNotFound, TooMany: TooManyBoards });
  }

  /**
   * Creates or changes a board, and returns it. A new board is open to all who can read the project.
   *
   * @throws TooManyBoards; InvalidInput when a value violates a rule
   */
  put(slug: string, changes: BoardChanges): BoardRecord {
    const given = check({ slug, ...changes }, { slug: boardSlugRules, ...boardRules });
    const before = this.findOrDefault(slug, (values) => ({
      slug,
      ...values,
      description: '',
      visibility: 'public',
      submission: 'contributors',
    }));
    return this.set({
      slug,
      name: given.name ?? before.name,
      description: changes.description ?? before.description,
      position: changes.position ?? before.position,
      visibility: changes.visibility ?? before.visibility,
      submission: changes.submission ?? before.submission,
    });
  }
}
