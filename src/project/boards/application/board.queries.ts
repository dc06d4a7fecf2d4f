import { Injectable } from '@nestjs/common';
import { Sql, versionedRecord } from '../../../platform/persistence/index.js';
import { versionOf } from '../../persistence/ordered-versions.js';
import type { Versioned } from '../../../shared/records.js';
import { canBeSlug } from '../../../shared/slug.js';
import type { BoardRecord } from '../domain/board.js';
import type { ProjectReader } from '../../access/application/project-access.js';

/** The fields of the record of board `b`. */
const boardFields = 'b.slug, b.name, b.description, b.position, b.visibility, b.submission';

/** The record of board `$2` of project `$1`, unless its slug is one of `$3`. */
const oneBoard = versionedRecord(
  boardFields,
  versionOf('b', boardFields),
  'boards b where b.project_id = $1 and b.slug = $2 and b.slug <> all ($3::text[])',
);

/** Reads boards as records that are ready to be sent. */
@Injectable()
export class BoardQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns the boards that the reader can see, in their order. */
  async list(reader: ProjectReader): Promise<BoardRecord[]> {
    return this.sql.read<BoardRecord>(
      `select ${boardFields} from boards b where b.project_id = $1 and b.slug <> all ($2::text[])
       order by b.position, b.slug`,
      [reader.projectId, reader.hiddenBoards.entirely],
    );
  }

  /** Returns null when the slug is unknown, or the reader cannot see the board. */
  async find(reader: ProjectReader, slug: string): Promise<Versioned<BoardRecord> | null> {
    if (!canBeSlug(slug)) return null;
    return this.sql.record(oneBoard, [reader.projectId, slug, reader.hiddenBoards.entirely]);
  }
}
