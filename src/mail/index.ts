export {
  type ConfirmationContent,
  type EntryContent,
  HostMailTexts,
  type MailLocale,
  type MailPage,
  type MailText,
  type ProjectOfMail,
} from './domain/mail-texts.js';
export { MailModule, PublicMailModule } from './mail.module.js';
