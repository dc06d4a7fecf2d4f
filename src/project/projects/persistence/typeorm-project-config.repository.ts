import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import {
  returnedRecord,
  Sql,
  translateConstraints,
  TypeormUnitOfWork,
} from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import type { Locked, Versioned } from '../../../shared/records.js';
import { CustomDomainTaken } from '../domain/project.errors.js';
import { ProjectConfigRepository } from '../domain/project-config.repository.js';
import { ProjectConfig, type ProjectConfigRecord } from '../domain/project-config.js';
import {
  configRecord,
  configValues,
  oneConfig,
  ProjectConfigEntity,
  withOpenSecret,
} from './project-config.entity.js';
import { lockProject } from './project.entity.js';

@Injectable()
export class TypeormProjectConfigRepository extends ProjectConfigRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Locked<ProjectConfig, ProjectConfigRecord> | null> {
    if (!(await lockProject(this.unitOfWork.manager, projectId))) return null;
    const stored = await this.sql.record<ProjectConfigRecord>(oneConfig, [projectId]);
    const before = withOpenSecret(stored!, this.secrets);
    return { aggregate: ProjectConfig.restore(before.record), before };
  }

  override async save(config: ProjectConfig): Promise<Versioned<ProjectConfigRecord>> {
    const { id, integrationChatWebhook: secret } = config;
    // Encrypting an unchanged secret again would change the version.
    const { integrationChatWebhook: stored } = await this.configs.findOneOrFail({
      select: { id: true, integrationChatWebhook: true },
      where: { id },
    });
    const values = { ...configValues(config), integrationChatWebhook: this.secrets.seal(secret, stored) };
    const updated = await this.configs.update({ id }, values, { returning: configRecord }).catch(translate);
    return withOpenSecret(returnedRecord(updated), this.secrets);
  }

  private get configs(): Repository<ProjectConfigEntity> {
    return this.unitOfWork.manager.getRepository(ProjectConfigEntity);
  }
}

const translate = translateConstraints({ project_configs_verified_domain: CustomDomainTaken });
