import { Column, Entity, PrimaryColumn } from 'typeorm';
import { versionColumn } from '../../../platform/persistence/index.js';
import type { BoardVisibility } from '../../access/domain/hidden-boards.js';
import type { BoardRecord, BoardSubmission } from '../domain/board.js';

/** A row of `boards`. */
@Entity('boards')
export class BoardEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text')
  slug!: string;

  @Column('text')
  name!: string;

  @Column('text')
  description!: string;

  @Column('integer')
  position!: number;

  @Column('text')
  visibility!: BoardVisibility;

  @Column('text')
  submission!: BoardSubmission;

  @Column(versionColumn)
  version!: string;
}

export function toBoardRecord(entity: BoardEntity): BoardRecord {
  const { slug, name, description, position, visibility, submission } = entity;
  return { slug, name, description, position, visibility, submission };
}
