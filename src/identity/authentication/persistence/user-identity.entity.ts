import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';

/** A row of `user_identities`. */
@Entity('user_identities')
export class UserIdentityEntity {
  @PrimaryColumn('text')
  issuer!: string;

  /** SHA-256 of the subject. */
  @PrimaryColumn('bytea', { name: 'subject_digest' })
  subjectDigest!: Buffer;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;
}
