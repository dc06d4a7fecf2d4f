import { DomainError } from '../../../shared/domain-error.js';

export class SuppressionNotFound extends DomainError {
  override readonly remedy = 'Check the e-mail address. It is not suppressed, so e-mails are sent to it.';

  constructor() {
    super('not_found', 'suppression_not_found', 'Mails to this e-mail address are not suppressed.');
  }
}

/** The service has no mail server. */
export class MailNotConfigured extends DomainError {
  override readonly remedy = 'Set `SMTP_URL` and `MAIL_FROM`, as the page on e-mail describes.';

  constructor() {
    super('conflict', 'mail_not_configured', 'This service sends no e-mail.');
  }
}
