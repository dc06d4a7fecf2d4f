import { Injectable } from '@nestjs/common';
import { contentRecord, Sql, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import type { Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { ProjectMetadataRepository } from '../domain/project-metadata.repository.js';
import { lockProject } from '../../projects/persistence/project.entity.js';
import { ProjectMetadataEntity } from './project-metadata.entity.js';

/** The metadata of project `$1`. */
const readMetadata = contentRecord(
  "coalesce(m.metadata, '{}')",
  'projects p left join project_metadata m on m.project_id = p.id where p.id = $1',
);

@Injectable()
export class TypeormProjectMetadataRepository extends ProjectMetadataRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async find(projectId: string): Promise<Versioned<JsonObject> | null> {
    return this.sql.record(readMetadata, [projectId]);
  }

  override async load(projectId: string): Promise<Versioned<JsonObject> | null> {
    if (!(await lockProject(this.unitOfWork.manager, projectId))) return null;
    return this.sql.record<JsonObject>(readMetadata, [projectId]);
  }

  override async save(projectId: string, metadata: JsonObject): Promise<Versioned<JsonObject>> {
    await this.unitOfWork.manager.upsert(ProjectMetadataEntity, { projectId, metadata }, ['projectId']);
    return (await this.sql.record<JsonObject>(readMetadata, [projectId]))!;
  }
}
