/** The project that a mail is about. */
export interface ProjectOfMail {
  readonly name: string;
  readonly slug: string;
}

/** How dates are written for a recipient. */
export interface MailLocale {
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

  /** Returns a page as HTML. It cannot load anything, and runs no scripts. */
  abstract page(page: MailPage): string;
}

/** Texts that a host application provides in the option `ports`: they are used instead of those in English. */
export abstract class HostMailTexts extends MailTexts {}
