import type { AccessToken } from './access-token.js';

/** The stored access tokens. */
export abstract class AccessTokenRepository {
  abstract add(token: AccessToken): Promise<void>;

  /** The token; null when there is none or the id is no UUID. */
  abstract load(id: string): Promise<AccessToken | null>;

  /** The token that the settings of the instance name; null when there is none. */
  abstract loadBootstrapToken(): Promise<AccessToken | null>;

  /** From now on the token is worth nothing. */
  abstract remove(token: AccessToken): Promise<void>;

  abstract removeAllOf(userId: string): Promise<void>;
}
