import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import type { JsonObject } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { checkMetadata } from '../domain/metadata.js';
import { ProjectNotFound } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import type { ProjectGrant } from './project-grant.js';
import { ProjectQueries } from './project.queries.js';

/** The metadata of projects: JSON that an application stores with a project. */
@Injectable()
export class ProjectMetadataService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly queries: ProjectQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** @throws ProjectNotFound */
  async read({ projectId }: ProjectGrant): Promise<Versioned<JsonObject>> {
    const metadata = await this.queries.metadata(projectId);
    if (!metadata) throw new ProjectNotFound();
    return metadata;
  }

  /**
   * Replaces the metadata; `{}` removes it. The event does not contain it: metadata may be confidential, and events are
   * sent to webhooks.
   *
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, PreconditionFailed; InvalidInput when the metadata
   * violates a rule
   */
  async replace(
    grant: ProjectGrant,
    metadata: object,
    precondition: Precondition = null,
  ): Promise<Versioned<JsonObject>> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    checkMetadata(metadata);
    return this.unitOfWork.run(async () => {
      if (!(await this.projects.load(projectId))) throw new ProjectNotFound();
      const before = await this.read(grant);
      expectVersion(precondition, before);
      await this.projects.saveMetadata(projectId, metadata);
      const after = await this.read(grant);
      if (after.version !== before.version) {
        await this.events.record(grant.event('project.metadata_updated', { project_id: projectId }));
      }
      return after;
    });
  }
}
