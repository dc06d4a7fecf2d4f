import { Injectable } from '@nestjs/common';
import { urlFrom } from '../../project/index.js';
import type { MailMessage } from '../domain/mail-transport.js';
import { confirmationDays } from '../domain/mail-subscriber.js';
import { type MailText, MailTexts } from '../domain/mail-texts.js';
import type { Mail } from '../domain/mail.js';
import { SuppressionRepository } from '../domain/suppression.repository.js';
import { MailContents, type StoredMailContent } from './mail-contents.js';
import { MailLinks } from './mail-links.js';

/** The time zone of recipients who have not chosen one. */
const defaultTimeZone = 'UTC';

/** What depends on the kind of a mail. */
type Composed = MailText & Pick<MailMessage, 'thread' | 'unsubscribeUrl'> & { readonly list: string | null };

/** Composes mails from what their recipients can see. */
@Injectable()
export class MailComposer {
  constructor(
    private readonly contents: MailContents,
    private readonly suppressions: SuppressionRepository,
    private readonly links: MailLinks,
    private readonly texts: MailTexts,
  ) {}

  /** Returns the message; null if the mail is no longer sent. */
  async compose(mail: Mail, now: Date): Promise<MailMessage | null> {
    const content = await this.contents.read(mail, now);
    if (!content || (await this.suppressions.find(content.address))) return null;
    const { name, address, project } = content;
    const fromName = project.mail_name || project.name;
    const { list, ...composed } = await this.composeText(mail, content);
    return {
      id: mail.id,
      fromName,
      replyTo: project.mail_reply_to,
      to: { name, address },
      ...composed,
      list: list === null ? null : { name: fromName, id: list },
    };
  }

  private async composeText(mail: Mail, content: StoredMailContent): Promise<Composed> {
    return content.entry
      ? this.composeEntry(mail, content, content.entry)
      : this.composeConfirmation(mail, content);
  }

  private async composeConfirmation(
    { projectId, recipientId }: Mail,
    { project, requested_at: requestedAt = '' }: StoredMailContent,
  ): Promise<Composed> {
    const expiresAt = new Date(Date.parse(requestedAt) + confirmationDays * 24 * 3_600_000);
    const confirmUrl = await this.links.confirmUrl(projectId, recipientId, requestedAt, expiresAt);
    const text = this.texts.confirmation({ project, confirmUrl, validDays: confirmationDays });
    return { ...text, thread: null, unsubscribeUrl: null, list: null };
  }

  private async composeEntry(
    { projectId, recipientId }: Mail,
    { project }: StoredMailContent,
    entry: NonNullable<StoredMailContent['entry']>,
  ): Promise<Composed> {
    const unsubscribeUrl = await this.links.unsubscribeUrl(projectId, recipientId);
    const { changelog_url: template } = project;
    const text = this.texts.entry({
      ...entry,
      project,
      publishedAt: new Date(entry.publish_date),
      url: template === '' ? '' : urlFrom(template, entry),
      unsubscribeUrl,
      locale: { timeZone: defaultTimeZone },
    });
    return { ...text, thread: `changelog-${entry.id}`, unsubscribeUrl, list: `changelog.${project.slug}` };
  }
}
