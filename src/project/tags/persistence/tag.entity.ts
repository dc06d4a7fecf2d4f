import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Tag } from '../domain/tag.js';

/** A row of `tags`. */
@Entity('tags')
export class TagEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  name!: string;

  /** The name without differences of case, unique within the project. */
  @Column('text', { name: 'name_key' })
  nameKey!: string;

  @Column('text')
  color!: string;
}

export function toTagEntity({ id, projectId, name, nameKey, color }: Tag): TagEntity {
  return { id, projectId, name, nameKey, color };
}
