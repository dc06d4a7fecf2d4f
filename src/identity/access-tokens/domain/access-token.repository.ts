import type { AccessToken } from './access-token.js';

/** The stored access tokens. */
export abstract class AccessTokenRepository {
  abstract add(token: AccessToken): Promise<void>;

  /** Returns the token; null when it does not exist or the id is not a UUID. */
  abstract load(id: string): Promise<AccessToken | null>;

  /** Returns the token that was set by the settings of the instance; null when there is none. */
  abstract loadBootstrapToken(): Promise<AccessToken | null>;

  /** Returns the number of the user's tokens that have not expired. */
  abstract countOf(userId: string, now: Date): Promise<number>;

  /** Removes the token, which becomes invalid. */
  abstract remove(token: AccessToken): Promise<void>;

  abstract removeAllOf(userId: string): Promise<void>;
}
