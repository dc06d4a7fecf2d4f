import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';
import type { Scope } from '../../authentication/domain/caller.js';

/** A row of `access_tokens`. */
@Entity('access_tokens')
export class AccessTokenEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'user_id' })
  userId!: string;

  @Column('text')
  name!: string;

  @Column('text')
  scope!: Scope;

  /** The project that the token is bound to; null if it is not. */
  @Column('uuid', { name: 'project_id', nullable: true })
  projectId!: string | null;

  /** SHA-256 of the token. */
  @Column('bytea')
  digest!: Buffer;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column({ ...timestampColumn('expires_at'), nullable: true })
  expiresAt!: Date | null;

  @Column('boolean')
  bootstrap!: boolean;
}
