import type { JwtIssuer, TokenFrom } from '../platform/config/index.js';
import { jwtIssuer, type JwtIssuerSettings } from './jwt-issuer.js';
import { isOrigin, list, type Setting, text, value } from './setting.js';

/** Whose access tokens are accepted, and where requests have them. */
export const authentication = {
  /** Identity providers whose access tokens are accepted, in addition to tokens of this service. */
  jwtIssuers: {
    ...value<readonly JwtIssuerSettings[], []>({
      default: [],
      rule: [(given) => Array.isArray(given), 'must be a list.'],
    }),
    items: jwtIssuer,
  } as unknown as Setting<readonly JwtIssuerSettings[], readonly JwtIssuer[]>,
  /**
   * Access token of the first instance admin, 32 characters or more. The admin is created if there is none. With
   * `users.view`, the token belongs to the oldest user with `instance_admin`; while there is none, it has no effect, and
   * each start logs a warning.
   */
  bootstrapToken: text({
    variable: 'BOOTSTRAP_ACCESS_TOKEN',
    rule: [
      (token) => /^[A-Za-z0-9\-._~+/]{32,1000}=*$/.test(token),
      'must have 32 to 1000 characters out of A-Z a-z 0-9 - . _ ~ + / (and = at the end).',
    ],
  }),
  /**
   * Returns the token of requests without `Authorization: Bearer`. It is verified like one of that header. Writes
   * with such a token are accepted from pages of the same origin and of `trustedOrigins` only (403 `untrusted_origin`).
   */
  tokenFrom: value<TokenFrom>({ rule: [(given) => typeof given === 'function', 'must be a function.'] }),
  /**
   * Other origins whose pages may use the tokens of `tokenFrom`, such as `https://app.example.com`: their writes are
   * accepted, and CORS allows them credentials.
   */
  trustedOrigins: list({
    default: [],
    rule: [
      (origins) => origins.every(isOrigin),
      'must be a list of origins, such as https://app.example.com.',
    ],
  }),
};
