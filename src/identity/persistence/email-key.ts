import { caseFold } from '../../shared/case-fold.js';
import type { UserSource } from '../domain/user-source.js';

/** How the e-mail address of a search is compared with `email_key`. */
export interface EmailKey {
  /** Returns the value of a parameter. */
  valueOf(email: string): string;
  /** SQL of the key, with a parameter of that value. */
  sql(parameter: string): string;
}

const ofService: EmailKey = { valueOf: caseFold, sql: (parameter) => parameter };

/** The view over the host's users uses `lower`, whose result depends on the database: `ß`, for example, is not `ss`. */
const ofHost: EmailKey = { valueOf: (email) => email, sql: (parameter) => `lower(${parameter})` };

export function emailKeyIn(source: UserSource): EmailKey {
  return source.isHost ? ofHost : ofService;
}
