/** The project that a mail is about. */
export interface ProjectOfMail {
  readonly name: string;
  readonly slug: string;
}

/** The language of a recipient, and how dates and numbers are written. */
export interface MailLocale {
  /** A language tag (BCP 47) such as `de` or `pt-BR`; `''` if the recipient has not chosen one. */
  readonly language: string;
  /** A name of the IANA time zone database: `Europe/Berlin`. */
  readonly timeZone: string;
}

/** Asks whether a person wants to receive the entries of a changelog. */
export interface ConfirmationContent {
  readonly project: ProjectOfMail;
  /** The page that confirms the subscription. */
  readonly confirmUrl: string;
  /** How long the page works. */
  readonly validDays: number;
}

/** A published changelog entry. */
export interface EntryContent {
  readonly project: ProjectOfMail;
  readonly title: string;
  readonly summary: string;
  /** Markdown. */
  readonly content: string;
  readonly publishedAt: Date;
  /** Where the team's own site shows it; `''`: nowhere. */
  readonly url: string;
  readonly unsubscribeUrl: string;
  readonly locale: MailLocale;
}

/** Something that a user is subscribed to has happened. */
export interface NewsItem {
  /** The type of the notification. A response is an official answer. */
  readonly type:
    | 'feedback.status_changed'
    | 'feedback.merged'
    | 'comment.created'
    | 'response.created'
    | 'changelog.published';
  /** Title of the feedback or entry. */
  readonly title: string;
  /** Name of the status that the feedback has now; `''` for entries. */
  readonly status: string;
  /** Name of who did it; `''` if they have none. */
  readonly actor: string;
  /** The comment, the response, or the beginning of the entry; `''` if there is none. */
  readonly excerpt: string;
  /** Where the team's own site shows it; `''`: nowhere. */
  readonly url: string;
  readonly createdAt: Date;
}

/** A mail about one thing that happened. */
export interface NewsContent extends NewsItem {
  readonly project: ProjectOfMail;
  /** Title of the feedback that the user is subscribed to; `''`: the changelog. */
  readonly subscribedTo: string;
  /** Ends that subscription. */
  readonly unsubscribeUrl: string;
  /** Turns off all mails to the user. */
  readonly turnOffUrl: string;
  readonly locale: MailLocale;
}

/** A mail about what happened since the last one. */
export interface DigestContent {
  readonly project: ProjectOfMail;
  /** Oldest first. */
  readonly items: readonly NewsItem[];
  /** How many more there are. */
  readonly omitted: number;
  /** Turns off all mails to the user. */
  readonly unsubscribeUrl: string;
  readonly locale: MailLocale;
}

/** The text of a mail. */
export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** A page for people who follow a link of a mail. `confirm` and `unsubscribe` contain a form that posts to the same URL. */
export type MailPage = 'confirm' | 'confirmed' | 'unsubscribe' | 'unsubscribed';

/**
 * Writes the texts of mails, and of the pages that they link to. All strings of the content are plain text of users, unless stated otherwise.
 */
export abstract class MailTexts {
  abstract confirmation(content: ConfirmationContent): MailText;
  abstract entry(content: EntryContent): MailText;
  abstract news(content: NewsContent): MailText;
  abstract digest(content: DigestContent): MailText;

  /** Returns a page as HTML. It cannot load anything, and runs no scripts. */
  abstract page(page: MailPage): string;
}

/** Texts that a host application provides in the option `ports`: they are used instead of those in English. */
export abstract class HostMailTexts extends MailTexts {}
