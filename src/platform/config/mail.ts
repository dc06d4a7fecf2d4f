import { createPrivateKey } from 'node:crypto';
import { converted, integer, text, url } from './setting.js';

const withLineBreaks = (key: string) => key.replaceAll('\\n', '\n');

/** nodemailer signs by RSA only, and sends mails without a signature if it cannot. */
function isRsaKey(key: string): boolean {
  try {
    return createPrivateKey(withLineBreaks(key)).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** The settings of e-mail. */
export const mail = {
  /**
   * `smtp://user:password@host:587` (with STARTTLS where the server offers it) or `smtps://…` (TLS). Parameters of nodemailer
   * can follow, such as `?requireTLS=true`.
   */
  smtpUrl: url(['smtp:', 'smtps:'], { variable: 'SMTP_URL' }),
  /** E-mail address of the sender. */
  from: text({
    variable: 'MAIL_FROM',
    rule: [
      (address) => /^[^\s@<>,;:"()[\]\\]+@[a-z0-9.-]+$/i.test(address),
      'must be an e-mail address without a name, such as news@example.com.',
    ],
  }),
  /** Maximum number of mails per minute, of all processes together; 0 disables the limit. */
  perMinute: integer(0, 1_000_000, { variable: 'MAIL_PER_MINUTE', default: 0 }),
  /** Signs mails by DKIM (RFC 6376). */
  dkim: {
    /** Selector of the key in the DNS: the `news` of `news._domainkey.example.com`. */
    selector: text({
      variable: 'MAIL_DKIM_SELECTOR',
      rule: [(selector) => /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(selector), 'must be a name in the DNS.'],
    }),
    /** Private RSA key, as PEM. Its lines can also be separated by `\n`. */
    privateKey: converted(
      text({
        variable: 'MAIL_DKIM_PRIVATE_KEY',
        rule: [isRsaKey, 'must be a private RSA key in the form of PEM.'],
      }),
      withLineBreaks,
    ),
    /** Signing domain. */
    domain: text({ variable: 'MAIL_DKIM_DOMAIN', shownDefault: 'from `MAIL_FROM`' }),
  },
  /** URL at which the service is mounted, for the links of mails: needed if the application has a global prefix. */
  serviceUrl: url(['http:', 'https:']),
};
