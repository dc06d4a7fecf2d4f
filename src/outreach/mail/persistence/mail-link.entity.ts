import { Column, Entity, PrimaryColumn } from 'typeorm';
import { timestampColumn } from '../../../platform/persistence/index.js';
import type { MailLink, MailLinkAction } from '../domain/mail-link.repository.js';

/** A row of `mail_links`. */
@Entity('mail_links')
export class MailLinkEntity implements MailLink {
  /** SHA-256 of the token. */
  @PrimaryColumn('bytea')
  digest!: Buffer;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  action!: MailLinkAction;

  @Column('uuid', { name: 'recipient_id' })
  recipientId!: string;

  @Column('uuid', { name: 'feedback_id', nullable: true })
  feedbackId!: string | null;

  @Column({ ...timestampColumn('expires_at'), nullable: true })
  expiresAt!: Date | null;
}

export function toMailLink({ action, projectId, recipientId, feedbackId }: MailLinkEntity): MailLink {
  return { action, projectId, recipientId, feedbackId };
}

/** The only row of `mail_keys`. */
@Entity('mail_keys')
export class MailKeyEntity {
  @PrimaryColumn('integer')
  id!: 1;

  /** Encrypted by `SecretBox`. */
  @Column('text')
  key!: string;
}
