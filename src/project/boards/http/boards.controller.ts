import { Controller, Delete, Get, HttpCode, Param, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations, Preconditions } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import type { Precondition, Versioned } from '../../../shared/records.js';
import { firstViolation } from '../../../shared/rules.js';
import { slugPattern } from '../../../shared/slug.js';
import { BoardService } from '../application/board.service.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { BoardInUse, BoardNotFound, TooManyBoards } from '../domain/board.errors.js';
import { ChangesUnfinished } from '../../domain/changes-unfinished.js';
import { type BoardRecord, boardSlugRules, maxBoards } from '../domain/board.js';
import { DeleteBoardQuery, PutBoardDto, BoardResponse } from './board.dto.js';
import { CurrentAccess, InProject } from '../../access/http/project.guard.js';

@Controller('projects/:projectSlug/boards')
@InProject()
@Operations({
  tag: 'Boards',
  parameters: {
    boardSlug: {
      schema: {
        type: 'string',
        pattern: slugPattern.source,
        description: 'Slug of the board: what feedback has as its `board`.',
        example: BoardResponse.example.slug,
      },
    },
  },
})
export class BoardsController {
  constructor(private readonly boards: BoardService) {}

  @Get()
  @Operation({
    id: 'listBoards',
    summary: 'List boards',
    description: `Returns the boards that the caller can see, at most ${maxBoards}, in their order. Boards with the visibility \`editors\` are for editors only.`,
    array: BoardResponse,
  })
  @RequirePermission(permissions.read)
  async list(@CurrentAccess() access: ProjectAccess): Promise<BoardRecord[]> {
    return this.boards.list(access);
  }

  @Get(':boardSlug')
  @Operation({
    id: 'getBoard',
    summary: 'Get a board',
    answer: BoardResponse,
    problems: [new BoardNotFound()],
  })
  @RequirePermission(permissions.read)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('boardSlug') slug: string,
  ): Promise<Versioned<BoardRecord>> {
    return this.boards.read(access, slug);
  }

  @Put(':boardSlug')
  @Operation({
    id: 'putBoard',
    summary: 'Create or update a board',
    description:
      'Omitted fields of an existing board stay unchanged. A change of `visibility` applies to all feedback on the board.',
    answer: BoardResponse,
    statuses: { 200: 'Updated.', 201: 'Created.' },
    body: { name: 'Support', visibility: 'own', submission: 'contributors' },
    problems: [new TooManyBoards(maxBoards)],
  })
  @RequirePermission(permissions.putBoard)
  async put(
    @CurrentAccess() access: ProjectAccess,
    @Param('boardSlug') slug: string,
    @JsonBody() body: PutBoardDto,
    @Preconditions() precondition: Precondition,
  ): Promise<Created<BoardRecord> | BoardRecord> {
    const rule = firstViolation(boardSlugRules, slug);
    if (rule) {
      const detail = `The slug ${rule.detail}`;
      throw new InvalidInput([{ parameter: 'boardSlug', code: rule.code, detail }]);
    }
    const { board, created } = await this.boards.put(access, slug, body.changes(), precondition);
    return created ? new Created(board) : board;
  }

  @Delete(':boardSlug')
  @Operation({
    id: 'deleteBoard',
    summary: 'Delete a board',
    description:
      'Feedback on the board is moved to `move_to` first, with an event for each record. If that takes more than 20 seconds, or is interrupted, repeat the request: it continues. Then everyone who can see the other board can see the feedback; on no board, everyone who can read the project can see it.',
    problems: [new BoardNotFound(), new BoardInUse(), new ChangesUnfinished()],
  })
  @RequirePermission(permissions.deleteBoard)
  @HttpCode(204)
  async remove(
    @CurrentAccess() access: ProjectAccess,
    @Param('boardSlug') slug: string,
    @QueryParams() query: DeleteBoardQuery,
    @Preconditions() precondition: Precondition,
  ): Promise<void> {
    await this.boards.remove(access, slug, query.target(), precondition);
  }
}
