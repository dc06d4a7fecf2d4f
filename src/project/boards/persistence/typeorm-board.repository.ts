import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import { translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { BoardInUse } from '../domain/board.errors.js';
import { BoardRepository } from '../domain/board.repository.js';
import { type BoardRecord, Boards } from '../domain/board.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { BoardEntity, toBoardRecord } from './board.entity.js';
import { lockSettings } from '../../projects/persistence/project-settings.entity.js';

@Injectable()
export class TypeormBoardRepository extends BoardRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Boards> {
    await lockSettings(this.unitOfWork.manager, projectId);
    const entities = await this.boards.findBy({ projectId });
    return new Boards(entities.map(toBoardRecord));
  }

  override async save(projectId: string, board: BoardRecord): Promise<void> {
    await this.boards
      .upsert({ projectId, ...board }, ['projectId', 'slug'])
      .catch(translateConstraints({ boards_project_id_fkey: ProjectNotFound }));
    // What is hidden from callers may have changed.
    this.caches.invalidate();
  }

  override async remove(projectId: string, slug: string): Promise<void> {
    await this.boards
      .delete({ projectId, slug })
      .catch(translateConstraints({ feedback_board_fkey: BoardInUse }));
    this.caches.invalidate();
  }

  private get boards(): Repository<BoardEntity> {
    return this.unitOfWork.manager.getRepository(BoardEntity);
  }
}
