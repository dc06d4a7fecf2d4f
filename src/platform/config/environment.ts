import { isIP } from 'node:net';
import dotenv from 'dotenv';
import { type JwtIssuer, readJwtIssuers } from './jwt-issuers.js';

/**
 * Invalid settings. The message has a sentence for each of them, on a line of its own, which names the variable and never
 * contains a secret.
 */
export class EnvironmentError extends Error {}

/** The settings of the service. They are read and validated here only. */
export class Environment {
  /** TCP port; 0 selects a free one. */
  readonly port: number;
  /** Address to listen on. */
  readonly host: string;
  /** TCP port of the metrics; 0 selects a free one; absent: there are none. */
  readonly metricsPort: number | undefined;
  /** Milliseconds between the signal to stop and the end of listening, during which readiness is 503. */
  readonly shutdownDelayMs: number;
  /** Number of processes that share the port. */
  readonly webConcurrency: number;
  /** URL of a PostgreSQL server; absent: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** Direct URL of the same server if `databaseUrl` is that of a pooler in transaction mode, such as PgBouncer. */
  readonly databaseDirectUrl: string | undefined;
  /** PostgreSQL schema of all tables; the tables of the job queue are in a schema of this name with `_jobs` appended. */
  readonly databaseSchema: string;
  /** URLs of streaming replicas, for reads. */
  readonly databaseReplicaUrls: readonly string[];
  /** Maximum number of connections of this process to the database and to each replica, for work that may take long. */
  readonly databasePoolSize: number;
  /** Folder of the embedded database and of the first access token. */
  readonly dataDir: string;
  /** Access token of the first instance admin. */
  readonly bootstrapAccessToken: string | undefined;
  /** Scheme, host and path prefix of absolute links, without a trailing slash; absent: those of the request. */
  readonly publicBaseUrl: string | undefined;
  /** Maximum size of a request body in bytes, before and after decompression. */
  readonly maxBodyBytes: number;
  /** URL of a Redis server through which processes share the rate limit; absent: each counts on its own. */
  readonly redisUrl: string | undefined;
  /** Requests per minute and access token; 0 disables the limit. */
  readonly rateLimitPerMinute: number;
  /** Whether webhooks and chat may use private addresses and http URLs. */
  readonly webhookAllowPrivateAddresses: boolean;
  /** Delays in seconds before the retries of a failed delivery. */
  readonly webhookRetrySchedule: readonly number[];
  /** Minimum retention of events, in days. */
  readonly eventRetentionDays: number;
  /** Key that encrypts stored secrets; absent: they are stored as they are. */
  readonly secretsKey: string | undefined;
  /** Key that `secretsKey` replaces: it decrypts what it encrypted. */
  readonly secretsKeyPrevious: string | undefined;
  /** Identity providers whose access tokens are accepted, beside those of this service. */
  readonly jwtIssuers: readonly JwtIssuer[];
  /** Minimum level of the log. */
  readonly logLevel: string;
  /** Whether the page at /docs is served. */
  readonly docs: boolean;
  /** Origins that browsers may send requests from; `*` allows all, none disables CORS. */
  readonly corsOrigins: readonly string[];
  /** Express's `trust proxy`: the proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: boolean | number | string;

  /** @throws EnvironmentError with all invalid values */
  constructor(variables: Readonly<Record<string, string | undefined>>) {
    const errors: string[] = [];
    const reject = (sentence: string) => void errors.push(sentence);
    const value = (name: string) => variables[name]?.trim() || undefined;
    const integer = (name: string, fallback: number, min: number, max: number) => {
      const text = value(name);
      if (text === undefined) return fallback;
      if (/^\d{1,10}$/.test(text) && Number(text) >= min && Number(text) <= max) return Number(text);
      reject(`${name} must be a whole number from ${min} to ${max}.`);
      return fallback;
    };
    const flag = (name: string) => {
      const text = value(name)?.toLowerCase() ?? 'false';
      if (text === 'true' || text === 'false') return text === 'true';
      reject(`${name} must be true or false.`);
      return false;
    };
    const isOf = (text: string, protocols: readonly string[]) =>
      protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`)) && isUrl(text);
    const url = (name: string, protocols: readonly string[]) => {
      const text = value(name);
      if (text === undefined || isOf(text, protocols)) return text;
      const forms = protocols.map((protocol) => `${protocol}//…`).join(' or ');
      reject(`${name} must be a URL of the form ${forms}.`);
      return undefined;
    };
    const postgres = ['postgres:', 'postgresql:'];

    this.port = integer('PORT', 3000, 0, 65_535);
    this.host = value('HOST') ?? '127.0.0.1';
    this.metricsPort =
      value('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', 0, 0, 65_535);
    if (this.metricsPort === this.port && this.port !== 0) reject('METRICS_PORT must differ from PORT.');
    this.shutdownDelayMs = integer('SHUTDOWN_DELAY_MS', 500, 0, 600_000);
    this.databaseUrl = url('DATABASE_URL', postgres);
    // An invalid URL is reported once, not as a missing one as well.
    const hasServer = value('DATABASE_URL') !== undefined;
    this.databaseDirectUrl = url('DATABASE_DIRECT_URL', postgres);
    if (this.databaseDirectUrl !== undefined && !hasServer) {
      reject('DATABASE_DIRECT_URL must not be set without DATABASE_URL.');
    }
    this.databaseSchema = value('DATABASE_SCHEMA') ?? 'feedback';
    if (!/^(?!pg_)[a-z_][a-z0-9_]{0,57}$/.test(this.databaseSchema)) {
      reject(
        'DATABASE_SCHEMA must be 1 to 58 lower-case letters, digits and underscores, and not begin with a digit or pg_.',
      );
    }
    const replicas = value('DATABASE_REPLICA_URLS')?.split(',') ?? [];
    this.databaseReplicaUrls = replicas.map((replica) => replica.trim());
    const hosts = this.databaseReplicaUrls.map((replica) => isOf(replica, postgres) && new URL(replica).host);
    if (!hosts.every((host) => host) || new Set(hosts).size < hosts.length) {
      reject(
        'DATABASE_REPLICA_URLS must be URLs of the form postgres://… with commas between, each of another server.',
      );
    }
    if (hosts.length > 0 && !hasServer) {
      reject('DATABASE_REPLICA_URLS must not be set without DATABASE_URL.');
    }
    this.webConcurrency = integer('WEB_CONCURRENCY', 1, 1, 256);
    if (this.webConcurrency > 1 && !hasServer) {
      reject('WEB_CONCURRENCY must be 1 without DATABASE_URL: the embedded database is of one process.');
    }
    if (this.webConcurrency > 1 && hosts.length > 0) {
      reject(
        'WEB_CONCURRENCY must be 1 with DATABASE_REPLICA_URLS: each process tracks by itself which reads must not be stale.',
      );
    }
    this.databasePoolSize = integer('DATABASE_POOL_SIZE', 10, 1, 1000);
    this.dataDir = value('DATA_DIR') ?? './data';
    this.bootstrapAccessToken = value('BOOTSTRAP_ACCESS_TOKEN');
    if (this.bootstrapAccessToken && !/^[A-Za-z0-9\-._~+/]{32,1000}=*$/.test(this.bootstrapAccessToken)) {
      reject(
        'BOOTSTRAP_ACCESS_TOKEN must have 32 to 1000 characters out of A-Z a-z 0-9 - . _ ~ + / (and = at the end).',
      );
    }
    const publicBaseUrl = url('PUBLIC_BASE_URL', ['http:', 'https:']);
    // Serialized, so that it has no characters that a header must not have.
    this.publicBaseUrl = publicBaseUrl && new URL(publicBaseUrl).href.replace(/\/+$/, '');
    if (this.publicBaseUrl && /[?#]/.test(this.publicBaseUrl)) {
      reject('PUBLIC_BASE_URL must have neither a query nor a fragment.');
    }
    this.maxBodyBytes = integer('MAX_BODY_BYTES', 1_048_576, 1024, 104_857_600);
    this.redisUrl = url('REDIS_URL', ['redis:', 'rediss:']);
    this.rateLimitPerMinute = integer('RATE_LIMIT_PER_MINUTE', 1200, 0, 1_000_000_000);
    this.webhookAllowPrivateAddresses = flag('WEBHOOK_ALLOW_PRIVATE_ADDRESSES');
    const schedule = (value('WEBHOOK_RETRY_SCHEDULE') ?? '5,300,1800,7200,18000,36000,36000').split(',');
    if (schedule.length > 20 || !schedule.every((pause) => /^\s*\d{1,6}\s*$/.test(pause))) {
      reject(
        'WEBHOOK_RETRY_SCHEDULE must be 1 to 20 whole numbers of seconds with commas between, such as 5,300,1800.',
      );
    }
    this.webhookRetrySchedule = schedule.map(Number);
    this.eventRetentionDays = integer('EVENT_RETENTION_DAYS', 90, 1, 36_500);
    this.secretsKey = value('SECRETS_KEY');
    if (this.secretsKey !== undefined && this.secretsKey.length < 32) {
      reject('SECRETS_KEY must have at least 32 characters.');
    }
    this.secretsKeyPrevious = value('SECRETS_KEY_PREVIOUS');
    if (this.secretsKeyPrevious !== undefined && this.secretsKey === undefined) {
      reject('SECRETS_KEY_PREVIOUS must not be set without SECRETS_KEY.');
    }
    this.jwtIssuers = readJwtIssuers({ value, url, integer, flag, reject });
    if (this.jwtIssuers.length > 0 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(this.bootstrapAccessToken ?? '')) {
      throw new EnvironmentError(
        'BOOTSTRAP_ACCESS_TOKEN must not have the form of a JWT with AUTH_JWT_ISSUER.',
      );
    }
    this.logLevel = value('LOG_LEVEL') ?? 'info';
    const levels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
    if (!levels.includes(this.logLevel)) {
      reject(`LOG_LEVEL must be one of: ${levels.join(', ')}.`);
    }
    const docs = value('DOCS') ?? 'on';
    this.docs = docs === 'on';
    if (docs !== 'on' && docs !== 'off') reject('DOCS must be on or off.');
    this.corsOrigins = (value('CORS_ORIGINS') ?? '').split(',').flatMap((entry) => entry.trim() || []);
    if (!this.corsOrigins.every((origin) => origin === '*' || isOrigin(origin))) {
      reject(
        'CORS_ORIGINS must be * or a list of origins with commas between, such as https://app.example.com.',
      );
    }
    const trustProxy = value('TRUST_PROXY') ?? 'false';
    this.trustProxy = /^\d{1,2}$/.test(trustProxy)
      ? Number(trustProxy)
      : trustProxy === 'true' || (trustProxy === 'false' ? false : trustProxy);
    const proxies = typeof this.trustProxy === 'string' ? this.trustProxy.split(',') : [];
    if (!proxies.every((proxy) => isNetwork(proxy.trim()))) {
      reject(
        'TRUST_PROXY must be true, false, a number of hops, or a list of addresses and networks with commas between.',
      );
    }
    if (errors.length > 0) throw new EnvironmentError(errors.join('\n'));
  }

  /** Reads the environment of the process, and `.env` in the working directory for variables that are not set. */
  static ofProcess(): Environment {
    dotenv.config({ quiet: true });
    return new Environment(process.env);
  }

  /** Reads the same without the PostgreSQL server, for the embedded database in `dataDir`. */
  static ofProcessEmbedded(): Environment {
    dotenv.config({ quiet: true });
    const server = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATABASE_REPLICA_URLS: '' };
    return new Environment({ ...process.env, ...server });
  }
}

/** Returns whether the text is a URL with valid percent-encoding. */
function isUrl(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, pathname } = new URL(text);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the text is an origin as browsers send it. */
function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text && !text.includes('*');
}

/** Returns whether the text is an address, a network in CIDR notation, or one of Express's names for networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
