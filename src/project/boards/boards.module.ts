import { Module } from '@nestjs/common';
import { BoardQueries } from './application/board.queries.js';
import { BoardService } from './application/board.service.js';
import { BoardRepository } from './domain/board.repository.js';
import { BoardsController } from './http/boards.controller.js';
import { TypeormBoardRepository } from './persistence/typeorm-board.repository.js';

/** The boards of a project. */
@Module({
  controllers: [BoardsController],
  providers: [BoardService, { provide: BoardRepository, useClass: TypeormBoardRepository }, BoardQueries],
  exports: [BoardService, BoardRepository, BoardQueries],
})
export class BoardsModule {}
