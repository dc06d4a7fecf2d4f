import { Injectable } from '@nestjs/common';
import { contentRecord, Sql } from '../../../platform/persistence/index.js';
import type { Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { ProjectMetadataRepository } from '../domain/project-metadata.repository.js';
import { lockProject } from './project-columns.js';

/** The metadata of project `$1`. */
export const readMetadata = contentRecord(
  "coalesce(m.metadata, '{}')",
  'projects p left join project_metadata m on m.project_id = p.id where p.id = $1',
);

const saveMetadata = `
  insert into project_metadata as m (project_id, metadata) values ($1, $2)
  on conflict (project_id) do update set metadata = excluded.metadata
  returning m.metadata::text as json, to_hex(hashtextextended(m.metadata::text, 0)) as version`;

@Injectable()
export class SqlProjectMetadataRepository extends ProjectMetadataRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async load(projectId: string): Promise<Versioned<JsonObject> | null> {
    // Two statements: the one that waits for the lock does not see what others have stored in the meantime.
    const [, metadata] = await Promise.all([
      this.sql.rows(lockProject, [projectId]),
      this.sql.record<JsonObject>(readMetadata, [projectId]),
    ]);
    return metadata;
  }

  override async save(projectId: string, metadata: object): Promise<Versioned<JsonObject>> {
    const saved = await this.sql.record<JsonObject>(saveMetadata, [projectId, JSON.stringify(metadata)]);
    return saved!;
  }
}
