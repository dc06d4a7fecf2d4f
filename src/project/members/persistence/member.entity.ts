import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn, versionColumn } from '../../../platform/persistence/index.js';
import type { MemberRole } from '../../access/domain/role.js';
import { Member } from '../domain/member.js';

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

export function toMember(entity: MemberEntity): Member {
  return Member.restore(entity);
}
