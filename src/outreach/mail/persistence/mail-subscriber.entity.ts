import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';
import type { MailSubscriber } from '../domain/mail-subscriber.js';

/** A row of `mail_subscribers`. */
@Entity('mail_subscribers')
export class MailSubscriberEntity implements MailSubscriber {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  email!: string;

  /** The normalized address. */
  @Column('text', { name: 'email_key' })
  emailKey!: string;

  @Column(timestampColumn('requested_at'))
  requestedAt!: Date;

  @Column({ ...timestampColumn('confirmed_at'), nullable: true })
  confirmedAt!: Date | null;
}
