import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { ProjectNotFound } from '../../project/index.js';
import { TagNameTaken } from '../domain/feedback.errors.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey } from '../domain/tag.js';

@Injectable()
export class TypeormTagRepository extends TagRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
  ) {
    super();
  }

  override async findByNames(projectId: string, names: readonly string[]): Promise<Tag[]> {
    const rows = await this.sql.rows<Tag>(
      `select id, project_id as "projectId", name, color from tags
       where project_id = $1 and name_key = any($2) order by id for key share`,
      [projectId, names.map(tagKey)],
    );
    return this.repository.create(rows);
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
