export { EnglishMailTexts } from './application/english-mail-texts.js';
export { mailSamples } from './application/mail-samples.js';
export { HostMailTransport, type MailMessage, type MailOutcome } from './domain/mail-transport.js';
export {
  type ConfirmationContent,
  type DigestContent,
  type EntryContent,
  HostMailTexts,
  type MailLocale,
  type MailPage,
  type MailText,
  type NewsContent,
  type NewsItem,
  type ProjectOfMail,
} from './domain/mail-texts.js';
export { MailModule, PublicMailModule } from './mail.module.js';
