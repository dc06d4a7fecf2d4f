import type { BoardRecord, Boards } from './board.js';

/** Stores the boards of projects. */
export abstract class BoardRepository {
  /** Loads the boards of a project, and locks them against other changes, but not against use by feedback. */
  abstract load(projectId: string): Promise<Boards>;

  /** Stores a board, new or changed. */
  abstract save(projectId: string, board: BoardRecord): Promise<void>;

  /**
   * Removes a board.
   *
   * @throws BoardInUse when feedback is on it
   */
  abstract remove(projectId: string, slug: string): Promise<void>;
}
