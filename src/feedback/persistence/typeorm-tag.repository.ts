import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { brokenConstraint, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { TagNameTaken } from '../domain/feedback.errors.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey } from '../domain/tag.js';

@Injectable()
export class TypeormTagRepository extends TagRepository {
  constructor(private readonly unitOfWork: TypeormUnitOfWork) {
    super();
  }

  override async findByNames(projectId: string, names: readonly string[]): Promise<Tag[]> {
    return this.repository.find({
      where: { projectId, nameKey: In(names.map(tagKey)) },
      order: { id: 'asc' },
      lock: { mode: 'for_key_share' },
    });
  }

  override async load(projectId: string, name: string): Promise<Tag | null> {
    // PostgreSQL cannot store such text.
    if (/\p{Surrogate}|\0/u.test(name)) return null;
    return this.repository.findOne({
      where: { projectId, nameKey: tagKey(name) },
      lock: { mode: 'pessimistic_write' },
    });
  }

  override async add(tag: Tag): Promise<void> {
    await translated(this.repository.insert(columns(tag)));
  }

  override async save(tag: Tag): Promise<void> {
    await translated(this.repository.update(tag.id, columns(tag)));
  }

  override async remove(tag: Tag): Promise<void> {
    await this.repository.delete(tag.id);
  }

  private get repository() {
    return this.unitOfWork.manager.getRepository(Tag);
  }
}

/** Includes the getter, which spreading does not copy. */
function columns(tag: Tag): Partial<Tag> {
  return { ...tag, nameKey: tag.nameKey };
}

async function translated(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    const constraint = brokenConstraint(error);
    if (constraint === 'tags_name_key') throw new TagNameTaken();
    if (constraint === 'tags_project_id_fkey') throw new ProjectNotFound();
    throw error;
  }
}
