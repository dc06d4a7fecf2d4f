import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  isoTimestamp,
  timestampColumn,
  userRecord,
  versionColumn,
  versionedRecord,
} from '../../../platform/persistence/index.js';

/** A row of `people`. */
@Entity('people')
export class PersonEntity {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @PrimaryColumn('text', { name: 'external_id' })
  externalId!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  /** External id of the company that the person belongs to; null if there is none. */
  @Column('text', { nullable: true })
  company!: string | null;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(timestampColumn('updated_at'))
  updatedAt!: Date;

  @Column(versionColumn)
  version!: string;
}

/** The fields of the record of person `p`. */
export const personFields = `p.external_id, ${userRecord('p.user_id')} as "user",
  coalesce(p.company, '') as company,
  ${isoTimestamp('p.created_at')} as created_at, ${isoTimestamp('p.updated_at')} as updated_at`;

/** The record of person `$2` of project `$1`. A person who is removed and added again has the same path. */
export const onePerson = versionedRecord(
  personFields,
  `concat_ws('-', p.project_id, extract(epoch from p.created_at), p.version, p.user_id,
    (select version from user_versions where id = p.user_id))`,
  'people p where p.project_id = $1 and p.external_id = $2',
);
