import { Logger } from '@nestjs/common';
import {
  createLocalJWKSet,
  errors,
  type FlattenedJWSInput,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { IdentityProviderUnavailable } from '../../users/domain/identity.errors.js';
import type { Clock } from '../../../shared/clock.js';

/** How long keys are used before they are loaded again, in milliseconds. */
const refreshAfter = 600_000;

/** The minimum time between two attempts to load the keys, in milliseconds, however many tokens have unknown keys. */
const coolDown = 10_000;

const loadTimeoutMs = 5_000;

/** Maximum size of a document of the issuer, in bytes. */
const maxDocumentBytes = 1_048_576;

type KeySet = ReturnType<typeof createLocalJWKSet>;

interface IssuerKeysOptions {
  readonly issuer: string;
  /** URL of the key set (RFC 7517 §5); absent: the `jwks_uri` of the issuer's metadata. */
  readonly jwksUrl?: string | undefined;
  /** How long loaded keys are used while the issuer is unavailable, in seconds. */
  readonly maxKeyAgeSeconds: number;
}

/**
 * The public keys of an issuer. They are loaded when they are first needed, every ten minutes, and when a token names an
 * unknown key. While the issuer is unavailable, the last ones are used for a limited time.
 *
 * `createRemoteJWKSet` of jose does not do this: when its keys have expired, it fails during an outage, and its cool-down begins
 * with a successful load, so that during an outage each token with an unknown key would wait for the issuer.
 */
export class IssuerKeys {
  private readonly logger = new Logger(IssuerKeys.name);
  private keys: KeySet | undefined;
  /** Times in milliseconds since 1970. */
  private loadedAt = -Infinity;
  private attemptedAt = -Infinity;
  private loading: Promise<void> | undefined;
  private isAvailable = true;

  constructor(
    private readonly options: IssuerKeysOptions,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the key of a token; to be passed to `jwtVerify`.
   *
   * @throws IdentityProviderUnavailable when it cannot be determined whether the issuer has the key;
   * `JWKSNoMatchingKey` when the issuer does not have it
   */
  readonly find = async (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    // Usable keys are refreshed in the background, so that an unresponsive issuer delays nobody.
    if (this.age >= refreshAfter) {
      const refreshing = this.refresh();
      if (!this.areUsable) await refreshing;
    }
    try {
      return await this.current()(header, token);
    } catch (error) {
      if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
      await this.refresh();
      // Without an answer from the issuer, the key may be one that it has introduced since.
      if (!this.isAvailable) throw new IdentityProviderUnavailable();
      return this.current()(header, token);
    }
  };

  private get age(): number {
    return this.clock.now().getTime() - this.loadedAt;
  }

  private get areUsable(): boolean {
    return this.age < refreshAfter + this.options.maxKeyAgeSeconds * 1000;
  }

  private current(): KeySet {
    if (this.keys && this.areUsable) return this.keys;
    throw new IdentityProviderUnavailable();
  }

  /** Loads the keys unless that was attempted a short time ago. Does not fail; concurrent calls share one attempt. */
  private async refresh(): Promise<void> {
    const now = this.clock.now().getTime();
    if (!this.loading && now - this.attemptedAt < coolDown) return;
    this.attemptedAt = now;
    this.loading ??= this.load().finally(() => (this.loading = undefined));
    await this.loading;
  }

  private async load(): Promise<void> {
    const { issuer } = this.options;
    try {
      const url = this.options.jwksUrl ?? (await discover(issuer));
      this.keys = createLocalJWKSet(publicKeys(await fetchJson(url)));
      this.loadedAt = this.clock.now().getTime();
      if (!this.isAvailable) this.logger.log(`The keys of ${issuer} are available again.`);
      this.isAvailable = true;
    } catch (error) {
      // Logged once per outage, not per request.
      if (this.isAvailable) this.logger.error(`The keys of ${issuer} cannot be loaded: ${reasonOf(error)}`);
      this.isAvailable = false;
    }
  }
}

/** Returns the `jwks_uri` of an issuer's metadata (OpenID Connect Discovery 1.0 §4, RFC 8414 §3). */
async function discover(issuer: string): Promise<string> {
  const metadata = await fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`);
  const { issuer: named, jwks_uri: url } = metadata as { issuer?: unknown; jwks_uri?: unknown };
  // RFC 8414 §3.3: otherwise one issuer could pose as another.
  if (named !== issuer) throw new Error('its metadata names another issuer');
  if (typeof url !== 'string') throw new Error('its metadata has no jwks_uri');
  return url;
}

/** Leaves out symmetric keys, which a public key set must not contain, and which would allow anybody to sign tokens. */
function publicKeys(document: object): JSONWebKeySet {
  const { keys } = document as Partial<JSONWebKeySet>;
  if (!Array.isArray(keys)) throw new Error('its key set has no keys');
  return { keys: keys.filter(({ kty }) => kty !== 'oct') };
}

async function fetchJson(url: string): Promise<object> {
  const response = await fetch(url, {
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(loadTimeoutMs),
  });
  if (!response.ok) throw new Error(`it answered with status ${response.status}`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxDocumentBytes) throw new Error('its answer is too large');
    chunks.push(chunk);
  }
  const document = JSON.parse(Buffer.concat(chunks).toString()) as unknown;
  if (typeof document !== 'object' || document === null) throw new Error('its answer is not a JSON object');
  return document;
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error && cause.message ? `${message} (${cause.message})` : message;
}
