import type { FeedbackServiceOptions, JwtIssuerSettings } from './options.js';
import {
  type JwtIssuer,
  type ServerConnection,
  type Settings,
  SettingsError,
} from './platform/config/index.js';
import { defaultLimits } from './platform/problems/index.js';

/** Collects sentences about invalid options. */
export class OptionErrors {
  private readonly sentences: string[] = [];

  /** @param nameOf returns the name under which users know an option, such as that of an environment variable */
  constructor(readonly nameOf: (option: string) => string = (option) => option) {}

  /** @param predicate follows the option's name: `must be true or false.` */
  reject(option: string, predicate: string): void {
    this.sentences.push(`${this.nameOf(option)} ${predicate}`);
  }

  /** @throws SettingsError if there are any */
  throwIfAny(): void {
    if (this.sentences.length > 0) throw new SettingsError([...new Set(this.sentences)].join('\n'));
  }
}

/** The names of all options, as far as they are fixed. */
const known = {
  '': [
    ...['path', 'modules', 'docs', 'health', 'imports', 'ports', 'inject', 'useFactory'],
    ...[
      'database',
      'publicBaseUrl',
      'maxBodyBytes',
      'maxImportBytes',
      'authentication',
      'rateLimitPerMinute',
      'redisUrl',
    ],
    ...['corsOrigins', 'webhookAllowPrivateAddresses', 'webhookRetrySchedule', 'eventRetentionDays'],
    ...['secretsKey', 'secretsKeyPrevious', 'backgroundWork', 'requestLogger', 'users'],
  ],
  modules: ['feedback', 'changelog', 'webhooks'],
  database: [
    ...['url', 'connection', 'dataSource', 'directUrl', 'replicaUrls', 'schema', 'jobsSchema', 'poolSize'],
    ...['directory', 'onDeath'],
  ],
  authentication: ['jwtIssuers', 'bootstrapToken'],
  users: ['view'],
};

const postgres = ['postgres:', 'postgresql:'];
const web = ['http:', 'https:'];
const algorithms = ['RS256', 'PS256', 'ES256', 'EdDSA'];

/** The validated layout. */
export interface CheckedLayout {
  readonly path: string;
  readonly modules: { readonly feedback: boolean; readonly changelog: boolean; readonly webhooks: boolean };
  readonly docs: boolean;
  readonly health: boolean;
}

/** Validates the part of the options that must be known before the settings are loaded. */
export function checkLayout(options: Partial<FeedbackServiceOptions>, errors: OptionErrors): CheckedLayout {
  const check = new OptionCheck(options, errors);
  check.names();
  const path = (options.path ?? 'feedback-service').replace(/^\/|\/$/g, '');
  if (!/^(?:[a-z0-9._-]+(?:\/[a-z0-9._-]+)*)?$/i.test(path)) {
    errors.reject(
      'path',
      'must be segments of letters, digits, dots, hyphens and underscores, with slashes between.',
    );
  }
  return {
    path,
    modules: {
      feedback: check.flag('modules.feedback', true),
      changelog: check.flag('modules.changelog', true),
      webhooks: check.flag('modules.webhooks', true),
    },
    docs: check.flag('docs', true),
    health: check.flag('health', true),
  };
}

/** Validates the settings, and adds defaults. */
export function checkSettings(options: Partial<FeedbackServiceOptions>, errors: OptionErrors): Settings {
  const check = new OptionCheck(options, errors);
  check.names();
  const { reject } = check;
  const database = databaseOf(options, check);
  const schema = check.text('database.schema') ?? 'feedback';
  const jobsSchema = check.text('database.jobsSchema') ?? `${schema}_jobs`;
  for (const [option, name] of [
    ['database.schema', schema],
    ['database.jobsSchema', jobsSchema],
  ] as const) {
    if (!/^(?!pg_)[a-z_][a-z0-9_]{0,62}$/.test(name) || (option === 'database.schema' && name.length > 58)) {
      reject(
        option,
        'must be 1 to 58 lower-case letters, digits and underscores, and not begin with a digit or pg_.',
      );
    }
  }
  if (schema === jobsSchema)
    reject('database.jobsSchema', 'must differ from the schema of the other tables.');

  const directUrl = check.url('database.directUrl', postgres);
  const replicaUrls = check.list('database.replicaUrls') ?? [];
  const hosts = replicaUrls.map((url) => isOf(url, postgres) && new URL(url).host);
  if (!hosts.every((host) => host) || new Set(hosts).size < hosts.length) {
    reject('database.replicaUrls', 'must be URLs of the form postgres://…, each of another server.');
  }
  if (!database.isSet) {
    const server = errors.nameOf('database.url');
    if (directUrl !== undefined) reject('database.directUrl', `must not be set without ${server}.`);
    if (hosts.length > 0) reject('database.replicaUrls', `must not be set without ${server}.`);
  }

  const bootstrapAccessToken = check.text('authentication.bootstrapToken');
  if (bootstrapAccessToken && !/^[A-Za-z0-9\-._~+/]{32,1000}=*$/.test(bootstrapAccessToken)) {
    reject(
      'authentication.bootstrapToken',
      'must have 32 to 1000 characters out of A-Z a-z 0-9 - . _ ~ + / (and = at the end).',
    );
  }
  const issuers = options.authentication?.jwtIssuers ?? [];
  if (!Array.isArray(issuers)) reject('authentication.jwtIssuers', 'must be a list.');
  const jwtIssuers = (Array.isArray(issuers) ? issuers : []).map((issuer: JwtIssuerSettings, index) =>
    checkIssuer(issuer, `authentication.jwtIssuers[${index}]`, check),
  );
  if (new Set(jwtIssuers.map(({ issuer }) => issuer)).size < jwtIssuers.length) {
    reject('authentication.jwtIssuers[0].issuer', 'must be another one than that of the other issuers.');
  }
  if (jwtIssuers.length > 0 && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(bootstrapAccessToken ?? '')) {
    reject('authentication.bootstrapToken', 'must not have the form of a JWT if there are JWT issuers.');
  }

  const usersView = check.text('users.view');
  if (usersView !== undefined && !/^[a-z_][a-z0-9_]*\.[a-z_][a-z0-9_]*$/.test(usersView)) {
    reject('users.view', 'must have the form schema.name, with lower-case letters, digits and underscores.');
  }

  const publicBaseUrl = check.url('publicBaseUrl', web);
  if (publicBaseUrl && /[?#]/.test(new URL(publicBaseUrl).href)) {
    reject('publicBaseUrl', 'must have neither a query nor a fragment.');
  }
  const schedule = options.webhookRetrySchedule ?? [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
  const isPause = (pause: unknown) =>
    Number.isInteger(pause) && Number(pause) >= 0 && Number(pause) < 1_000_000;
  if (!Array.isArray(schedule) || schedule.length < 1 || schedule.length > 20 || !schedule.every(isPause)) {
    reject('webhookRetrySchedule', 'must be 1 to 20 whole numbers of seconds, such as 5, 300, 1800.');
  }
  const secretsKey = check.text('secretsKey');
  if (secretsKey !== undefined && secretsKey.length < 32) {
    reject('secretsKey', 'must have at least 32 characters.');
  }
  const secretsKeyPrevious = check.text('secretsKeyPrevious');
  if (secretsKeyPrevious !== undefined && secretsKey === undefined) {
    reject('secretsKeyPrevious', `must not be set without ${errors.nameOf('secretsKey')}.`);
  }
  const corsOrigins = check.list('corsOrigins') ?? [];
  if (!corsOrigins.every((origin) => origin === '*' || isOrigin(origin))) {
    reject('corsOrigins', 'must be * or a list of origins, such as https://app.example.com.');
  }
  return {
    database: database.server,
    databaseDirect: directUrl === undefined ? undefined : { connectionString: directUrl },
    databaseSchema: schema,
    databaseJobsSchema: jobsSchema,
    databaseReplicaUrls: replicaUrls,
    databasePoolSize: check.integer('database.poolSize', 10, 1, 1000),
    dataDir: check.text('database.directory') ?? './data',
    onDatabaseDeath: options.database?.onDeath,
    usersView,
    bootstrapAccessToken,
    jwtIssuers,
    // Serialized, so that it has no characters that a header must not have.
    publicBaseUrl: publicBaseUrl && new URL(publicBaseUrl).href.replace(/\/+$/, ''),
    maxBodyBytes: check.integer('maxBodyBytes', defaultLimits.maxBodyBytes, 1024, 104_857_600),
    maxImportBytes: check.integer('maxImportBytes', defaultLimits.maxImportBytes, 1024, 4_294_967_296),
    rateLimitPerMinute: check.integer(
      'rateLimitPerMinute',
      defaultLimits.rateLimitPerMinute,
      0,
      1_000_000_000,
    ),
    redisUrl: check.url('redisUrl', ['redis:', 'rediss:']),
    corsOrigins,
    webhookAllowPrivateAddresses: check.flag('webhookAllowPrivateAddresses', false),
    webhookRetrySchedule: schedule,
    eventRetentionDays: check.integer('eventRetentionDays', 90, 1, 36_500),
    secretsKey,
    secretsKeyPrevious,
    backgroundWork: check.flag('backgroundWork', true),
  };
}

/** Returns the server, and whether one is set: an invalid one is reported once, not as a missing one as well. */
function databaseOf(
  { database = {} }: Partial<FeedbackServiceOptions>,
  check: OptionCheck,
): { server: ServerConnection | undefined; isSet: boolean } {
  const { connection, dataSource } = database;
  const given = (['url', 'connection', 'dataSource'] as const).filter((name) => database[name] !== undefined);
  if (given.length > 1) check.reject('database', `must have only one of url, connection and dataSource.`);
  const url = check.url('database.url', postgres);
  if (connection !== undefined && (typeof connection !== 'object' || connection === null)) {
    check.reject('database.connection', 'must be an object with connection parameters of pg.');
  }
  if (dataSource === undefined) {
    return { server: url === undefined ? connection : { connectionString: url }, isSet: given.length > 0 };
  }
  const options = ('options' in dataSource ? dataSource.options : dataSource) as Record<string, unknown>;
  if (options['type'] !== 'postgres') {
    check.reject('database.dataSource', 'must be a TypeORM DataSource of the type postgres, or its options.');
  }
  const { url: connectionString, username: user, host, port, password, database: name, ssl } = options;
  const parts = { connectionString, host, port, user, password, database: name, ssl };
  const set = Object.entries(parts).filter(([, value]) => value !== undefined);
  return { server: Object.fromEntries(set), isSet: true };
}

function checkIssuer(settings: JwtIssuerSettings, option: string, check: OptionCheck): JwtIssuer {
  const { reject } = check;
  const issuer = check.url(`${option}.issuer`, web);
  if (settings.issuer === undefined) reject(`${option}.issuer`, 'must be set.');
  const audiences = check.list(`${option}.audiences`) ?? [];
  if (audiences.length === 0) {
    reject(`${option}.audiences`, 'must be set: it is how tokens for this service are recognized.');
  }
  const accepted = check.list(`${option}.algorithms`) ?? algorithms;
  if (!accepted.every((algorithm) => algorithms.includes(algorithm))) {
    reject(`${option}.algorithms`, `must be a list of: ${algorithms.join(', ')}.`);
  }
  const scopeNames = { read: 'read', write: 'write', admin: 'admin', ...settings.scopeNames };
  if (Object.keys(scopeNames).length > 3 || !Object.values(scopeNames).every((name) => /^\S+$/.test(name))) {
    reject(`${option}.scopeNames`, 'must have the form read=…,write=…,admin=….');
  }
  const { provisioning = 'off' } = settings;
  const isSwitch = provisioning === 'off' || provisioning === 'on';
  const domains = isSwitch || !Array.isArray(provisioning) ? [] : provisioning.map(String);
  if (
    !isSwitch &&
    !(domains.length > 0 && domains.every((domain) => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(domain)))
  ) {
    reject(`${option}.provisioning`, 'must be off, on, or a list of domains.');
  }
  return {
    issuer: issuer ?? '',
    audiences,
    jwksUrl: check.url(`${option}.jwksUrl`, web),
    algorithms: accepted,
    clockToleranceSeconds: check.integer(`${option}.clockToleranceSeconds`, 30, 0, 60),
    maxKeyAgeSeconds: check.integer(`${option}.maxKeyAgeSeconds`, 3_600, 0, 86_400),
    requireTyp: check.flag(`${option}.requireTyp`, false),
    scopeClaim: check.text(`${option}.scopeClaim`) ?? 'scope',
    scopeNames,
    rolesClaim: check.text(`${option}.rolesClaim`),
    provisioning: isSwitch ? provisioning : domains.map((domain) => domain.toLowerCase()),
  };
}

/** Reads options by their paths, and reports those of the wrong type. */
class OptionCheck {
  constructor(
    private readonly options: object,
    private readonly errors: OptionErrors,
  ) {}

  readonly reject = (option: string, predicate: string): void => this.errors.reject(option, predicate);

  /** Reports options that do not exist: a misspelled one would have no effect. */
  names(): void {
    for (const [group, names] of Object.entries(known)) {
      const options = (group === '' ? this.options : this.value(group)) ?? {};
      if (typeof options !== 'object') this.reject(group, 'must be an object.');
      for (const name of Object.keys(options).filter((each) => !names.includes(each))) {
        this.reject(group === '' ? name : `${group}.${name}`, 'is not an option.');
      }
    }
  }

  text(option: string): string | undefined {
    const value = this.value(option);
    if (value === undefined || (typeof value === 'string' && value !== '')) return value;
    this.reject(option, 'must be a text that is not empty.');
    return undefined;
  }

  flag(option: string, fallback: boolean): boolean {
    const value = this.value(option) ?? fallback;
    if (typeof value === 'boolean') return value;
    this.reject(option, 'must be true or false.');
    return fallback;
  }

  integer(option: string, fallback: number, min: number, max: number): number {
    const value = this.value(option) ?? fallback;
    if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
    this.reject(option, `must be a whole number from ${min} to ${max}.`);
    return fallback;
  }

  list(option: string): readonly string[] | undefined {
    const value = this.value(option);
    if (value === undefined) return undefined;
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value;
    this.reject(option, 'must be a list of texts.');
    return undefined;
  }

  url(option: string, protocols: readonly string[]): string | undefined {
    const value = this.value(option);
    if (value === undefined || (typeof value === 'string' && isOf(value, protocols))) return value;
    this.reject(option, `must be a URL of the form ${protocols.map((each) => `${each}//…`).join(' or ')}.`);
    return undefined;
  }

  private value(option: string): unknown {
    const steps = option.split(/[.[\]]+/).filter((step) => step !== '');
    return steps.reduce<unknown>(
      (value, step) => (value as Record<string, unknown> | undefined)?.[step],
      this.options,
    );
  }
}

/** Returns whether the text is a URL with one of these schemes and valid percent-encoding. */
function isOf(text: string, protocols: readonly string[]): boolean {
  if (!protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`))) return false;
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
