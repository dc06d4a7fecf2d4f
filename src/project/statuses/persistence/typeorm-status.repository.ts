import { Injectable } from '@nestjs/common';
import type { Repository } from 'typeorm';
import { translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { StatusInUse } from '../domain/status.errors.js';
import { StatusRepository } from '../domain/status.repository.js';
import { Statuses, type StatusRecord } from '../domain/status.js';
import { lockSettings } from '../../projects/persistence/project-settings.entity.js';
import { StatusEntity, statusValues, toStatusRecord } from './status.entity.js';

@Injectable()
export class TypeormStatusRepository extends StatusRepository {
  constructor(private readonly unitOfWork: TypeormUnitOfWork) {
    super();
  }

  override async load(projectId: string): Promise<Statuses> {
    await lockSettings(this.unitOfWork.manager, projectId);
    const entities = await this.statuses.findBy({ projectId });
    return new Statuses(entities.map(toStatusRecord));
  }

  override async save(projectId: string, status: StatusRecord): Promise<void> {
    await this.statuses
      .upsert({ projectId, ...statusValues(status) }, ['projectId', 'key'])
      .catch(translateConstraints({ statuses_project_id_fkey: ProjectNotFound }));
  }

  override async remove(projectId: string, key: string): Promise<void> {
    await this.statuses
      .delete({ projectId, key })
      .catch(translateConstraints({ feedback_status_fkey: StatusInUse }));
  }

  private get statuses(): Repository<StatusEntity> {
    return this.unitOfWork.manager.getRepository(StatusEntity);
  }
}
