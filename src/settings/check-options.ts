import { isMistypedToken } from '../identity/index.js';
import {
  type Checked,
  type Group,
  isSetting,
  type Setting,
  type Settings,
  settings,
  SettingsError,
} from '../platform/config/index.js';
import { DeclaredFields } from '../project/index.js';
import { type FeedbackServiceOptions, layout } from './options.js';

/** Collects sentences about invalid options. */
export class OptionErrors {
  private readonly sentences: string[] = [];

  /** @param nameOf returns the name under which users know an option, such as an environment variable's */
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

/** All options. */
export const options = { ...layout, ...settings };

/** The names of all options; the last two are passed beside the layout where the settings are loaded later. */
const names = [...Object.keys(options), 'inject', 'useFactory'];

/** The validated layout. */
export type CheckedLayout = Pick<
  Checked<typeof layout>,
  'path' | 'modules' | 'docs' | 'health' | 'extensions'
>;

/** Validates the part of the options that must be known before the settings are loaded. */
export function checkLayout(given: Partial<FeedbackServiceOptions>, errors: OptionErrors): CheckedLayout {
  const { path, modules, docs, health, extensions } = check(layout, given, errors, '', names);
  return { path, modules, docs, health, extensions };
}

/** Validates the settings, and adds defaults. */
export function checkSettings(given: Partial<FeedbackServiceOptions>, errors: OptionErrors): Settings {
  const checked = check(settings, given, errors, '', names);
  checkCombinations(given, errors);
  for (const option of ['fields', 'changelogFields', 'commentFields'] as const) {
    DeclaredFields.of(checked[option], (name, predicate) => errors.reject(name, predicate), option);
  }
  return checked;
}

/** Reports options that are valid each, but not together. */
function checkCombinations(given: Partial<FeedbackServiceOptions>, errors: OptionErrors): void {
  const { database = {}, authentication = {}, secretsKey, secretsKeyPrevious } = given;
  const servers = [database.url, database.connection, database.dataSource].filter(
    (each) => each !== undefined,
  );
  if (servers.length + (database.embedded ? 1 : 0) > 1) {
    errors.reject('database', 'must have only one of url, connection, dataSource and embedded.');
  }
  if (servers.length === 0 && !database.embedded) {
    errors.reject(
      'database',
      'must have url, connection or dataSource with a value, or embedded: true for the embedded database.',
    );
  }
  if (servers.length === 0) {
    const predicate = `must not be set without ${errors.nameOf('database.url')}.`;
    if (database.directUrl !== undefined) errors.reject('database.directUrl', predicate);
    if (database.replicaUrls?.length) errors.reject('database.replicaUrls', predicate);
  }
  if (database.embedded && database.migrations === 'check') {
    errors.reject('database.migrations', 'must not be check with the embedded database.');
  }
  if (
    database.jobsSchema !== undefined &&
    database.jobsSchema === (database.schema ?? settings.database.schema.default)
  ) {
    errors.reject('database.jobsSchema', 'must differ from the schema of the other tables.');
  }
  if (secretsKeyPrevious !== undefined && secretsKey === undefined) {
    errors.reject('secretsKeyPrevious', `must not be set without ${errors.nameOf('secretsKey')}.`);
  }
  checkMail(given, errors);
  const { jwtIssuers, bootstrapToken = '' } = authentication;
  if (typeof bootstrapToken === 'string' && isMistypedToken(bootstrapToken)) {
    errors.reject(
      'authentication.bootstrapToken',
      'must not begin with fcs_ unless it is a token that the service has made.',
    );
  }
  if (!Array.isArray(jwtIssuers) || jwtIssuers.length === 0) return;
  const issuers = jwtIssuers.map((each: { issuer?: string }) => each.issuer);
  if (new Set(issuers).size < issuers.length) {
    errors.reject('authentication.jwtIssuers[0].issuer', 'must differ from the values of the other issuers.');
  }
  if (/^[\w-]+\.[\w-]+\.[\w-]+$/.test(bootstrapToken)) {
    errors.reject(
      'authentication.bootstrapToken',
      'must not have the form of a JWT if there are JWT issuers.',
    );
  }
}

/** Mails need a sender, and links to pages of the service. */
function checkMail(
  { mail = {}, publicBaseUrl }: Partial<FeedbackServiceOptions>,
  errors: OptionErrors,
): void {
  const { smtpUrl, from, serviceUrl, dkim = {} } = mail;
  if (smtpUrl === undefined) {
    const needless = from === undefined ? undefined : 'mail.from';
    if (needless) errors.reject(needless, `must not be set without ${errors.nameOf('mail.smtpUrl')}.`);
    return;
  }
  if (from === undefined) errors.reject('mail.from', `must be set with ${errors.nameOf('mail.smtpUrl')}.`);
  if (publicBaseUrl === undefined && serviceUrl === undefined) {
    errors.reject('publicBaseUrl', `must be set with ${errors.nameOf('mail.smtpUrl')}: mails contain links.`);
  }
  if ((dkim.selector === undefined) !== (dkim.privateKey === undefined)) {
    errors.reject(
      'mail.dkim.selector',
      `must be set together with ${errors.nameOf('mail.dkim.privateKey')}.`,
    );
  }
}

/**
 * Validates a group of settings, and adds defaults. Reports every invalid value, and options that do not exist: a misspelled
 * one would have no effect.
 *
 * @param prefix of the names of the options: `database.`
 */
export function check<Table extends object>(
  table: Table,
  given: unknown,
  errors: OptionErrors,
  prefix = '',
  known: readonly string[] = Object.keys(table),
): Checked<Table> {
  const isGroup = typeof given === 'object' && given !== null;
  if (!isGroup && given !== undefined) errors.reject(prefix.slice(0, -1), 'must be an object.');
  const values = (isGroup ? given : {}) as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    if (!known.includes(name)) errors.reject(`${prefix}${name}`, 'is not an option.');
  }
  const checked = Object.entries(table as unknown as Group).map(([name, member]) => [
    name,
    isSetting(member)
      ? checkSetting(member as Setting<unknown, unknown>, values[name], `${prefix}${name}`, errors)
      : check(member, values[name], errors, `${prefix}${name}.`),
  ]);
  return Object.fromEntries(checked) as Checked<Table>;
}

function checkSetting(
  { rules, required, items, ...setting }: Setting<unknown, unknown>,
  value: unknown,
  option: string,
  errors: OptionErrors,
): unknown {
  const predicate =
    value === undefined ? required : rules.find(([isSatisfiedBy]) => !isSatisfiedBy(value))?.[1];
  if (predicate !== undefined) errors.reject(option, predicate);
  if (value === undefined || predicate !== undefined) return setting.default;
  if (items) {
    return (value as unknown[]).map((item, index) => check(items, item, errors, `${option}[${index}].`));
  }
  return setting.convert(value);
}
