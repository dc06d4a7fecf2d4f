import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { Caches } from '../../../platform/caches/index.js';
import {
  returnedRecord,
  Sql,
  translateConstraints,
  TypeormUnitOfWork,
} from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { DeclaredFields } from '../../custom-fields/application/declared-fields.js';
import { SlugTaken } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project, type ProjectRecord } from '../domain/project.js';
import type { ProjectConfig } from '../domain/project-config.js';
import { initialStatuses } from '../../statuses/domain/status.js';
import { CustomFieldEntity, customFieldValues } from '../../custom-fields/persistence/custom-field.entity.js';
import { FormerSlugEntity } from './former-slug.entity.js';
import { configValues, ProjectConfigEntity } from './project-config.entity.js';
import { oneProject, ProjectEntity, projectRecord, projectValues } from './project.entity.js';
import { ProjectSettingsEntity } from './project-settings.entity.js';
import { StatusEntity, statusValues } from '../../statuses/persistence/status.entity.js';

@Injectable()
export class TypeormProjectRepository extends ProjectRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
    private readonly caches: Caches,
    private readonly declared: DeclaredFields,
  ) {
    super();
  }

  override async add(project: Project, config: ProjectConfig): Promise<Versioned<ProjectRecord>> {
    const { id: projectId, createdAt } = project;
    const { manager } = this.unitOfWork;
    await this.projects.insert({ id: projectId, createdAt, ...projectValues(project) }).catch(translate);
    await manager.insert(ProjectConfigEntity, {
      id: config.id,
      projectId,
      createdAt,
      ...configValues(config),
      integrationChatWebhook: this.secrets.seal(config.integrationChatWebhook),
    });
    await manager.insert(ProjectSettingsEntity, { projectId });
    await manager.insert(
      StatusEntity,
      initialStatuses.map((status) => ({ projectId, ...statusValues(status) })),
    );
    const { records } = this.declared;
    if (records.length > 0) {
      await manager.insert(
        CustomFieldEntity,
        records.map((field) => ({ projectId, ...customFieldValues(field), declared: true })),
      );
    }
    await this.takeSlug(project.slug);
    project.markStored();
    return (await this.sql.record<ProjectRecord>(oneProject, [projectId]))!;
  }

  override async load(id: string): Promise<Locked<Project, ProjectRecord> | null> {
    const before = await this.sql.record<ProjectRecord>(`${oneProject} for no key update`, [id]);
    return before && { aggregate: Project.restore(before.record), before };
  }

  override async save(project: Project): Promise<Versioned<ProjectRecord>> {
    const updated = await this.projects
      .update({ id: project.id }, projectValues(project), { returning: projectRecord })
      .catch(translate);
    const formerSlug = project.stored!.slug;
    if (project.slug !== formerSlug) {
      await this.formerSlugs.upsert({ slug: formerSlug, projectId: project.id }, ['slug']);
      await this.takeSlug(project.slug);
    }
    project.markStored();
    return returnedRecord(updated);
  }

  override async idBySlug(slug: string): Promise<string | null> {
    const project = await this.projects.findOne({ select: { id: true }, where: { slug } });
    return project?.id ?? (await this.formerSlugs.findOneBy({ slug }))?.projectId ?? null;
  }

  override async addFormerSlug(projectId: string, slug: string): Promise<void> {
    await this.formerSlugs.createQueryBuilder().insert().values({ slug, projectId }).orIgnore().execute();
    this.caches.invalidate();
  }

  override async remove({ id }: Project): Promise<void> {
    await this.projects.delete({ id });
    this.caches.invalidate();
  }

  /** Makes the slug lead to no project that had it before. */
  private async takeSlug(slug: string): Promise<void> {
    await this.formerSlugs.delete({ slug });
    this.caches.invalidate();
  }

  private get projects(): Repository<ProjectEntity> {
    return this.unitOfWork.manager.getRepository(ProjectEntity);
  }

  private get formerSlugs(): Repository<FormerSlugEntity> {
    return this.unitOfWork.manager.getRepository(FormerSlugEntity);
  }
}

const translate = translateConstraints({ projects_slug_key: SlugTaken });
