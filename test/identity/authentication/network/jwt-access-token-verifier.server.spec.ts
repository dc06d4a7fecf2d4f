import { createHmac } from 'node:crypto';
import { UserSource } from '../../../../src/identity/users/domain/user-source.js';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exportSPKI, generateKeyPair, importJWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { ExternalUserService } from '../../../../src/identity/authentication/application/external-user.service.js';
import {
  IdentityProviderUnavailable,
  NoScopeGranted,
  UserNotProvisioned,
} from '../../../../src/identity/users/domain/identity.errors.js';
import { JwtAccessTokenVerifier } from '../../../../src/identity/authentication/network/jwt-access-token-verifier.js';
import { Environment } from '../../../../src/server/environment.js';
import { FakeIssuer } from '../../../support/fake-issuer.js';
import { aUser, usePorts, aUserService, type Ports, loadUser } from '../../../support/ports.js';

const opened = usePorts();

describe('JwtAccessTokenVerifier', () => {
  let issuer: FakeIssuer;
  let ports: Ports;

  beforeEach(async () => {
    issuer = await FakeIssuer.start();
    ports = opened();
    ports.clock.set(new Date());
  });
  afterEach(() => issuer.close());

  function verifier(variables: Record<string, string> = {}): JwtAccessTokenVerifier {
    const { settings } = new Environment({
      AUTH_JWT_ISSUER: issuer.url,
      AUTH_JWT_AUDIENCE: 'feedback',
      AUTH_JWT_PROVISIONING: 'on',
      ...variables,
    });
    const { identities, userDirectory, unitOfWork, clock } = ports;
    const source = new UserSource(null);
    const external = new ExternalUserService(
      identities,
      userDirectory,
      source,
      aUserService(ports),
      ports.users,
      unitOfWork,
      clock,
    );
    return new JwtAccessTokenVerifier(settings, external, clock);
  }

  const after = (seconds: number) => ports.clock.set(new Date(ports.clock.now().getTime() + seconds * 1000));

  describe('signature and claims', () => {
    it('returns the caller of a valid token', async () => {
      const exp = Math.floor(Date.now() / 1000) + 60;
      const caller = await verifier().verify(await issuer.token({ exp, scope: 'read write' }));
      expect(caller).toMatchObject({
        instanceAdmin: false,
        tokenId: null,
        scope: 'write',
        projectId: null,
        tokenExpiresAt: new Date(exp * 1000),
        projectRoles: [],
      });
      expect(await ports.userDirectory.findIdByEmail('ada@example.com')).toBe(caller?.userId);
    });

    const now = Math.floor(Date.now() / 1000);
    const refused: [string, JWTPayload, Record<string, string>?][] = [
      ['another audience', { aud: 'other' }],
      ['no audience, as from Keycloak without a mapper', { aud: undefined! }],
      ['an empty list of audiences', { aud: [] }],
      ['an audience that only begins like ours', { aud: 'feedback2' }],
      ['an expiry in the past', { exp: now - 3_600 }],
      ['no expiry', { exp: undefined! }],
      ['a start in the future', { nbf: now + 3_600 }],
      ['an unknown issuer', { iss: 'https://evil.example.com' }],
      ['no issuer', { iss: undefined! }],
      ['no subject', { sub: undefined! }],
      ['an empty subject', { sub: '' }],
      ['a subject with a lone surrogate', { sub: 'ada\ud800' }],
      ['a subject with U+0000', { sub: 'ada\0' }],
      ...['exp', 'nbf', 'iat'].flatMap((name): [string, JWTPayload][] =>
        [8.7e12, 253_402_300_800, -1, -1e300, '1', `${now}`, true, null, [now], {}].map((time) => [
          `${name} ${JSON.stringify(time)}`,
          { [name]: time },
        ]),
      ),
      ['a nonce, as ID tokens have', { nonce: 'n' }],
      ['the hash of an access token, as ID tokens have', { at_hash: 'h' }],
      ["Keycloak's type of ID tokens", { typ: 'ID' }],
      ["Keycloak's type of refresh tokens", { typ: 'Refresh' }],
      ['a key that only its owner may use', { cnf: { jkt: 'thumbprint' } }],
      ['the type of logout tokens', {}, { typ: 'logout+jwt' }],
      ['the type of ID tokens', {}, { typ: 'id_token+jwt' }],
    ];
    it.each(refused)('rejects a token with %s', async (_, claims, header = {}) => {
      const valid = verifier();
      expect(await valid.verify(await issuer.token())).not.toBeNull();
      expect(await valid.verify(await issuer.token(claims, header))).toBeNull();
    });

    it.each(['exp', 'nbf', 'iat'])(
      'rejects a token whose %s is no number that JSON can express',
      async (name) => {
        // JSON.parse reads it as Infinity.
        const token = await issuer.signed(`{"iss":"${issuer.url}","sub":"ada","aud":"feedback","scope":"read",
        "exp":${now + 60},"iat":${now},"${name}":1e999}`);
        expect(await verifier().verify(token)).toBeNull();
      },
    );

    it('rejects a payload that is not UTF-8, in which subjects could not be told apart', async () => {
      const payload = (sub: string) =>
        Buffer.from(
          JSON.stringify({ iss: issuer.url, sub, aud: 'feedback', scope: 'read', exp: now + 60 }),
          'latin1',
        );
      expect(await verifier().verify(await issuer.signed(payload('ada')))).not.toBeNull();
      expect(await verifier().verify(await issuer.signed(payload('ada\xff')))).toBeNull();
    });

    it('accepts times with fractions of a second, and the last second of the year 9999', async () => {
      const token = await issuer.token({ iat: now - 0.5, nbf: now - 1.25, exp: now + 60.5 });
      expect((await verifier().verify(token))?.tokenExpiresAt).toEqual(new Date((now + 60.5) * 1000));
      const eternal = await verifier().verify(await issuer.token({ exp: 253_402_300_799 }));
      expect(eternal?.tokenExpiresAt?.toISOString()).toBe('9999-12-31T23:59:59.000Z');
    });

    it('accepts one of several audiences, and a lower-case or missing type', async () => {
      const token = await issuer.token({ aud: ['account', 'feedback'] }, { typ: 'JWT' });
      expect(await verifier().verify(token)).not.toBeNull();
      expect(await verifier().verify(await issuer.token({}, { typ: undefined! }))).not.toBeNull();
    });

    it('requires the type of access tokens if set', async () => {
      const strict = verifier({ AUTH_JWT_REQUIRE_TYP: 'true' });
      expect(await strict.verify(await issuer.token({}, { typ: 'JWT' }))).toBeNull();
      expect(await strict.verify(await issuer.token({}, { typ: 'application/at+jwt' }))).not.toBeNull();
    });

    it('tolerates clocks that differ by 30 seconds', async () => {
      const now = Math.floor(ports.clock.now().getTime() / 1000);
      expect(await verifier().verify(await issuer.token({ exp: now - 20 }))).not.toBeNull();
      expect(await verifier().verify(await issuer.token({ exp: now - 40 }))).toBeNull();
    });

    it('rejects tokens without a signature and with a changed payload', async () => {
      const valid = await issuer.token();
      const [header = '', , signature = ''] = valid.split('.');
      const claims = { iss: issuer.url, sub: 'ada', aud: 'feedback', exp: 9_999_999_999, scope: 'admin' };
      const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
      const jwt = verifier();
      expect(await jwt.verify(new UnsecuredJWT(claims).encode())).toBeNull();
      expect(await jwt.verify(`${header}.${payload}.${signature}`)).toBeNull();
      expect(await jwt.verify(`${header}.${payload}.AA`)).toBeNull();
    });

    it('rejects tokens signed with a public key as HMAC secret', async () => {
      await issuer.rotate('RS256');
      const [jwk] = issuer.keys;
      const publicKey = await exportSPKI((await importJWK(jwk!, 'RS256', { extractable: true })) as never);
      const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
      const claims = { iss: issuer.url, sub: 'ada', aud: 'feedback', exp: 9_999_999_999, scope: 'admin' };
      for (const secret of [publicKey, publicKey.trim(), JSON.stringify(jwk)]) {
        const signed = `${part({ alg: 'HS256', kid: jwk?.kid, typ: 'at+jwt' })}.${part(claims)}`;
        const signature = createHmac('sha256', secret).update(signed).digest('base64url');
        expect(await verifier().verify(`${signed}.${signature}`)).toBeNull();
      }
    });

    it('rejects tokens that bring their own key', async () => {
      const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
      const { exportJWK } = await import('jose');
      const jwk = await exportJWK(publicKey);
      const kid = issuer.keys[0]?.kid ?? '';
      const claims = { iss: issuer.url, sub: 'ada', aud: 'feedback', exp: 9_999_999_999, scope: 'admin' };
      for (const header of [
        { jwk },
        { jku: `${issuer.url}/evil` },
        { kid, jwk },
        { x5u: `${issuer.url}/evil` },
      ]) {
        const token = await new SignJWT(claims)
          .setProtectedHeader({ alg: 'ES256', kid, ...header })
          .sign(privateKey);
        expect(await verifier().verify(token)).toBeNull();
      }
      expect(issuer.requests).not.toContain('/evil');
    });

    it('rejects a key of another algorithm, algorithms that are not listed and symmetric keys', async () => {
      expect(await verifier({ AUTH_JWT_ALGORITHMS: 'RS256' }).verify(await issuer.token())).toBeNull();
      await issuer.rotate('ES384');
      expect(await verifier().verify(await issuer.token())).toBeNull();
      const secret = Buffer.alloc(32, 1);
      issuer.keys = [{ kty: 'oct', kid: 'shared', k: secret.toString('base64url'), alg: 'HS256' }];
      const token = await new SignJWT({ iss: issuer.url, sub: 'ada', aud: 'feedback', scope: 'admin' })
        .setProtectedHeader({ alg: 'HS256', kid: 'shared' })
        .setExpirationTime('5 minutes')
        .sign(secret);
      expect(await verifier().verify(token)).toBeNull();
    });

    it('rejects tokens of more than 8 kB and texts that are no JWT', async () => {
      const jwt = verifier();
      expect(await jwt.verify(await issuer.token({ padding: 'x'.repeat(8_192) }))).toBeNull();
      for (const text of ['a.b.c', '..', 'e30.e30.e30', '']) expect(await jwt.verify(text)).toBeNull();
      expect(jwt.handles(await issuer.token())).toBe(true);
      expect(jwt.handles('fcs_0123456789')).toBe(false);
      expect(
        new JwtAccessTokenVerifier(new Environment({}).settings, null!, ports.clock).handles('a.b.c'),
      ).toBe(false);
    });
  });

  describe('keys', () => {
    it('loads the keys once for many tokens', async () => {
      const jwt = verifier();
      await Promise.all(Array.from({ length: 10 }, async () => jwt.verify(await issuer.token())));
      expect(issuer.requests.filter((path) => path === '/keys')).toHaveLength(1);
    });

    it('accepts a new key at once, and no longer accepts a removed one after ten minutes', async () => {
      const jwt = verifier();
      const old = await issuer.token({ exp: 9_999_999_999 });
      expect(await jwt.verify(old)).not.toBeNull();
      await issuer.rotate();
      after(11);
      expect(await jwt.verify(await issuer.token())).not.toBeNull();
      expect(await jwt.verify(old)).toBeNull();
    });

    it('requests the key set at most every ten seconds for unknown keys', async () => {
      const jwt = verifier();
      await jwt.verify(await issuer.token());
      after(11);
      for (let n = 0; n < 20; n++)
        expect(await jwt.verify(await issuer.token({}, { kid: `k${n}` }))).toBeNull();
      expect(issuer.requests.filter((path) => path === '/keys')).toHaveLength(2);
    });

    it('uses the last keys for an hour while the issuer is unavailable', async () => {
      const jwt = verifier();
      const token = await issuer.token({ exp: 9_999_999_999 });
      await jwt.verify(token);
      issuer.status = 500;
      after(3_600);
      expect(await jwt.verify(token)).not.toBeNull();
      after(700);
      await expect(jwt.verify(token)).rejects.toThrow(IdentityProviderUnavailable);
      issuer.status = 200;
      after(11);
      expect(await jwt.verify(token)).not.toBeNull();
    });

    it('fails with an outage for an unknown key that cannot be looked up', async () => {
      const jwt = verifier();
      await jwt.verify(await issuer.token());
      await issuer.rotate();
      issuer.status = 503;
      after(11);
      const token = await issuer.token();
      await expect(jwt.verify(token)).rejects.toThrow(IdentityProviderUnavailable);
      await expect(jwt.verify(token)).rejects.toThrow(IdentityProviderUnavailable);
    });

    it('fails with an outage when the first keys cannot be loaded', async () => {
      issuer.status = 404;
      await expect(verifier().verify(await issuer.token())).rejects.toThrow(IdentityProviderUnavailable);
    });

    it('loads the keys from the configured URL', async () => {
      await verifier({ AUTH_JWT_JWKS_URL: `${issuer.url}/keys` }).verify(await issuer.token());
      expect(issuer.requests).toEqual(['/keys']);
    });
  });

  describe('scopes and roles', () => {
    it.each([
      ['scope', 'openid write email', 'write'],
      ['scp', ['read', 'admin'], 'admin'],
      ['/resource_access/feedback/roles', ['read'], 'read'],
    ])('reads scopes from the claim %s', async (path, value, scope) => {
      const claims = path.startsWith('/')
        ? { scope: '', resource_access: { feedback: { roles: value } } }
        : { scope: '', [path]: value };
      const jwt = verifier({ AUTH_JWT_SCOPE_CLAIM: path });
      expect(await jwt.verify(await issuer.token(claims))).toMatchObject({ scope });
    });

    it("translates the issuer's names of scopes", async () => {
      const jwt = verifier({ AUTH_JWT_SCOPES: 'read=Feedback.Read,write=Feedback.ReadWrite' });
      const token = await issuer.token({ scope: 'Feedback.ReadWrite read' });
      expect(await jwt.verify(token)).toMatchObject({ scope: 'write' });
      await expect(jwt.verify(await issuer.token({ scope: 'read write' }))).rejects.toThrow(NoScopeGranted);
    });

    it.each([[''], [undefined], [42], [[true]], [{ admin: true }]])(
      'rejects a token with the scope %j',
      async (scope) => {
        await expect(verifier().verify(await issuer.token({ scope }))).rejects.toThrow(NoScopeGranted);
      },
    );

    it('returns the project roles of the token', async () => {
      const jwt = verifier({ AUTH_JWT_ROLES_CLAIM: 'feedback_roles' });
      const token = await issuer.token({
        feedback_roles: ['acme:editor', 'acme', 'a:b:c', 5, 'beta:viewer'],
      });
      expect(await jwt.verify(token)).toMatchObject({
        projectRoles: [
          { project: 'acme', role: 'editor' },
          { project: 'beta', role: 'viewer' },
        ],
      });
    });
  });

  describe('users', () => {
    const off = { AUTH_JWT_PROVISIONING: 'off' };

    it('links an existing user by a verified address, and finds them by subject from then on', async () => {
      const ada = await aUser(ports, { email: 'Ada@Example.com' });
      const jwt = verifier(off);
      expect(await jwt.verify(await issuer.token())).toMatchObject({ userId: ada.id });
      const renamed = await issuer.token({ email: 'grace@example.com' });
      await aUser(ports, { email: 'grace@example.com' });
      expect(await jwt.verify(renamed)).toMatchObject({ userId: ada.id });
    });

    it.each([[false], ['true'], [1], [undefined]])(
      'does not link a user by an address with email_verified %j',
      async (email_verified) => {
        const ada = await aUser(ports, { email: 'ada@example.com' });
        const token = await issuer.token({ email_verified });
        await expect(verifier(off).verify(token)).rejects.toThrow(UserNotProvisioned);
        const registered = await verifier().verify(token);
        expect(registered?.userId).not.toBe(ada.id);
      },
    );

    it.each(['ada@ſite.example', 'ada@sıte.example', 'ada@SİTE.example'])(
      'does not link a user by the address %s, which only looks like the address of the user',
      async (email) => {
        const ada = await aUser(ports, { email: 'ada@site.example' });
        const token = await issuer.token({ email });
        await expect(verifier(off).verify(token)).rejects.toThrow(UserNotProvisioned);
        expect((await verifier().verify(token))?.userId).not.toBe(ada.id);
      },
    );

    it.each(['ada', ' ada@example.com', 'ada@example.com\0', 'a'.repeat(300), 'eve@Users.invalid'])(
      'ignores a claim that is no address: %j',
      async (email) => {
        const token = await issuer.token({ email });
        await expect(verifier(off).verify(token)).rejects.toThrow(UserNotProvisioned);
        const registered = await verifier().verify(token);
        const user = await loadUser(ports, registered?.userId ?? '');
        expect(user?.email).toMatch(/^[0-9a-f]{32}@users\.invalid$/);
      },
    );

    it('does not link a second subject to the user of the first', async () => {
      const jwt = verifier();
      await jwt.verify(await issuer.token());
      // The address was given to somebody else.
      await expect(jwt.verify(await issuer.token({ sub: 'eve' }))).rejects.toThrow(UserNotProvisioned);
    });

    it('registers users of the listed domains only', async () => {
      const jwt = verifier({ AUTH_JWT_PROVISIONING: 'example.com, example.org' });
      const refused: JWTPayload[] = [
        { email: 'ada@evil.com' },
        { email: 'ada@example.com.evil.com' },
        { email: 'ada@evil.com@example.com' },
        { email_verified: false },
      ];
      for (const claims of refused) {
        await expect(jwt.verify(await issuer.token(claims))).rejects.toThrow(UserNotProvisioned);
      }
      expect(await jwt.verify(await issuer.token({ email: 'ada@EXAMPLE.org' }))).not.toBeNull();
    });

    it('registers no user if provisioning is off', async () => {
      await expect(verifier(off).verify(await issuer.token())).rejects.toThrow(UserNotProvisioned);
      expect(await ports.users.isEmpty()).toBe(true);
    });

    it('registers a user with valid parts of the profile', async () => {
      const jwt = verifier();
      const caller = await jwt.verify(await issuer.token({ name: 'Ada', picture: 'javascript:alert(1)' }));
      expect(await loadUser(ports, caller?.userId ?? '')).toMatchObject({ fullName: 'Ada', avatarUrl: '' });
    });

    it('registers a user without the name if it is an e-mail address', async () => {
      const caller = await verifier().verify(await issuer.token({ name: 'Ada@Example.com' }));
      expect(await loadUser(ports, caller?.userId ?? '')).toMatchObject({ fullName: '' });
    });

    it('registers one user for concurrent first requests', async () => {
      const jwt = verifier();
      const callers = await Promise.all(
        Array.from({ length: 5 }, async () => jwt.verify(await issuer.token())),
      );
      expect(new Set(callers.map((caller) => caller?.userId)).size).toBe(1);
    });

    it('rejects an anonymized user at once, and does not register them again', async () => {
      const jwt = verifier();
      const caller = await jwt.verify(await issuer.token());
      const user = (await loadUser(ports, caller?.userId ?? ''))!;
      user.anonymize();
      await ports.users.save(user);
      expect(await jwt.verify(await issuer.token())).toBeNull();
    });
  });

  describe('tokens of known providers', () => {
    it("accepts Entra's tokens of version 1 and 2", async () => {
      const entra = { AUTH_JWT_SCOPE_CLAIM: 'scp', AUTH_JWT_SCOPES: 'read=Feedback.Read' };
      const common = {
        scope: undefined,
        scp: 'Feedback.Read',
        tid: 'tenant',
        oid: 'object',
        email: undefined,
      };
      const v1 = await issuer.token(
        { ...common, aud: 'api://feedback', ver: '1.0', appid: 'a' },
        { typ: 'JWT' },
      );
      const v2 = await issuer.token({ ...common, aud: 'feedback', ver: '2.0', azp: 'a' }, { typ: 'JWT' });
      const jwt = verifier({ ...entra, AUTH_JWT_AUDIENCE: 'feedback,api://feedback' });
      const [first, second] = [await jwt.verify(v1), await jwt.verify(v2)];
      expect(first).toMatchObject({ scope: 'read' });
      expect(second).toMatchObject({ userId: first?.userId });
      expect((await loadUser(ports, first?.userId ?? ''))?.email).toMatch(/^[0-9a-f]{32}@users\.invalid$/);
    });

    it("accepts Keycloak's tokens with an audience, and roles of a client as scopes", async () => {
      const keycloak = {
        typ: 'Bearer',
        azp: 'portal',
        aud: ['feedback', 'account'],
        scope: 'openid email profile',
        resource_access: { feedback: { roles: ['read', 'write'] } },
      };
      const jwt = verifier({ AUTH_JWT_SCOPE_CLAIM: '/resource_access/feedback/roles' });
      const token = await issuer.token(keycloak, { typ: 'JWT' });
      expect(await jwt.verify(token)).toMatchObject({ scope: 'write' });
    });

    it("accepts Auth0's tokens with several audiences, and permissions as scopes", async () => {
      const auth0 = {
        aud: ['feedback', 'https://acme.eu.auth0.com/userinfo'],
        azp: 'page',
        scope: 'openid read',
        permissions: ['read', 'write'],
      };
      const token = await issuer.token(auth0, { typ: 'JWT' });
      expect(await verifier().verify(token)).toMatchObject({ scope: 'read' });
      const byPermissions = verifier({ AUTH_JWT_SCOPE_CLAIM: 'permissions' });
      expect(await byPermissions.verify(token)).toMatchObject({ scope: 'write' });
    });

    it("accepts Cognito's access tokens for a resource, and none of its ID tokens", async () => {
      const cognito = {
        client_id: 'page',
        scope: 'openid feedback/read',
        username: 'ada',
        'cognito:groups': ['staff'],
      };
      const jwt = verifier({ AUTH_JWT_SCOPES: 'read=feedback/read,write=feedback/write' });
      const tokenFor = (token_use: string) => issuer.token({ ...cognito, token_use }, { typ: 'JWT' });
      expect(await jwt.verify(await tokenFor('access'))).toMatchObject({ scope: 'read' });
      await expect(jwt.verify(await tokenFor('id'))).resolves.toBeNull();
    });

    it("accepts Cognito's access tokens without an audience if their client is named instead", async () => {
      const tokenOf = (claims: object) => {
        const payload: Record<string, unknown> = {
          token_use: 'access',
          aud: undefined,
          client_id: 'page',
          ...claims,
        };
        return issuer.token(payload, { typ: 'JWT' });
      };
      const byClient = verifier({ AUTH_JWT_AUDIENCE: 'page, app', AUTH_JWT_AUDIENCE_CLAIM: 'client_id' });
      expect(await byClient.verify(await tokenOf({}))).toMatchObject({ scope: 'read' });
      expect(await byClient.verify(await tokenOf({ client_id: 'other' }))).toBeNull();
      expect(await byClient.verify(await tokenOf({ client_id: undefined }))).toBeNull();
      expect(await byClient.verify(await tokenOf({ client_id: ['page'] }))).toBeNull();
      expect(await byClient.verify(await tokenOf({ aud: 'another-api' }))).toBeNull();
      expect(await byClient.verify(await tokenOf({ token_use: 'id', aud: 'page' }))).toBeNull();
      expect(await verifier({ AUTH_JWT_AUDIENCE: 'page' }).verify(await tokenOf({}))).toBeNull();
    });
  });
});
