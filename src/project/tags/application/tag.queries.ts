import { Injectable } from '@nestjs/common';
import { Sql, versionedRecord } from '../../../platform/persistence/index.js';
import type { Page, PageRequest, TagRecord, Versioned } from '../../../shared/records.js';
import { isStorable } from '../../../shared/rules.js';
import { tagKey } from '../domain/tag.js';

const oneTag = versionedRecord(
  't.name, t.color',
  `concat_ws('-', t.id, t.version)`,
  'tags t where t.project_id = $1 and t.name_key = $2',
);

/** Reads the tags of projects as records that are ready to be sent. Names are case-insensitive. */
@Injectable()
export class TagQueries {
  /** @internal */
  constructor(private readonly sql: Sql) {}

  /** Returns a page of the tags of the project, sorted by name. */
  async list(projectId: string, page: PageRequest): Promise<Page<TagRecord>> {
    return this.sql.page<TagRecord>(
      {
        select: 't.name, t.color',
        from: 'tags t',
        where: ['t.project_id = $1'],
        values: [projectId],
        order: [{ sql: 't.name_key', type: 'text', of: ({ name }) => tagKey(name) }],
        descending: false,
      },
      page,
    );
  }

  /** Returns null when the project has no tag with this name. */
  async find(projectId: string, name: string): Promise<Versioned<TagRecord> | null> {
    return isStorable(name) ? this.sql.record(oneTag, [projectId, tagKey(name)]) : null;
  }

  /** Returns the given keys of names that the project has a tag for. */
  async knownKeys(projectId: string, keys: readonly string[]): Promise<string[]> {
    const rows = await this.sql.read<{ name_key: string }>(
      'select name_key from tags where project_id = $1 and name_key = any($2)',
      [projectId, keys],
    );
    return rows.map(({ name_key }) => name_key);
  }
}
