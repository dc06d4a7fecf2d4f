import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { Versioned } from '../../../shared/records.js';
import { canBeSlug } from '../../../shared/slug.js';
import type { BoardRecord } from '../domain/board.js';
import type { ProjectReader } from '../../access/application/project-access.js';
import { boardFields, oneBoard } from './board-columns.js';
import { BoardQueries } from '../application/board.queries.js';

@Injectable()
export class SqlBoardQueries extends BoardQueries {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async list({ projectId, hiddenBoards }: ProjectReader): Promise<BoardRecord[]> {
    return this.sql.read<BoardRecord & { slug: string }>(
      `select ${boardFields} from boards b where b.project_id = $1 and b.slug <> all ($2::text[])
       order by b.position, b.slug`,
      [projectId, hiddenBoards.entirely],
    );
  }

  override async find(
    { projectId, hiddenBoards }: ProjectReader,
    slug: string,
  ): Promise<Versioned<BoardRecord> | null> {
    if (!canBeSlug(slug)) return null;
    return this.sql.versioned(oneBoard, [projectId, slug, hiddenBoards.entirely]);
  }
}
