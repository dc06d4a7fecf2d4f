import { isIP } from 'node:net';
import dotenv from 'dotenv';
import { checkLayout, checkSettings, OptionErrors } from './check-options.js';
import type { FeedbackServiceOptions, JwtIssuerSettings } from './options.js';
import type { Settings } from './platform/config/index.js';

/** The environment variables of options, by the names of the options. */
const variableNames: Readonly<Record<string, string>> = {
  docs: 'DOCS',
  'database.url': 'DATABASE_URL',
  'database.directUrl': 'DATABASE_DIRECT_URL',
  'database.replicaUrls': 'DATABASE_REPLICA_URLS',
  'database.schema': 'DATABASE_SCHEMA',
  'database.poolSize': 'DATABASE_POOL_SIZE',
  'database.directory': 'DATA_DIR',
  'authentication.bootstrapToken': 'BOOTSTRAP_ACCESS_TOKEN',
  publicBaseUrl: 'PUBLIC_BASE_URL',
  maxBodyBytes: 'MAX_BODY_BYTES',
  maxImportBytes: 'MAX_IMPORT_BYTES',
  rateLimitPerMinute: 'RATE_LIMIT_PER_MINUTE',
  redisUrl: 'REDIS_URL',
  corsOrigins: 'CORS_ORIGINS',
  webhookAllowPrivateAddresses: 'WEBHOOK_ALLOW_PRIVATE_ADDRESSES',
  webhookRetrySchedule: 'WEBHOOK_RETRY_SCHEDULE',
  eventRetentionDays: 'EVENT_RETENTION_DAYS',
  secretsKey: 'SECRETS_KEY',
  secretsKeyPrevious: 'SECRETS_KEY_PREVIOUS',
};

/** The variables of an issuer, without their prefix, by the names of its options. */
const issuerVariables = {
  issuer: 'ISSUER',
  audiences: 'AUDIENCE',
  jwksUrl: 'JWKS_URL',
  algorithms: 'ALGORITHMS',
  clockToleranceSeconds: 'CLOCK_TOLERANCE',
  maxKeyAgeSeconds: 'MAX_KEY_AGE',
  requireTyp: 'REQUIRE_TYP',
  scopeClaim: 'SCOPE_CLAIM',
  scopeNames: 'SCOPES',
  rolesClaim: 'ROLES_CLAIM',
  provisioning: 'PROVISIONING',
};

const issuerPrefixes = ['AUTH_JWT_', ...Array.from({ length: 8 }, (_, n) => `AUTH_JWT_${n + 2}_`)];

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * The settings of the standalone service from environment variables: those of its process, and the options of the service,
 * which are validated in the same way as those of another application.
 */
export class Environment {
  /** The options of the service. */
  readonly options: FeedbackServiceOptions;
  /** The validated options, with defaults. */
  readonly settings: Settings;
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
  /** Minimum level of the log. */
  readonly logLevel: string;
  /** Whether the page at /docs is served. */
  readonly docs: boolean;
  /** Express's `trust proxy`: the proxies whose `X-Forwarded-*` headers are trusted. */
  readonly trustProxy: boolean | number | string;

  /** @throws SettingsError with all invalid values */
  constructor(variables: Readonly<Record<string, string | undefined>>) {
    const value = (name: string) => variables[name]?.trim() || undefined;
    const issuers = issuerPrefixes.filter((prefix) => value(`${prefix}ISSUER`) !== undefined);
    const errors = new OptionErrors((option) => variableOf(option, issuers));
    const read = new VariableReader(value);
    const integer = (name: string, fallback: number, min: number, max: number) => {
      const given = read.integer(name) ?? fallback;
      if (given >= min && given <= max) return given;
      errors.reject(name, `must be a whole number from ${min} to ${max}.`);
      return fallback;
    };

    this.port = integer('PORT', 3000, 0, 65_535);
    this.host = value('HOST') ?? '127.0.0.1';
    this.metricsPort =
      value('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', 0, 0, 65_535);
    if (this.metricsPort === this.port && this.port !== 0)
      errors.reject('METRICS_PORT', 'must differ from PORT.');
    this.shutdownDelayMs = integer('SHUTDOWN_DELAY_MS', 500, 0, 600_000);
    this.webConcurrency = integer('WEB_CONCURRENCY', 1, 1, 256);
    const hasReplicas = value('DATABASE_REPLICA_URLS') !== undefined;
    if (this.webConcurrency > 1 && value('DATABASE_URL') === undefined) {
      errors.reject(
        'WEB_CONCURRENCY',
        'must be 1 without DATABASE_URL: the embedded database is of one process.',
      );
    } else if (this.webConcurrency > 1 && hasReplicas) {
      errors.reject(
        'WEB_CONCURRENCY',
        'must be 1 with DATABASE_REPLICA_URLS: each process tracks by itself which reads must not be stale.',
      );
    }
    this.logLevel = value('LOG_LEVEL') ?? 'info';
    if (!logLevels.includes(this.logLevel)) {
      errors.reject('LOG_LEVEL', `must be one of: ${logLevels.join(', ')}.`);
    }
    const docs = value('DOCS') ?? 'on';
    this.docs = docs === 'on';
    if (docs !== 'on' && docs !== 'off') errors.reject('DOCS', 'must be on or off.');
    this.trustProxy = trustedProxies(value('TRUST_PROXY') ?? 'false');
    const proxies = typeof this.trustProxy === 'string' ? this.trustProxy.split(',') : [];
    if (!proxies.every((proxy) => isNetwork(proxy.trim()))) {
      errors.reject(
        'TRUST_PROXY',
        'must be true, false, a number of hops, or a list of addresses and networks with commas between.',
      );
    }
    for (const prefix of issuerPrefixes.filter((each) => !issuers.includes(each))) {
      const useless = Object.values(issuerVariables).find((name) => value(prefix + name) !== undefined);
      if (useless) errors.reject(prefix + useless, `must not be set without ${prefix}ISSUER.`);
    }

    this.options = {
      ...read.options(),
      authentication: defined({
        jwtIssuers: issuers.map((prefix) => read.issuer(prefix)),
        bootstrapToken: value('BOOTSTRAP_ACCESS_TOKEN'),
      }),
      docs: this.docs,
      // The service is the whole application, and starts its background work when it listens.
      path: '',
      backgroundWork: false,
    };
    checkLayout(this.options, errors);
    this.settings = checkSettings(this.options, errors);
    errors.throwIfAny();
  }

  /** Reads the same as `ofProcess` without the PostgreSQL server, for the embedded database in `dataDir`. */
  static ofProcessEmbedded(): Environment {
    dotenv.config({ quiet: true });
    const server = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATABASE_REPLICA_URLS: '' };
    return new Environment({ ...process.env, ...server });
  }

  /** Reads the environment of the process, and `.env` in the working directory for variables that are not set. */
  static ofProcess(): Environment {
    dotenv.config({ quiet: true });
    return new Environment(process.env);
  }
}

/** Converts texts of variables to values of options. What cannot be converted is left as it is, and refused with the options. */
class VariableReader {
  constructor(private readonly value: (name: string) => string | undefined) {}

  integer(name: string): number | undefined {
    const text = this.value(name);
    return text === undefined ? undefined : wholeNumber(text);
  }

  options(): FeedbackServiceOptions {
    const { value } = this;
    return {
      database: defined({
        url: value('DATABASE_URL'),
        directUrl: value('DATABASE_DIRECT_URL'),
        replicaUrls: this.list('DATABASE_REPLICA_URLS'),
        schema: value('DATABASE_SCHEMA'),
        poolSize: this.integer('DATABASE_POOL_SIZE'),
        directory: value('DATA_DIR'),
      }),
      ...defined({
        publicBaseUrl: value('PUBLIC_BASE_URL'),
        maxBodyBytes: this.integer('MAX_BODY_BYTES'),
        maxImportBytes: this.integer('MAX_IMPORT_BYTES'),
        rateLimitPerMinute: this.integer('RATE_LIMIT_PER_MINUTE'),
        redisUrl: value('REDIS_URL'),
        corsOrigins: this.list('CORS_ORIGINS')?.filter((origin) => origin !== ''),
        webhookAllowPrivateAddresses: this.flag('WEBHOOK_ALLOW_PRIVATE_ADDRESSES'),
        webhookRetrySchedule: this.list('WEBHOOK_RETRY_SCHEDULE')?.map(wholeNumber),
        eventRetentionDays: this.integer('EVENT_RETENTION_DAYS'),
        secretsKey: value('SECRETS_KEY'),
        secretsKeyPrevious: value('SECRETS_KEY_PREVIOUS'),
      }),
    };
  }

  /** @param prefix the prefix of the issuer's variables */
  issuer(prefix: string): JwtIssuerSettings {
    const named = (option: keyof typeof issuerVariables) => prefix + issuerVariables[option];
    const provisioning = this.value(named('provisioning'));
    const isSwitch = provisioning === 'off' || provisioning === 'on';
    return {
      issuer: this.value(named('issuer')) ?? '',
      audiences: this.list(named('audiences')) ?? [],
      ...defined({
        jwksUrl: this.value(named('jwksUrl')),
        algorithms: this.list(named('algorithms')),
        clockToleranceSeconds: this.integer(named('clockToleranceSeconds')),
        maxKeyAgeSeconds: this.integer(named('maxKeyAgeSeconds')),
        requireTyp: this.flag(named('requireTyp')),
        scopeClaim: this.value(named('scopeClaim')),
        scopeNames: this.scopeNames(named('scopeNames')),
        rolesClaim: this.value(named('rolesClaim')),
        provisioning: isSwitch ? provisioning : this.list(named('provisioning')),
      }),
    };
  }

  private list(name: string): string[] | undefined {
    return this.value(name)
      ?.split(',')
      .map((item) => item.trim());
  }

  private flag(name: string): boolean | undefined {
    const text = this.value(name)?.toLowerCase();
    return text === 'true' || text === 'false' ? text === 'true' : (text as unknown as undefined);
  }

  private scopeNames(name: string): Record<string, string> | undefined {
    const pairs = this.list(name)?.map((pair) => {
      const [scope = '', ...rest] = pair.split('=');
      return [scope, rest.join('=')] as const;
    });
    return pairs && Object.fromEntries(pairs);
  }
}

/** Returns the name of the variable of an option. Names of variables are returned as they are. */
function variableOf(option: string, issuerPrefixes: readonly string[]): string {
  const [, index, name = ''] = /^authentication\.jwtIssuers\[(\d+)\]\.(\w+)$/.exec(option) ?? [];
  if (index === undefined) return variableNames[option] ?? option;
  return `${issuerPrefixes[Number(index)]}${issuerVariables[name as keyof typeof issuerVariables]}`;
}

/** Returns NaN for other texts. */
function wholeNumber(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : NaN;
}

function trustedProxies(text: string): boolean | number | string {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  return text === 'true' || (text === 'false' ? false : text);
}

/** Returns whether the text is an address, a network in CIDR notation, or one of Express's names for networks. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

type Defined<T> = { [Name in keyof T]?: Exclude<T[Name], undefined> };

/** Returns the object without the members that are undefined. */
function defined<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
