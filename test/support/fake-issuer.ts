import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  CompactSign,
  type CryptoKey,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';

/** An identity provider on loopback: its metadata and its key set. */
export class FakeIssuer {
  /** Requests so far, by path. */
  readonly requests: string[] = [];
  /** What the key set contains. */
  keys: JWK[] = [];
  /** Makes every request fail with this status. */
  status = 200;
  private key!: { privateKey: CryptoKey; kid: string; alg: string };

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeIssuer> {
    const server = createServer((request, response) => {
      issuer.requests.push(request.url ?? '');
      const metadata = { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` };
      response.statusCode = issuer.status;
      response.end(JSON.stringify(request.url === '/keys' ? { keys: issuer.keys } : metadata));
    });
    const issuer = new FakeIssuer(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    await issuer.rotate();
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Replaces the keys by a new one. */
  async rotate(alg = 'ES256'): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const kid = `key-${Math.random()}`;
    this.key = { privateKey, kid, alg };
    this.keys = [{ ...(await exportJWK(publicKey)), kid, alg, use: 'sig' }];
  }

  /** Returns an access token, valid unless the claims or headers say otherwise; undefined removes a claim. */
  async token(claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}): Promise<string> {
    const { privateKey, kid, alg } = this.key;
    const now = Math.floor(Date.now() / 1000);
    const payload = {
      iss: this.url,
      sub: 'ada',
      aud: 'feedback',
      iat: now,
      exp: now + 300,
      scope: 'openid read',
      email: 'ada@example.com',
      email_verified: true,
      ...claims,
    };
    return new SignJWT(payload).setProtectedHeader({ alg, kid, typ: 'at+jwt', ...header }).sign(privateKey);
  }

  /** Returns an access token with this payload as it is. */
  async signed(payload: string | Buffer): Promise<string> {
    const { privateKey, kid, alg } = this.key;
    return new CompactSign(new Uint8Array(Buffer.from(payload)))
      .setProtectedHeader({ alg, kid, typ: 'at+jwt' })
      .sign(privateKey);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
