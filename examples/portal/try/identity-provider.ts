import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import type { Adapter, AdapterPayload } from 'oidc-provider';

// The library warns of Node 20, on which it works, too, and has no setting against it.
const { warn } = console;
console.warn = () => undefined;
const { default: Provider } = await import('oidc-provider');
console.warn = warn;

/** Somebody who can sign in. */
export interface Account {
  readonly email: string;
  readonly name: string;
  /** What is said about them on the page, such as their role. */
  readonly hint?: string;
  /** How long an access token of theirs is valid. */
  readonly tokenSeconds?: number;
}

/** Keeps what the provider stores in memory: without an adapter of its own, it warns that this is not for production. */
class Memory implements Adapter {
  private readonly records = new Map<string, AdapterPayload>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.records.set(id, payload);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.records.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return [...this.records.values()].find((record) => record.uid === uid);
  }

  async findByUserCode(): Promise<undefined> {}

  async consume(id: string): Promise<void> {
    const record = this.records.get(id);
    if (record) record.consumed = Math.floor(Date.now() / 1_000);
  }

  async destroy(id: string): Promise<void> {
    this.records.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const [id, record] of this.records) if (record.grantId === grantId) this.records.delete(id);
  }
}

/**
 * Starts an OpenID provider for trying out: people choose who they are, without a password.
 *
 * @param portalUrl where people come back to
 * @param audience of the access tokens
 */
export async function startIdentityProvider(
  port: number,
  { portalUrl, audience, accounts }: { portalUrl: string; audience: string; accounts: readonly Account[] },
): Promise<Server> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const key = { ...(await exportJWK(privateKey)), alg: 'ES256', use: 'sig' };
  const accountOf = (id: string) => accounts.find(({ email }) => email === id);
  const claimsOf = (id: string) => ({ email: id, email_verified: true, name: accountOf(id)?.name });

  const provider = new Provider(`http://127.0.0.1:${port}`, {
    adapter: Memory,
    jwks: { keys: [key] },
    clients: [
      {
        client_id: 'portal',
        token_endpoint_auth_method: 'none',
        redirect_uris: [`${portalUrl}/sign-in/callback`],
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    findAccount: (_context, id) =>
      accountOf(id) && { accountId: id, claims: () => ({ sub: id, ...claimsOf(id) }) },
    // The service reads who somebody is from the access token.
    extraTokenClaims: (_context, token) => ('accountId' in token ? claimsOf(token.accountId) : undefined),
    issueRefreshToken: async (_context, client) => client.grantTypeAllowed('refresh_token'),
    loadExistingGrant: async ({ oidc }) => {
      const { client, session } = oidc;
      const grant = new oidc.provider.Grant({
        clientId: client?.clientId ?? '',
        accountId: session?.accountId ?? '',
      });
      grant.addOIDCScope('openid');
      grant.addResourceScope(audience, 'read write');
      await grant.save();
      return grant;
    },
    // Without them, the library prints notices.
    ttl: {
      AccessToken: (_context, { accountId = '' }) => accountOf(accountId)?.tokenSeconds ?? 3_600,
      ...{ AuthorizationCode: 60, IdToken: 3_600, Interaction: 3_600 },
      ...{ Grant: 86_400, RefreshToken: 86_400, Session: 86_400 },
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'read write',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: 'ES256' } },
        }),
      },
    },
  });

  const callback = provider.callback() as RequestListener;
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', provider.issuer);
    if (!url.pathname.startsWith('/interaction/')) return callback(request, response);
    const accountId = url.searchParams.get('as');
    if (accountId === null) {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(pageOf(accounts));
      return;
    }
    provider.interactionFinished(request, response, { login: { accountId } }).catch((error: Error) => {
      response.writeHead(400).end(error.message);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return server;
}

/** Returns the page on which people choose who they are. It looks like the portal. */
function pageOf(accounts: readonly Account[]): string {
  const links = accounts.map(
    ({ email, name, hint = '' }) =>
      `<li><a href="?as=${encodeURIComponent(email)}">${name}</a><small>${hint}</small></li>`,
  );
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Sign in</title>
  <link rel="icon" href="data:,">
  <style>
    body { max-width: 26rem; margin: 12vh auto; padding: 0 1rem; font: 16px/1.55 system-ui, sans-serif; color: light-dark(#171b26, #e8eaf0); background: light-dark(#f6f7f9, #12141a); }
    h1 { font-size: 1.5rem; margin: 0; }
    p, small { color: light-dark(#596175, #a3abbd); }
    ul { display: grid; gap: 0.5rem; padding: 0; list-style: none; }
    li { display: flex; align-items: center; position: relative; padding: 0.7rem 1rem; background: light-dark(#fff, #1b1e27); border: 1px solid light-dark(#e4e7ed, #2d3240); border-radius: 12px; }
    li:hover { border-color: light-dark(#4338ca, #aab4fb); }
    a { flex: 1; color: inherit; font-weight: 600; text-decoration: none; }
    a::after { content: ''; position: absolute; inset: 0; }
  </style>
  <main>
    <h1>Who are you?</h1>
    <p>This identity provider is for trying out: there are no passwords.</p>
    <ul>${links.join('')}</ul>
  </main>
</html>`;
}
