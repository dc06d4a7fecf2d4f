/** A condition on a value, and the end of the sentence about a value that does not satisfy it: `must be true or false.` */
type Rule<Value> = readonly [isSatisfiedBy: (value: Value) => boolean, predicate: string];

/** A setting: an option of `forRoot`, which the standalone service may read from an environment variable. */
export interface Setting<Given, Value> {
  /** The environment variable; absent: the standalone service does not have the setting. */
  readonly variable?: string;
  /** Converts the text of the variable. A text that cannot be converted becomes a value that breaks a rule. */
  readonly parse: (text: string, reject: (predicate: string) => void) => unknown;
  /** Checked in this order until one is broken. The first one tells whether the value has the type. */
  readonly rules: readonly Rule<Given>[];
  /** Normalizes a valid value. */
  readonly convert: (given: Given) => Value;
  /** The value if none is given, or an invalid one. */
  readonly default: Value;
  /** The end of the sentence about a missing value. */
  readonly required?: string;
  /** The default in the documentation, if it is not the value of `default`. */
  readonly shownDefault?: string;
  /** The settings of each item of a list. */
  readonly items?: Group;
}

/** Settings by the names of the options. */
export interface Group {
  readonly [name: string]: Setting<never, unknown> | Group;
}

/** The options as they are given. */
export type Given<T> = {
  readonly [Name in keyof T]?: T[Name] extends Setting<infer Value, unknown> ? Value : Given<T[Name]>;
};

/** The validated settings, with defaults. */
export type Checked<T> = {
  readonly [Name in keyof T]: T[Name] extends Setting<never, infer Value> ? Value : Checked<T[Name]>;
};

/** What the settings of a type can state in addition. */
interface Details<Value, Default> {
  readonly variable?: string;
  readonly default?: Default;
  readonly shownDefault?: string;
  readonly required?: string;
  /** A rule in addition to the type's rule. */
  readonly rule?: Rule<Value>;
}

/** The type of the values: undefined only where no default is set. */
type ValueOf<Type, Default> = Type | Extract<Default, undefined>;

type Make<Type> = <Default extends Type | undefined = undefined>(
  details?: Details<Type, Default>,
) => Setting<Type, ValueOf<Type, Default>>;

/** Returns a function that creates the settings of a type. */
function type<Type>(typeRule: Rule<Type>, parse: Setting<Type, Type>['parse'] = (text) => text): Make<Type> {
  return <Default extends Type | undefined>({ rule, ...details }: Details<Type, Default> = {}) => ({
    parse,
    convert: (given: Type) => given,
    ...details,
    rules: rule ? [typeRule, rule] : [typeRule],
    default: details.default as ValueOf<Type, Default>,
  });
}

/** Returns the items of a string with commas between them. */
export const splitList = (text: string) => text.split(',').map((item) => item.trim());

const isString = (value: unknown) => typeof value === 'string';

/** A string that is not empty. */
export const text = type<string>([(value) => isString(value) && value !== '', 'must be a non-empty string.']);

export const flag = type<boolean>(
  [(value) => typeof value === 'boolean', 'must be true or false.'],
  (given) => ({ true: true, false: false })[given.toLowerCase()] ?? given,
);

/** A list of strings, with commas between them in the variable. */
export const list = type<readonly string[]>(
  [(value) => Array.isArray(value) && value.every(isString), 'must be a list of strings.'],
  splitList,
);

/** Returns NaN for texts that are not whole numbers. */
export function parseInteger(text: string): number {
  return /^\d{1,10}$/.test(text) ? Number(text) : NaN;
}

/** A whole number in a range. */
export function integer<Default extends number | undefined = undefined>(
  min: number,
  max: number,
  details: Details<number, Default>,
): Setting<number, ValueOf<number, Default>> {
  const isInRange = (value: number) => Number.isInteger(value) && value >= min && value <= max;
  return type<number>([isInRange, `must be a whole number from ${min} to ${max}.`], parseInteger)(details);
}

/** One of some strings. */
export function oneOf<Default extends string | undefined = undefined>(
  values: readonly string[],
  details: Details<string, Default>,
): Setting<string, ValueOf<string, Default>> {
  return type<string>([(value) => values.includes(value), `must be one of: ${values.join(', ')}.`])(details);
}

/** A URL with one of these schemes, such as `https:`. */
export function url(
  schemes: readonly string[],
  details: Details<string, undefined> = {},
): Setting<string, string | undefined> {
  const form = schemes.map((scheme) => `${scheme}//…`).join(' or ');
  return type<string>([(value) => isUrl(value, schemes), `must be a URL of the form ${form}.`])(details);
}

/** Returns whether the value is a URL with one of these schemes and valid percent-encoding. */
export function isUrl(value: unknown, schemes: readonly string[]): value is string {
  if (typeof value !== 'string' || !URL.canParse(value)) return false;
  if (!schemes.some((scheme) => value.toLowerCase().startsWith(`${scheme}//`))) return false;
  const { username, password, pathname } = new URL(value);
  try {
    for (const part of [username, password, pathname]) decodeURIComponent(part);
    return true;
  } catch {
    return false;
  }
}

/** Returns whether the text is an origin as browsers send it. */
export function isOrigin(origin: string): boolean {
  return URL.canParse(origin) && new URL(origin).origin === origin && !origin.includes('*');
}

/** A value of any other type, whose only rules are those in `details`. */
export function value<Type, Default extends Type | undefined = undefined>(
  details: Details<Type, Default> & Partial<Pick<Setting<Type, Type>, 'parse'>> = {},
): Setting<Type, ValueOf<Type, Default>> {
  const { parse = splitList, rule, ...others } = details;
  return {
    ...others,
    parse,
    rules: rule ? [rule] : [],
    convert: (given: Type) => given,
    default: details.default as ValueOf<Type, Default>,
  };
}

/** Returns the setting with a function that normalizes its values. */
export function converted<Type, Value, Default>(
  setting: Setting<Type, Default>,
  convert: (given: Type) => Value,
): Setting<Type, ValueOf<Value, Default>> {
  return { ...setting, convert, default: setting.default as ValueOf<Value, Default> };
}

/** Returns whether a member of a group is a setting. */
export function isSetting(member: Group[string]): member is Setting<never, unknown> {
  return typeof member['parse'] === 'function';
}
