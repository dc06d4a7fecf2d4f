import { describe, expect, it } from '@jest/globals';
import { Boards, maxBoards } from '../../../../src/project/boards/domain/board.js';
import {
  boardVisibilities,
  type BoardVisibility,
  hiddenFrom,
} from '../../../../src/project/access/domain/hidden-boards.js';
import { BoardNotFound, TooManyBoards } from '../../../../src/project/boards/domain/board.errors.js';
import type { Role } from '../../../../src/project/access/domain/role.js';
import { fieldErrorsOf } from '../../../support/field-errors.js';

describe('Boards', () => {
  it('a new board is named after its slug, the last one, and open to all who can read the project', () => {
    const boards = new Boards([]);
    boards.put('first', { position: 7 });
    expect(boards.put('feature-requests', {})).toEqual({
      slug: 'feature-requests',
      name: 'Feature requests',
      description: '',
      position: 8,
      visibility: 'public',
      submission: 'contributors',
    });
  });

  it('omitted values of a board stay unchanged', () => {
    const boards = new Boards([]);
    const before = boards.put('support', { name: 'Help', visibility: 'own', submission: 'editors' });
    expect(boards.put('support', { description: 'Questions' })).toEqual({
      ...before,
      description: 'Questions',
    });
  });

  it.each<[string, object, string[]]>([
    ['None', {}, ['/slug invalid_slug']],
    ['none', {}, ['/slug reserved_slug']],
    ['', {}, ['/slug invalid_slug']],
    ['a'.repeat(64), {}, ['/slug too_long']],
    ['ideas', { name: ' ', position: -1 }, ['/name blank', '/position out_of_range']],
    [
      'ideas',
      { visibility: 'secret', submission: 'all' },
      ['/visibility invalid_choice', '/submission invalid_choice'],
    ],
  ])('the board %j with %j is invalid', (slug, changes, errors) => {
    expect(fieldErrorsOf(() => new Boards([]).put(slug, changes))).toEqual(errors);
  });

  it(`there are at most ${maxBoards}`, () => {
    const boards = new Boards([]);
    for (let n = 1; n <= maxBoards; n++) boards.put(`board-${n}`, {});
    expect(() => boards.put('more', {})).toThrow(TooManyBoards);
    boards.put('board-1', { name: 'Changed' });
    boards.remove('board-2');
    boards.put('more', {});
  });

  it('an unknown board cannot be removed', () => {
    expect(() => new Boards([]).remove('ideas')).toThrow(BoardNotFound);
  });
});

describe('The boards that are hidden', () => {
  const restricted = boardVisibilities.map((visibility: BoardVisibility) => ({
    slug: visibility,
    visibility,
  }));

  it.each<[Role | null, string[], string[]]>([
    [null, ['members', 'own', 'editors'], []],
    ['viewer', ['editors'], ['own']],
    ['contributor', ['editors'], ['own']],
    ['editor', [], []],
    ['owner', [], []],
  ])('from the role %s', (role, entirely, exceptOwn) => {
    expect(hiddenFrom(role, restricted)).toEqual({ entirely, exceptOwn });
  });
});
