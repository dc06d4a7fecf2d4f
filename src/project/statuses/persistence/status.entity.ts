import { Column, Entity, PrimaryColumn } from 'typeorm';
import { versionColumn } from '../../../platform/persistence/index.js';
import type { StatusKind, StatusRecord } from '../domain/status.js';

/** A row of `statuses`. */
@Entity('statuses')
export class StatusEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text')
  key!: string;

  @Column('text')
  name!: string;

  @Column('text')
  color!: string;

  @Column('text')
  kind!: StatusKind;

  @Column('integer')
  position!: number;

  @Column('boolean', { name: 'on_roadmap' })
  onRoadmap!: boolean;

  @Column(versionColumn)
  version!: string;
}

export function toStatusRecord(entity: StatusEntity): StatusRecord {
  const { key, name, color, kind, position, onRoadmap } = entity;
  return { key, name, color, kind, position, on_roadmap: onRoadmap };
}

/** Returns the columns of a status, without its project. */
export function statusValues({ on_roadmap: onRoadmap, ...others }: StatusRecord) {
  return { ...others, onRoadmap };
}
