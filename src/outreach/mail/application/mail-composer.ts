import { Injectable } from '@nestjs/common';
import type { NotificationDetails } from '../../notifications/application/notification.queries.js';
import { NotificationService } from '../../notifications/application/notification.service.js';
import type { PreferencesRecord } from '../../notifications/domain/preferences.js';
import { urlFrom } from '../../../project/index.js';
import { confirmationDays } from '../domain/mail-subscriber.js';
import { type MailLocale, type MailText, MailTexts, type NewsItem } from '../domain/mail-texts.js';
import type { MailMessage } from '../domain/mail-transport.js';
import type { Mail } from '../domain/mail.js';
import { SuppressionRepository } from '../domain/suppression.repository.js';
import { MailContentQueries, type StoredMailContent } from './mail-content.queries.js';
import { MailLinks } from './mail-links.js';

/** The locale of recipients without preferences. */
const defaultLocale: MailLocale = { language: '', timeZone: 'UTC' };

/** The maximum number of notifications in a digest. */
const maxDigestItems = 50;

/** What depends on the kind of a mail. `list` is the beginning of the id of its list, without the slug of the project. */
type Composed = MailText & Pick<MailMessage, 'thread' | 'unsubscribeUrl'> & { readonly list: string | null };

/** Composes mails from what their recipients can see. */
@Injectable()
export class MailComposer {
  constructor(
    private readonly contents: MailContentQueries,
    private readonly notifications: NotificationService,
    private readonly suppressions: SuppressionRepository,
    private readonly links: MailLinks,
    private readonly texts: MailTexts,
  ) {}

  /**
   * Returns the message; null if the mail is no longer sent: its subject is gone, hidden or read, the recipient is gone or no
   * longer subscribed, or no mail is sent to the address.
   */
  async compose(mail: Mail, now: Date): Promise<MailMessage | null> {
    const isForUser = mail.kind === 'notification' || mail.kind === 'digest';
    const content = await (isForUser ? this.contents.ofUser(mail) : this.contents.ofSubscriber(mail, now));
    if (!content || (await this.suppressions.find(content.address))) return null;
    const composed = await this.composeText(mail, content);
    if (!composed) return null;
    const { name, address, project } = content;
    const { list, ...text } = composed;
    const fromName = inOneLine(project.mail_name || project.name);
    return {
      id: mail.id,
      fromName,
      replyTo: project.mail_reply_to,
      to: { name: inOneLine(name), address },
      ...text,
      subject: inOneLine(text.subject),
      list: list === null ? null : { name: fromName, id: `${list}.${project.slug}` },
    };
  }

  private async composeText(mail: Mail, content: StoredMailContent): Promise<Composed | null> {
    switch (mail.kind) {
      case 'confirmation':
        return this.composeConfirmation(mail, content);
      case 'entry':
        return this.composeEntry(mail, content, content.entry!);
      case 'notification':
        return this.composeNews(mail, content);
      case 'digest':
        return this.composeDigest(mail, content);
    }
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
    const link = { action: 'end', projectId, recipientId, feedbackId: null } as const;
    const unsubscribeUrl = await this.links.unsubscribeUrl(link);
    const text = this.texts.entry({
      ...entry,
      project,
      publishedAt: new Date(entry.publish_date),
      url: urlOf(project.changelog_url, entry),
      unsubscribeUrl,
      locale: defaultLocale,
    });
    return { ...text, thread: `changelog-${entry.id}`, unsubscribeUrl, list: 'changelog' };
  }

  private async composeNews(
    { projectId, recipientId, subjectId }: Mail,
    { project }: StoredMailContent,
  ): Promise<Composed | null> {
    const selection = { id: subjectId!, limit: 1 } as const;
    const { preferences, items } = await this.notifications.details(recipientId, projectId, selection);
    const [notification] = items;
    if (!notification || preferences.mail === 'off') return null;
    const { feedback, changelog, of_changelog: isOfChangelog } = notification;
    const subscribed = isOfChangelog ? null : feedback;
    const unsubscribeUrl = await this.links.unsubscribeUrl({
      action: subscribed ? 'leave_feedback' : 'leave_changelog',
      projectId,
      recipientId,
      feedbackId: subscribed?.id ?? null,
    });
    const text = this.texts.news({
      ...newsItem(project, notification),
      project,
      subscribedTo: subscribed?.title ?? '',
      unsubscribeUrl,
      turnOffUrl: await this.turnOffUrl(projectId, recipientId),
      locale: localeOf(preferences),
    });
    return {
      ...text,
      thread: changelog ? `changelog-${changelog.id}` : `feedback-${feedback?.id}`,
      unsubscribeUrl,
      list: subscribed ? 'feedback' : 'changelog',
    };
  }

  private async composeDigest(mail: Mail, { project }: StoredMailContent): Promise<Composed | null> {
    const { projectId, recipientId, createdAt: from } = mail;
    // Those after the start of the next digest are in that one.
    const before = await this.contents.nextDigestStart(mail);
    const selection = { from, before, limit: maxDigestItems };
    const { preferences, items, count } = await this.notifications.details(recipientId, projectId, selection);
    if (count === 0 || preferences.mail === 'off') return null;
    const unsubscribeUrl = await this.turnOffUrl(projectId, recipientId);
    const text = this.texts.digest({
      project,
      items: items.map((notification) => newsItem(project, notification)),
      omitted: count - items.length,
      unsubscribeUrl,
      locale: localeOf(preferences),
    });
    return { ...text, thread: null, unsubscribeUrl, list: 'digest' };
  }

  private async turnOffUrl(projectId: string, recipientId: string): Promise<string> {
    return this.links.unsubscribeUrl({ action: 'turn_off', projectId, recipientId, feedbackId: null });
  }
}

/** Returns a text for a header, which a line break would end. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim();
}

function localeOf({ locale, time_zone }: PreferencesRecord): MailLocale {
  return { language: locale, timeZone: time_zone };
}

function newsItem(
  { feedback_url, changelog_url }: StoredMailContent['project'],
  { type, feedback, changelog, actor, excerpt, status_name, created_at }: NotificationDetails,
): NewsItem {
  return {
    type,
    title: (changelog ?? feedback)?.title ?? '',
    status: changelog ? '' : status_name,
    actor: actor.full_name,
    excerpt,
    url: changelog ? urlOf(changelog_url, changelog) : feedback ? urlOf(feedback_url, feedback) : '',
    createdAt: new Date(created_at),
  };
}

function urlOf(template: string, record: { readonly id: string; readonly slug?: string }): string {
  return template === '' ? '' : urlFrom(template, record);
}
