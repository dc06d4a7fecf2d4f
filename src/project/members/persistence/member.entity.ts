import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  isoTimestamp,
  recordColumns,
  timestampColumn,
  userRecord,
  versionColumn,
} from '../../../platform/persistence/index.js';
import type { MemberRole } from '../../access/domain/role.js';

/** A row of `members`. */
@Entity('members')
export class MemberEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  role!: MemberRole;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(versionColumn)
  version!: string;
}

/** The fields of the record of member `m`. */
export const memberFields = `${userRecord('m.user_id')} as "user", m.role, ${isoTimestamp('m.created_at')} as created_at`;

/** The record of member `m`. Leaving and rejoining creates a new membership with the same path. */
const memberRecord = recordColumns(
  memberFields,
  `concat_ws('-', m.project_id, extract(epoch from m.created_at), m.version, (select version from user_versions where id = m.user_id))`,
);

export const oneMember = `select ${memberRecord} from members m where m.project_id = $1 and m.user_id = $2`;
