import { Injectable } from '@nestjs/common';
import { Caches } from '../../../platform/caches/index.js';
import { brokenConstraint, Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { BoardInUse } from '../domain/board.errors.js';
import { BoardRepository } from '../domain/board.repository.js';
import { type BoardRecord, Boards } from '../domain/board.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';

/** The columns of a board, which are the members of its record. */
export const boardFields = 'b.slug, b.name, b.description, b.position, b.visibility, b.submission';

/** Board `$2` of project `$1`, unless its slug is one of `$3`. */
export const oneBoard = versionedRecord(
  boardFields,
  'b.version',
  'boards b where b.project_id = $1 and b.slug = $2 and b.slug <> all ($3::text[])',
);

const saveBoard = `
  insert into boards (project_id, slug, name, description, position, visibility, submission)
  values ($1, $2, $3, $4, $5, $6, $7)
  on conflict (project_id, slug) do update set (name, description, position, visibility, submission)
    = row(excluded.name, excluded.description, excluded.position, excluded.visibility, excluded.submission)`;

@Injectable()
export class SqlBoardRepository extends BoardRepository {
  constructor(
    private readonly sql: Sql,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Boards> {
    // The row stands for all boards: a new one has no row of its own to lock.
    const [, records] = await Promise.all([
      this.sql.rows('select from project_settings where project_id = $1 for no key update', [projectId]),
      this.sql.rows<BoardRecord & { slug: string }>(
        `select ${boardFields} from boards b where b.project_id = $1`,
        [projectId],
      ),
    ]);
    return Boards.restore(projectId, records);
  }

  override async save(projectId: string, board: BoardRecord): Promise<void> {
    const { slug, name, description, position, visibility, submission } = board;
    await this.sql
      .rows(saveBoard, [projectId, slug, name, description, position, visibility, submission])
      .catch((error) => {
        throw brokenConstraint(error) === 'boards_project_id_fkey' ? new ProjectNotFound() : error;
      });
    // What is hidden from callers may have changed.
    this.caches.invalidate();
  }

  override async remove(projectId: string, slug: string): Promise<void> {
    await this.sql
      .rows('delete from boards where project_id = $1 and slug = $2', [projectId, slug])
      .catch((error) => {
        throw brokenConstraint(error) === 'feedback_board_fkey' ? new BoardInUse() : error;
      });
    this.caches.invalidate();
  }
}
