import { emailKeyOf } from '../../../shared/email-key.js';
import type { UserSource } from '../domain/user-source.js';

/** How the e-mail address of a search is compared with `email_key`. */
interface EmailKey {
  /** Returns the value of a parameter. */
  valueOf(email: string): string;
  /** SQL of the key, with a parameter of that value. */
  sql(parameter: string): string;
}

const ofService: EmailKey = { valueOf: emailKeyOf, sql: (parameter) => parameter };

/**
 * The view over the host's users uses `lower`, whose result depends on the database. Some make `İ` the same as `i`, and the
 * Kelvin sign the same as `k`, which belong to different addresses: no user is found by these.
 */
const ofHost: EmailKey = {
  valueOf: (email) => (/[\u0130\u212a]/u.test(email) ? '' : email),
  sql: (parameter) => `lower(${parameter})`,
};

export function emailKeyIn(source: UserSource): EmailKey {
  return source.isHost ? ofHost : ofService;
}
