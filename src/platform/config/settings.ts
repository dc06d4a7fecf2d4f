import type { RequestLogger } from '../logging/index.js';
import { authentication } from './authentication.js';
import { database } from './database.js';
import { mail } from './mail.js';
import {
  type Checked,
  converted,
  flag,
  integer,
  isOrigin,
  list,
  parseInteger,
  splitList,
  text,
  url,
  value,
} from './setting.js';

const web = ['http:', 'https:'];

/** A field that the application around the service declares for the records of all projects. */
export interface DeclaredField {
  /** The name of the value among the `fields` of a record: 1 to 40 lower-case letters, digits and underscores. */
  readonly key: string;
  /** What people read; by default, the key as words. */
  readonly name?: string | undefined;
  /** `text` by default. */
  readonly type?: 'text' | 'number' | 'boolean' | 'date' | 'url' | 'choice' | 'choices' | undefined;
  /** The values to choose from, in their order, of the types `choice` and `choices`. */
  readonly options?: readonly string[] | undefined;
  /** Whether contributors must set it when they create a record; false by default. */
  readonly required?: boolean | undefined;
  /** Who can set its values: by default, contributors in their own records. */
  readonly setBy?: 'contributors' | 'editors' | undefined;
  /** Who can see it, and its values; everyone by default. */
  readonly visibleTo?: 'everyone' | 'editors' | undefined;
  /** Place among the fields of a project; after the one declared before it by default. */
  readonly position?: number | undefined;
}

/** Fields of records in all projects. */
const declaredFields = () =>
  value<readonly DeclaredField[], readonly DeclaredField[]>({
    default: [],
    rule: [
      (given) =>
        Array.isArray(given) &&
        given.length <= 30 &&
        given.every((each) => typeof each === 'object' && each !== null),
      'must be a list of at most 30 fields.',
    ],
  });

/**
 * The settings of the service, also those of contexts, because all are validated and reported together. Their types, variables,
 * messages and documentation follow from this table.
 */
export const settings = {
  database,
  /** The host's users, instead of users of the service. */
  users: {
    /** Table or view with the columns that the page on embedding describes: `public.people`. */
    view: text({
      rule: [
        (view) => /^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(view),
        'must have the form schema.name, with lower-case letters, digits and underscores.',
      ],
    }),
  },
  /**
   * Returns the `EntityManager` of the transaction that the calling code of the host runs in: use cases and reads join it. A
   * manager without an active transaction is ignored.
   */
  transaction: value<() => unknown>({
    rule: [(given) => typeof given === 'function', 'must be a function.'],
  }),
  /** Fields of feedback in all projects, in addition to each project's own. The API cannot change them. */
  fields: declaredFields(),
  /** Fields of changelog entries in all projects. */
  changelogFields: declaredFields(),
  /** Fields of comments in all projects. */
  commentFields: declaredFields(),
  /**
   * Start of absolute links, such as `https://feedback.example.com`: the URL of the root of the application, to which the global
   * prefix and `path` are appended. A path is one that a proxy removes.
   */
  publicBaseUrl: converted(
    url(web, {
      variable: 'PUBLIC_BASE_URL',
      shownDefault: 'the `Host` header',
      rule: [(given) => !/[?#]/.test(new URL(given).href), 'must have neither a query nor a fragment.'],
    }),
    // Serialized, so that it has no characters that a header must not have.
    (given) => new URL(given).href.replace(/\/+$/, ''),
  ),
  /** Maximum size of a request body in bytes, before and after decompression. */
  maxBodyBytes: integer(1024, 104_857_600, { variable: 'MAX_BODY_BYTES', default: 1_048_576 }),
  /** Maximum size of a file to import, in bytes. */
  maxImportBytes: integer(1024, 4_294_967_296, { variable: 'MAX_IMPORT_BYTES', default: 268_435_456 }),
  /** Maximum size of an attachment, in bytes. */
  maxAttachmentBytes: integer(1024, 67_108_864, { variable: 'MAX_ATTACHMENT_BYTES', default: 10_485_760 }),
  authentication,
  /** Requests per minute and access token; 0 disables the limit. */
  rateLimitPerMinute: integer(0, 1_000_000_000, { variable: 'RATE_LIMIT_PER_MINUTE', default: 1_200 }),
  /** Expensive reads, and as many streams, in progress at once of each access token, and of each user that a request names. */
  maxParallelSearches: integer(1, 1000, { variable: 'MAX_PARALLEL_SEARCHES', default: 6 }),
  /** `redis://…` or `rediss://…`: the processes share the rate limit. Needs `ioredis`. */
  redisUrl: url(['redis:', 'rediss:'], { variable: 'REDIS_URL' }),
  /** Origins that browsers may send requests from, with commas between, or `*`. */
  corsOrigins: {
    ...list({
      variable: 'CORS_ORIGINS',
      default: [],
      rule: [
        (origins) => origins.every((origin) => origin === '*' || isOrigin(origin)),
        'must be * or a list of origins, such as https://app.example.com.',
      ],
    }),
    parse: (given: string) => splitList(given).filter((origin) => origin !== ''),
  },
  /** Whether webhooks and chat may use private addresses and `http` URLs. */
  webhookAllowPrivateAddresses: flag({ variable: 'WEBHOOK_ALLOW_PRIVATE_ADDRESSES', default: false }),
  /** Delays before the retries of a failed delivery, in seconds. */
  webhookRetrySchedule: value<readonly number[], readonly number[]>({
    variable: 'WEBHOOK_RETRY_SCHEDULE',
    default: [5, 300, 1800, 7200, 18_000, 36_000, 36_000],
    parse: (given) => given.split(',').map((pause) => parseInteger(pause.trim())),
    rule: [isSchedule, 'must be 1 to 20 whole numbers of seconds, such as 5, 300, 1800.'],
  }),
  /** E-mail. Without `smtpUrl`, none is sent. */
  mail,
  /** Minimum retention of events, in days. */
  eventRetentionDays: integer(1, 36_500, { variable: 'EVENT_RETENTION_DAYS', default: 90 }),
  /** Key, 32 characters or more, that encrypts stored secrets. Without it, they are stored as they are. */
  secretsKey: text({
    variable: 'SECRETS_KEY',
    rule: [(key) => key.length >= 32, 'must have at least 32 characters.'],
  }),
  /** The key that `SECRETS_KEY` replaces. It decrypts what it encrypted. */
  secretsKeyPrevious: text({ variable: 'SECRETS_KEY_PREVIOUS' }),
  /** Whether this process runs background work, such as deliveries and scheduled publication. One process per database must. */
  backgroundWork: flag({ default: true }),
  /**
   * Receives a line for each request of the service, such as a `pino` logger. By default, Nest's logger does, except for
   * requests that `pino-http` logs, which have a `log`. With `false`, only unexpected errors are logged.
   */
  requestLogger: value<RequestLogger | false>(),
};

function isSchedule(pauses: unknown): boolean {
  const isPause = (pause: unknown) =>
    Number.isInteger(pause) && Number(pause) >= 0 && Number(pause) < 1_000_000;
  return Array.isArray(pauses) && pauses.length >= 1 && pauses.length <= 20 && pauses.every(isPause);
}

/** The validated settings, with defaults. A class, because Nest injects by classes; its members are the settings of the table. */
export abstract class Settings extends (class {} as new () => Checked<typeof settings>) {}

/** Returns the name under which users know an option, such as the name of an environment variable. */
type NameOfOption = (option: string) => string;

/**
 * Invalid settings. The message has one line for each of them, which names the setting and never
 * contains a secret.
 */
export class SettingsError extends Error {
  /** @param describe the message, or a function that returns it for other names of options, such as `database.url` */
  constructor(private readonly describe: string | ((nameOf: NameOfOption) => string)) {
    super(typeof describe === 'string' ? describe : describe((option) => option));
  }

  /** Returns the message with other names for the options. */
  messageWith(nameOf: NameOfOption): string {
    return typeof this.describe === 'string' ? this.message : this.describe(nameOf);
  }
}

/** Where the service is mounted, and which of its parts are on. Known before the settings, which may be loaded later. */
export abstract class Layout {
  /** Path of the service below the global prefix, without slashes at its ends; empty: the whole application. */
  abstract readonly path: string;
  /** Whether the page at /docs is served. */
  abstract readonly docs: boolean;
  /** The modules of the service: other routes belong to the application around it. */
  abstract readonly modules: readonly (new (...dependencies: never[]) => unknown)[];
}
