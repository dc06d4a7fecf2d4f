import { Injectable } from '@nestjs/common';
import { Events } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import type { JsonObject } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { checkMetadata } from '../../../shared/metadata.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { ProjectMetadataRepository } from '../domain/project-metadata.repository.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { permissions } from '../../access/application/permissions.js';

/** The metadata of projects: JSON that an application stores with a project. */
@Injectable()
export class ProjectMetadataService {
  constructor(
    private readonly metadata: ProjectMetadataRepository,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws ProjectNotFound */
  async read(access: ProjectAccess): Promise<Versioned<JsonObject>> {
    access.authorize(permissions.read);
    const metadata = await this.metadata.find(access.projectId);
    if (!metadata) throw new ProjectNotFound();
    return metadata;
  }

  /**
   * Replaces the metadata; `{}` removes it. The event does not contain it: metadata may be confidential, and events are
   * sent to webhooks.
   *
   * @throws ProjectNotFound, PreconditionFailed; InvalidInput when the metadata
   * violates a rule
   */
  async replace(
    access: ProjectAccess,
    metadata: object,
    precondition: Precondition = null,
  ): Promise<Versioned<JsonObject>> {
    access.authorize(permissions.replaceProjectMetadata);
    const { projectId } = access;
    checkMetadata(metadata);
    return this.unitOfWork.run(async () => {
      const before = await this.metadata.load(projectId);
      if (!before) throw new ProjectNotFound();
      expectVersion(precondition, before);
      const after = await this.metadata.save(projectId, metadata);
      if (after.version !== before.version) {
        await this.events.record(access.event('project.metadata_updated', { project_id: projectId }));
      }
      return after;
    });
  }
}
