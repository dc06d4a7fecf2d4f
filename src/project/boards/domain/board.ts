import { boardVisibilities, type BoardVisibility } from '../../access/domain/hidden-boards.js';
import { name } from '../../../shared/names.js';
import { check, integer, oneOf, type Rules, text } from '../../../shared/rules.js';
import { slugRules } from '../../../shared/slug.js';
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
  position: integer({ min: 0, max: 1_000_000 }),
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
export class Boards {
  private constructor(
    readonly projectId: string,
    private readonly records: Map<string, BoardRecord>,
  ) {}

  /** Returns boards that have been stored. */
  static restore(projectId: string, records: readonly BoardRecord[]): Boards {
    return new Boards(projectId, new Map(records.map((record) => [record.slug, record])));
  }

  has(slug: string): boolean {
    return this.records.has(slug);
  }

  /** @throws BoardNotFound */
  get(slug: string): BoardRecord {
    const record = this.records.get(slug);
    if (!record) throw new BoardNotFound();
    return record;
  }

  /**
   * Creates or changes a board, and returns it. A new board is named after its slug, is the last one, and is open to all who
   * can read the project.
   *
   * @throws TooManyBoards; InvalidInput when a value violates a rule
   */
  put(slug: string, changes: BoardChanges): BoardRecord {
    const given = check({ slug, ...changes }, { slug: boardSlugRules, ...boardRules });
    const before = this.records.get(slug);
    if (!before && this.records.size >= maxBoards) throw new TooManyBoards(maxBoards);
    const { name, description, position, visibility, submission } = before ?? this.defaultsOf(slug);
    const after: BoardRecord = {
      slug,
      name: given.name ?? name,
      description: changes.description ?? description,
      position: changes.position ?? position,
      visibility: changes.visibility ?? visibility,
      submission: changes.submission ?? submission,
    };
    this.records.set(slug, after);
    return after;
  }

  /**
   * Removes a board, and returns it.
   *
   * @throws BoardNotFound
   */
  remove(slug: string): BoardRecord {
    const record = this.get(slug);
    this.records.delete(slug);
    return record;
  }

  private defaultsOf(slug: string): BoardRecord {
    const words = slug.replaceAll('-', ' ');
    const last = Math.max(0, ...[...this.records.values()].map(({ position }) => position));
    return {
      slug,
      name: words[0]!.toUpperCase() + words.slice(1),
      description: '',
      position: Math.min(last + 1, 1_000_000),
      visibility: 'public',
      submission: 'contributors',
    };
  }
}
