import { Injectable } from '@nestjs/common';
import { brokenConstraint, Columns, Sql } from '../../../platform/persistence/index.js';
import { isStorable } from '../../../shared/rules.js';
import { ProjectNotFound } from '../../projects/domain/project.errors.js';
import { TagNameTaken } from '../domain/tag.errors.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey } from '../domain/tag.js';

/** The columns of a tag that change. */
const tagColumns = new Columns<Tag>({
  name: ({ name }) => name,
  name_key: ({ nameKey }) => nameKey,
  color: ({ color }) => color,
});

const readTags = 'select id, project_id as "projectId", name, color from tags';

@Injectable()
export class SqlTagRepository extends TagRepository {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async findByNames(projectId: string, names: readonly string[]): Promise<Tag[]> {
    const rows = await this.sql.rows<Tag>(
      `${readTags} where project_id = $1 and name_key = any($2) order by id for key share`,
      [projectId, names.map(tagKey)],
    );
    return rows.map((row) => Tag.restore(row));
  }

  override async load(projectId: string, name: string): Promise<Tag | null> {
    if (!isStorable(name)) return null;
    const row = await this.sql.row<Tag>(`${readTags} where project_id = $1 and name_key = $2 for update`, [
      projectId,
      tagKey(name),
    ]);
    return row && Tag.restore(row);
  }

  override async add(tag: Tag): Promise<void> {
    const statement = `
      insert into tags (id, project_id, ${tagColumns.names}) values ($1, $2, ${tagColumns.parameters(3)})`;
    await translated(this.sql.rows(statement, [tag.id, tag.projectId, ...tagColumns.valuesOf(tag)]));
  }

  override async save(tag: Tag): Promise<void> {
    const statement = `update tags set (${tagColumns.names}) = row(${tagColumns.parameters(2)}) where id = $1`;
    await translated(this.sql.rows(statement, [tag.id, ...tagColumns.valuesOf(tag)]));
  }

  override async remove({ id }: Tag): Promise<void> {
    await this.sql.rows('delete from tags where id = $1', [id]);
  }
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
