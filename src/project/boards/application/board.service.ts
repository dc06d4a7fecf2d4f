import { Injectable } from '@nestjs/common';
import { Events, previousOf } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { BoardInUse, BoardNotFound, UnknownBoard } from '../domain/board.errors.js';
import { BoardRepository } from '../domain/board.repository.js';
import { type BoardChanges, type BoardRecord, Boards } from '../domain/board.js';
import { ProjectContentsOfModules } from '../../application/project-contents.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { BoardQueries } from './board.queries.js';

/** Reads and changes the boards of a project, which decide who sees the feedback on them. */
@Injectable()
export class BoardService {
  constructor(
    private readonly boards: BoardRepository,
    private readonly queries: BoardQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly contents: ProjectContentsOfModules,
  ) {}

  /** Returns the boards that the caller can see, in their order. */
  async list(access: ProjectAccess): Promise<BoardRecord[]> {
    access.authorize(permissions.read);
    return this.queries.list(access.reader);
  }

  /** @throws BoardNotFound, also when the caller cannot see it */
  async read(access: ProjectAccess, slug: string): Promise<Versioned<BoardRecord>> {
    access.authorize(permissions.read);
    const board = await this.queries.find(access.reader, slug);
    if (!board) throw new BoardNotFound();
    return board;
  }

  /**
   * Creates or changes a board.
   *
   * @throws PreconditionFailed, TooManyBoards; InvalidInput when a value violates a rule
   */
  async put(
    access: ProjectAccess,
    slug: string,
    changes: BoardChanges,
    precondition: Precondition = null,
  ): Promise<{ board: BoardRecord; created: boolean }> {
    access.authorize(permissions.putBoard);
    return this.unitOfWork.run(async () => {
      const boards = await this.load(access, slug, precondition);
      const before = boards.find(slug);
      const board = boards.put(slug, changes);
      await this.boards.save(access.projectId, board);
      const previous = before ? previousOf(before, board) : {};
      if (previous) {
        await this.events.record(access.event(before ? 'board.updated' : 'board.created', board, previous));
      }
      return { board, created: before === null };
    });
  }

  /**
   * Deletes a board. The feedback on it is moved first, in several short units of work. Safe to repeat after an interruption.
   *
   * @param target slug of the board to move the feedback to, `''` for none; required if feedback is on the board
   * @throws BoardNotFound, BoardInUse, PreconditionFailed; InvalidInput when the target does not exist
   */
  async remove(
    access: ProjectAccess,
    slug: string,
    target?: string,
    precondition: Precondition = null,
  ): Promise<void> {
    access.authorize(permissions.deleteBoard);
    const { projectId } = access;
    const boards = new Boards(await this.queries.list(access.reader));
    if (precondition) expectVersion(precondition, await this.queries.find(access.reader, slug));
    boards.remove(slug);
    if (target && !boards.has(target)) throw UnknownBoard.ofParameter('move_to');
    for (;;) {
      if (target !== undefined) await this.moveAll(access, slug, target);
      else if (await this.contents.some((each) => each.isOnBoard(projectId, slug))) throw new BoardInUse();
      try {
        return await this.removeUnused(access, slug, precondition);
      } catch (error) {
        // Feedback has been put on the board in the meantime.
        if (!(error instanceof BoardInUse) || target === undefined) throw error;
      }
    }
  }

  private async moveAll(access: ProjectAccess, slug: string, target: string): Promise<void> {
    try {
      for (const contents of this.contents.all()) await contents.moveFromBoard(access, slug, target);
    } catch (error) {
      // It has been deleted in the meantime.
      throw error instanceof UnknownBoard ? UnknownBoard.ofParameter('move_to') : error;
    }
  }

  private async removeUnused(access: ProjectAccess, slug: string, precondition: Precondition): Promise<void> {
    await this.unitOfWork.run(async () => {
      const removed = (await this.load(access, slug, precondition)).remove(slug);
      await this.boards.remove(access.projectId, slug);
      await this.events.record(access.event('board.deleted', removed));
    });
  }

  private async load(access: ProjectAccess, slug: string, precondition: Precondition): Promise<Boards> {
    const boards = await this.boards.load(access.projectId);
    if (precondition) expectVersion(precondition, await this.queries.find(access.reader, slug));
    return boards;
  }
}
