import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';
import type { SuppressionReason } from '../domain/suppression.repository.js';

/** A row of `mail_suppressions`. */
@Entity('mail_suppressions')
export class SuppressionEntity {
  /** The normalized address. */
  @PrimaryColumn('text', { name: 'email_key' })
  emailKey!: string;

  @Column('text')
  email!: string;

  @Column('text')
  reason!: SuppressionReason;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;
}
