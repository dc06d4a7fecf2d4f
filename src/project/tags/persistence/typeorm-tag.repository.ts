import { Injectable } from '@nestjs/common';
import { Any, type Repository } from 'typeorm';
import { translateConstraints, TypeormUnitOfWork } from '../../../platform/persistence/index.js';
import { isStorable } from '../../../shared/rules.js';
import { ProjectNotFound } from '../../access/domain/access.errors.js';
import { TagNameTaken } from '../domain/tag.errors.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey } from '../domain/tag.js';
import { TagEntity, toTagEntity } from './tag.entity.js';

@Injectable()
export class TypeormTagRepository extends TagRepository {
  constructor(private readonly unitOfWork: TypeormUnitOfWork) {
    super();
  }

  override async find(
    projectId: string,
    names: readonly string[],
    ids: readonly string[] = [],
  ): Promise<Tag[]> {
    const entities = await this.tags.find({
      where: [
        { projectId, nameKey: Any(names.map(tagKey)) },
        { projectId, id: Any([...ids]) },
      ],
      order: { id: 'asc' },
      lock: { mode: 'for_key_share' },
    });
    return entities.map((entity) => Tag.restore(entity));
  }

  override async load(projectId: string, name: string): Promise<Tag | null> {
    if (!isStorable(name)) return null;
    const entity = await this.tags.findOne({
      where: { projectId, nameKey: tagKey(name) },
      lock: { mode: 'pessimistic_write' },
    });
    return entity && Tag.restore(entity);
  }

  override async add(tag: Tag): Promise<void> {
    await this.tags.insert(toTagEntity(tag)).catch(translate);
  }

  override async save(tag: Tag): Promise<void> {
    const { id, ...values } = toTagEntity(tag);
    await this.tags.update({ id }, values).catch(translate);
  }

  override async remove({ id }: Tag): Promise<void> {
    await this.tags.delete({ id });
  }

  private get tags(): Repository<TagEntity> {
    return this.unitOfWork.manager.getRepository(TagEntity);
  }
}

const translate = translateConstraints({
  tags_name_key: TagNameTaken,
  tags_project_id_fkey: ProjectNotFound,
});
