import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import {
  isoTimestamp,
  recordColumns,
  timestampColumn,
  versionColumn,
} from '../../../platform/persistence/index.js';
import type { Project } from '../domain/project.js';

/** A row of `projects`. */
@Entity('projects')
export class ProjectEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  name!: string;

  @Column('text')
  slug!: string;

  @Column('text')
  icon!: string;

  @Column('text', { name: 'icon_radius' })
  iconRadius!: string;

  @Column('text', { name: 'og_image' })
  ogImage!: string;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(versionColumn)
  version!: string;
}

/** Returns the columns of a project that change. */
export function projectValues({ name, slug, icon, iconRadius, ogImage }: Project) {
  return { name, slug, icon, iconRadius, ogImage };
}

/** The fields of the record of a project. */
export const projectFields = `id, name, slug, icon, icon_radius, og_image, ${isoTimestamp('created_at')} as created_at`;

/**
 * The record of a project, also for `returning` of an update, where the table has no alias. The slug may later belong to another
 * project, so the version includes the id.
 */
export const projectRecord = recordColumns(projectFields, "id || '-' || version");

/** Reads project `$1`. */
export const oneProject = `select ${projectRecord} from projects where id = $1`;

/**
 * Locks a project, and with it what belongs to it, without blocking those who add records to the project.
 *
 * @returns whether the project exists
 */
export async function lockProject(manager: EntityManager, id: string): Promise<boolean> {
  const project = await manager.findOne(ProjectEntity, {
    select: { id: true },
    where: { id },
    lock: { mode: 'for_no_key_update' },
  });
  return project !== null;
}
