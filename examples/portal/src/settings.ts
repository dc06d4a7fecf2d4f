/** The settings of the portal, which the README describes. */
export interface Settings {
  readonly port: number;
  /** URL at which people open the portal, without a slash at the end. */
  readonly url: string;
  /** Addresses and ranges of the proxies that end TLS, as Express takes them. */
  readonly trustProxy: string;
  /** URL of the Feedback & Changelog Service. */
  readonly serviceUrl: string;
  /** Slug of the project. */
  readonly project: string;
  readonly sessionSecret: string;
  readonly oidc: {
    readonly issuer: string;
    readonly clientId: string;
    /** Empty for a public client, which PKCE alone protects. */
    readonly clientSecret: string;
    /** `AUTH_JWT_AUDIENCE` of the service, for which access tokens are requested (RFC 8707). */
    readonly audience: string;
    /** Scopes to request. `offline_access` returns a refresh token, so that people stay signed in. */
    readonly scope: string;
    /** Value of `prompt`; `login` lets people choose another account each time. Empty: the provider decides. */
    readonly prompt: string;
  };
  /** Secret with which the product signs links; empty: people cannot sign in by a link. */
  readonly linkSecret: string;
  /** Origins of the pages that may show the portal in a frame, for the widget. */
  readonly widgetOrigins: readonly string[];
  /** Whether visitors can subscribe to the changelog by e-mail, for which the service needs a mail server. */
  readonly newsByMail: boolean;
  readonly theme: {
    /** Hex color of buttons and links; empty: the color in the style sheet. */
    readonly color: string;
    /** The same in dark mode; empty: made from the other one. */
    readonly colorDark: string;
    /** Path of a file with the logo, which takes the place of icon and name; empty: none. */
    readonly logo: string;
  };
}

/**
 * Reads the settings from environment variables.
 *
 * @throws Error that names a variable that is missing or too short
 */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const required = (name: string): string => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is required. examples/portal/README.md describes it.`);
    return value;
  };
  const linkSecret = environment['LINK_SECRET'] ?? '';
  if (linkSecret !== '' && linkSecret.length < 32)
    throw new Error('LINK_SECRET must have at least 32 characters.');
  const color = (name: string): string => {
    const value = environment[name] ?? '';
    if (/^(#([0-9a-f]{3}|[0-9a-f]{6}))?$/i.test(value)) return value;
    throw new Error(`${name} must be a hex color such as #4338ca.`);
  };
  const port = Number(environment['PORT'] || 4000);
  return {
    port,
    url: (environment['PORTAL_URL'] || `http://127.0.0.1:${port}`).replace(/\/+$/, ''),
    trustProxy: environment['TRUST_PROXY'] || 'loopback',
    serviceUrl: environment['SERVICE_URL'] || 'http://127.0.0.1:3000',
    project: required('PROJECT'),
    sessionSecret: required('SESSION_SECRET'),
    oidc: {
      issuer: required('OIDC_ISSUER'),
      clientId: required('OIDC_CLIENT_ID'),
      clientSecret: environment['OIDC_CLIENT_SECRET'] ?? '',
      audience: required('OIDC_AUDIENCE'),
      scope: environment['OIDC_SCOPE'] || 'openid offline_access read write',
      prompt: environment['OIDC_PROMPT'] ?? '',
    },
    linkSecret,
    widgetOrigins: (environment['WIDGET_ORIGINS'] ?? '').split(/[\s,]+/).filter((origin) => origin !== ''),
    newsByMail: environment['NEWS_BY_MAIL'] !== 'off',
    theme: {
      color: color('THEME_COLOR'),
      colorDark: color('THEME_COLOR_DARK'),
      logo: environment['LOGO'] ?? '',
    },
  };
}
