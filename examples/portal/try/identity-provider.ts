import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** Somebody who can sign in. */
export interface Account {
  readonly email: string;
  readonly name: string;
  /** What is said about them on the page, such as their role. */
  readonly hint?: string;
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
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        getResourceServerInfo: (_context, resource) => ({
          scope: 'read write',
          audience: resource,
          accessTokenFormat: 'jwt',
          accessTokenTTL: 3_600,
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

/** Returns the page on which people choose who they are. */
function pageOf(accounts: readonly Account[]): string {
  const links = accounts.map(
    ({ email, name, hint = '' }) => `<li><a href="?as=${encodeURIComponent(email)}">${name}</a> ${hint}</li>`,
  );
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width">
  <meta name="color-scheme" content="light dark">
  <title>Sign in</title>
  <h1>Who are you?</h1>
  <p>This identity provider is for trying out.</p>
  <ul>${links.join('')}</ul>
</html>`;
}
