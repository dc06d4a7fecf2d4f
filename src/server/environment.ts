import dotenv from 'dotenv';
import { check, checkLayout, checkSettings, OptionErrors, options } from '../settings/check-options.js';
import type { FeedbackServiceOptions } from '../settings/options.js';
import { processSettings } from '../settings/process-settings.js';
import {
  type Group,
  isSetting,
  jwtIssuer,
  type JwtIssuerSettings,
  type Settings,
} from '../platform/config/index.js';

const issuerPrefixes = ['AUTH_JWT_', ...Array.from({ length: 8 }, (_, n) => `AUTH_JWT_${n + 2}_`)];

/**
 * The settings of the standalone service from environment variables: settings of its process, and the options of the service,
 * which are validated in the same way as in another application.
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
    const hasValue = (name: string) => value(name) !== undefined;
    const process = check(processSettings, readVariables(processSettings, value, errors), errors);
    this.port = process.port;
    this.host = process.host;
    this.metricsPort = process.metricsPort;
    this.shutdownDelayMs = process.shutdownDelayMs;
    this.webConcurrency = process.webConcurrency;
    this.logLevel = process.logLevel;
    this.trustProxy = process.trustProxy;
    if (this.metricsPort === this.port && this.port !== 0) {
      errors.reject('metricsPort', 'must differ from PORT.');
    }
    if (this.webConcurrency > 1 && !hasValue('DATABASE_URL')) {
      errors.reject(
        'webConcurrency',
        'must be 1 without DATABASE_URL: the embedded database is of one process.',
      );
    } else if (this.webConcurrency > 1 && hasValue('DATABASE_REPLICA_URLS')) {
      errors.reject(
        'webConcurrency',
        'must be 1 with DATABASE_REPLICA_URLS: each process tracks by itself which reads must not be stale.',
      );
    }
    for (const prefix of issuerPrefixes.filter((each) => !issuers.includes(each))) {
      const useless = Object.values(jwtIssuer).find(({ variable = '' }) => hasValue(prefix + variable));
      if (useless) errors.reject(`${prefix}${useless.variable}`, `must not be set without ${prefix}ISSUER.`);
    }

    const given: FeedbackServiceOptions = readVariables(options, value, errors);
    const embedded = !hasValue('DATABASE_URL');
    if (embedded && value('NODE_ENV') === 'production' && !hasValue('DATA_DIR')) {
      errors.reject(
        'database.url',
        'must be set if NODE_ENV is production. To use the embedded database there, set DATA_DIR.',
      );
    }
    this.options = {
      ...given,
      database: { ...given.database, embedded },
      authentication: {
        ...given.authentication,
        jwtIssuers: issuers.map((prefix) =>
          readVariables<JwtIssuerSettings>(jwtIssuer, (name) => value(prefix + name), errors),
        ),
      },
      // The service is the whole application, and starts its background work when it listens.
      path: '',
      backgroundWork: false,
    };
    this.docs = checkLayout(this.options, errors).docs;
    this.settings = checkSettings(this.options, errors);
    errors.throwIfAny();
  }

  /** Reads the same as `ofProcess` without the PostgreSQL server, for the embedded database in `DATA_DIR`. */
  static ofProcessEmbedded(): Environment {
    dotenv.config({ quiet: true });
    const server = { DATABASE_URL: '', DATABASE_DIRECT_URL: '', DATABASE_REPLICA_URLS: '' };
    // It is asked for, also in production.
    return new Environment({ ...process.env, ...server, NODE_ENV: '' });
  }

  /** Reads the environment of the process, and `.env` in the working directory for variables that are not set. */
  static ofProcess(): Environment {
    dotenv.config({ quiet: true });
    return new Environment(process.env);
  }
}

/** Returns the options, or settings of the process, whose variables have a value. */
function readVariables<Options>(
  group: Group,
  valueOf: (variable: string) => string | undefined,
  errors: OptionErrors,
): Options {
  const given = Object.entries(group).flatMap(([name, member]): [string, unknown][] => {
    if (!isSetting(member)) return [[name, readVariables(member, valueOf, errors)]];
    const text = member.variable && valueOf(member.variable);
    if (!text) return [];
    return [[name, member.parse(text, (predicate) => errors.reject(name, predicate))]];
  });
  return Object.fromEntries(given) as Options;
}

/** Returns the name of the variable of an option. Names of variables are returned as they are. */
export function variableOf(option: string, issuerPrefixes: readonly string[] = []): string {
  const [, index, name = ''] = /^authentication\.jwtIssuers\[(\d+)\]\.(\w+)$/.exec(option) ?? [];
  if (index !== undefined) {
    return `${issuerPrefixes[Number(index)]}${jwtIssuer[name as keyof typeof jwtIssuer].variable}`;
  }
  const all: Group = { ...processSettings, ...options };
  const found = option
    .split('.')
    .reduce<Group[string] | undefined>((member, step) => (member as Group | undefined)?.[step], all);
  return (found && isSetting(found) && found.variable) || option;
}
