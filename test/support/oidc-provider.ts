import { createServer, type RequestListener, type Server } from 'node:http';
import { exportJWK, generateKeyPair, type JWTPayload } from 'jose';
import Provider from 'oidc-provider';
import { freePort } from './postgres-servers.js';

/** A certified OpenID provider on loopback, whose clients get access tokens in the form of JWTs. */
export class OidcProvider {
  private server: Server | undefined;

  private constructor(
    readonly port: number,
    private readonly claims: JWTPayload,
  ) {}

  /** @param claims additional claims of every token */
  static async start(claims: JWTPayload): Promise<OidcProvider> {
    // The provider refuses objects of another realm, such as those of a test file.
    const provider = new OidcProvider(await freePort(), structuredClone(claims));
    await provider.restart();
    return provider;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** Starts the provider, again with another key. */
  async restart(): Promise<void> {
    await this.stop();
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const key = { ...(await exportJWK(privateKey)), kid: `key-${Date.now()}`, alg: 'ES256', use: 'sig' };
    const provider = new Provider(this.url, {
      jwks: { keys: [key] },
      clients: [
        {
          client_id: 'portal',
          client_secret: 'secret',
          grant_types: ['client_credentials'],
          redirect_uris: [],
          response_types: [],
          id_token_signed_response_alg: 'ES256',
        },
      ],
      extraTokenClaims: () => this.claims,
      features: {
        devInteractions: { enabled: false },
        clientCredentials: { enabled: true },
        resourceIndicators: {
          enabled: true,
          getResourceServerInfo: (_, resource) => ({
            scope: 'read write admin',
            audience: resource,
            accessTokenFormat: 'jwt',
            jwt: { sign: { alg: 'ES256' } },
          }),
        },
      },
    });
    this.server = createServer(provider.callback() as RequestListener);
    // A client would send its next request on the connection of a provider that has ended.
    this.server.maxRequestsPerSocket = 1;
    await new Promise<void>((resolve) => this.server?.listen(this.port, '127.0.0.1', resolve));
  }

  async stop(): Promise<void> {
    const { server } = this;
    if (!server) return;
    this.server = undefined;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }

  /** Requests an access token with the client credentials grant (RFC 6749 §4.4, RFC 8707). */
  async token({ audience = 'https://feedback.example.com', scope = 'read' } = {}): Promise<string> {
    const response = await fetch(`${this.url}/token`, {
      method: 'POST',
      headers: { Authorization: `Basic ${Buffer.from('portal:secret').toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials', resource: audience, scope }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (body.access_token === undefined) throw new Error(JSON.stringify(body));
    return body.access_token;
  }
}
