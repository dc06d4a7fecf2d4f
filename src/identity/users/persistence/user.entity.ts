import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn, versionColumn } from '../../../platform/persistence/index.js';
import type { User } from '../domain/user.js';

/** A row of `users`. */
@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  email!: string;

  /** The normalized address; null for an anonymized user. */
  @Column('text', { name: 'email_key', nullable: true })
  emailKey!: string | null;

  @Column('text', { name: 'full_name' })
  fullName!: string;

  @Column('text', { name: 'avatar_url' })
  avatarUrl!: string;

  @Column('boolean', { name: 'instance_admin' })
  instanceAdmin!: boolean;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column('uuid', { name: 'registered_by', nullable: true })
  registeredBy!: string | null;

  @Column(versionColumn)
  version!: string;
}

/** Returns the columns of a user that change. */
export function userValues({ email, emailKey, fullName, avatarUrl, instanceAdmin, registeredBy }: User) {
  return { email, emailKey, fullName, avatarUrl, instanceAdmin, registeredBy };
}
