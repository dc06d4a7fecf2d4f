import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn, versionColumn } from '../../../platform/persistence/index.js';

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
