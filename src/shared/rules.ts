import { InvalidInput } from './domain-error.js';

/**
 * A condition on the value of a field. Aggregates check their own rules. The HTTP layer checks the same rules for all
 * fields of a body, so that it can report every error at once.
 *
 * Only type rules reject values of the wrong type; all other rules accept them, so that a wrong type is reported once.
 */
export interface Rule {
  /** Stable, snake_case. */
  readonly code: string;
  /** Completes the sentence "The field …". */
  readonly detail: string;
  readonly isSatisfiedBy: (value: unknown) => boolean;
  /** The equivalent JSON Schema keywords for the OpenAPI document; absent if JSON Schema cannot express the rule. */
  readonly schema?: JsonSchema;
  /** Returns the form of a value that is checked and stored; absent if values are stored as sent. */
  readonly normalize?: (value: unknown) => unknown;
}

/** Keywords of JSON Schema 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The rules of a field, in order of precedence: only the first violated one is reported. */
export type Rules = readonly Rule[];

const forText = (
  code: string,
  detail: string,
  isSatisfiedBy: (text: string) => boolean,
  schema: JsonSchema = {},
): Rule => ({
  code,
  detail,
  isSatisfiedBy: (value) => typeof value !== 'string' || isSatisfiedBy(value),
  schema,
});

const isString: Rule = {
  code: 'invalid_type',
  detail: 'must be a string.',
  isSatisfiedBy: (value) => typeof value === 'string',
  schema: { type: 'string' },
};

/**
 * Returns whether PostgreSQL can store a text: it has no U+0000, and no lone surrogate, which has no UTF-8 form. Others are not
 * looked up.
 */
export function isStorable(text: string): boolean {
  return !/\p{Surrogate}|\0/u.test(text);
}

const isWellFormed = forText('invalid_unicode', 'must be well-formed Unicode without U+0000.', isStorable);

/**
 * A character that people can see: no white space, control or format character, mark, noncharacter, or letter or symbol without
 * ink (Unicode calls most of these "default ignorable").
 */
const visible =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1D159}]/u;

/** Returns whether a text has a visible character. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}

// As a schema, both are the same: the regular expressions of many languages do not know the properties of Unicode.
const schemaOfRequired = { pattern: String.raw`\S` };
const isNotBlank = forText('blank', 'must not be blank.', (text) => text.trim() !== '', schemaOfRequired);
const hasVisible = forText('blank', 'must have a visible character.', isVisible, schemaOfRequired);

/** Compares the length in Unicode code points. They are counted only where their number decides: that takes long. */
const isWithin = (text: string, max: number): boolean =>
  text.length <= max || (text.length <= 2 * max && [...text].length <= max);

const hasAtMost = (max: number): Rule =>
  forText(
    'too_long',
    `must have at most ${max} characters (Unicode code points).`,
    (text) => isWithin(text, max),
    { maxLength: max },
  );

/**
 * Accepts text of at most `max` code points; `required` text must not be blank, or has to have a character that people can see.
 */
export function text({ max, required = false }: { max: number; required?: boolean | 'visible' }): Rules {
  const presence = required === 'visible' ? [hasVisible] : required ? [isNotBlank] : [];
  return [isString, isWellFormed, ...presence, hasAtMost(max)];
}

/**
 * Accepts text that matches `pattern`, and `''` if `mayBeEmpty` is set. The pattern is copied to the OpenAPI document,
 * where the only flag is `u`.
 */
export function matching(
  pattern: RegExp,
  options: { code: string; detail: string; max: number; mayBeEmpty?: boolean },
): Rules {
  return [
    isString,
    isWellFormed,
    hasAtMost(options.max),
    forText(
      options.code,
      options.detail,
      // Excessive length is a violation of its own, and matching may take more than linear time.
      (value) =>
        (options.mayBeEmpty === true && value === '') || !isWithin(value, options.max) || pattern.test(value),
      { pattern: options.mayBeEmpty ? `^$|${pattern.source}` : pattern.source },
    ),
  ];
}

/**
 * Accepts a URL or a picture. A scheme is optional (an emoji or a relative path is valid), but if there is one, it must
 * be `http`, `https` or, for a picture, `data:image/…`: values that clients put into `href` and `src` must not run
 * scripts. White space and control characters before the scheme are ignored, as browsers do.
 */
export function link(options: { max: number; picture?: boolean }): Rules {
  const detail = options.picture
    ? 'must be an http or https URL or a data:image URL where it has a scheme.'
    : 'must be an http or https URL where it has a scheme.';
  return [
    isString,
    isWellFormed,
    hasAtMost(options.max),
    forText('invalid_url_scheme', detail, (value) => {
      const visible = value.replaceAll(/[\s\p{Cc}]/gu, '');
      const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(visible)?.[1]?.toLowerCase();
      if (scheme === undefined || scheme === 'http' || scheme === 'https') return true;
      return options.picture === true && /^data:image\//i.test(visible);
    }),
  ];
}

/** Accepts `true` and `false`. */
export const boolean: Rules = [
  {
    code: 'invalid_type',
    detail: 'must be true or false.',
    isSatisfiedBy: (value) => typeof value === 'boolean',
    schema: { type: 'boolean' },
  },
];

/** Accepts a whole number from `min` to `max`. */
export function integer({ min, max }: { min: number; max: number }): Rules {
  return [
    {
      code: 'invalid_type',
      detail: 'must be a whole number.',
      isSatisfiedBy: Number.isInteger,
      schema: { type: 'integer' },
    },
    {
      code: 'out_of_range',
      detail: `must be a number from ${min} to ${max}.`,
      isSatisfiedBy: (value) => typeof value !== 'number' || (value >= min && value <= max),
      schema: { minimum: min, maximum: max },
    },
  ];
}

/** Accepts one of these strings. */
export function oneOf(values: readonly string[]): Rules {
  return [
    isString,
    forText('invalid_choice', `must be one of: ${values.join(', ')}.`, (value) => values.includes(value), {
      enum: values,
    }),
  ];
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Returns whether the text is a UUID of any version, with hyphens (RFC 9562). */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}

/** Accepts a UUID of any version, with hyphens (RFC 9562). */
export const uuid: Rules = [isString, forText('invalid_uuid', 'must be a UUID.', isUuid, { format: 'uuid' })];

/** Accepts a UUID, and `''`. */
export const uuidOrEmpty: Rules = [
  {
    code: 'invalid_uuid',
    detail: 'must be a UUID, or empty.',
    isSatisfiedBy: (value) => value === '' || (typeof value === 'string' && isUuid(value)),
  },
];

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/**
 * Parses an ISO 8601 date-time with a zone designator and truncates it to milliseconds. Returns `null` for everything
 * else: no zone, an impossible date, `24:00`, a leap second, or a year outside 0001–9999 (as written or in UTC).
 */
export function parseTimestamp(value: string): Date | null {
  const match = timestampPattern.exec(value);
  if (!match || value.startsWith('0000')) return null;
  const [, year, month, day, hour, minute, second = '00', fraction = '', zone = 'Z'] = match;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const local = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  // Date accepts 30 February and reads it as a day in March.
  if (Number.isNaN(local.getTime()) || local.getUTCDate() !== Number(day)) return null;
  const [, sign = '+', hours = '0', minutes = '0'] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) ?? [];
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
  const instant = new Date(local.getTime() - offset * 60_000);
  return instant.getUTCFullYear() >= 1 && instant.getUTCFullYear() <= 9999 ? instant : null;
}

/** Accepts what `parseTimestamp` can parse. */
export const timestamp: Rules = [
  isString,
  forText(
    'invalid_timestamp',
    'must be an ISO 8601 date-time with a zone designator, such as 2026-01-31T12:00:00Z.',
    (value) => parseTimestamp(value) !== null,
    // RFC 3339, but leap seconds are rejected. Other forms of ISO 8601 are accepted too: without seconds, with a comma.
    { format: 'date-time' },
  ),
];

const datePattern = /^\d{4}-\d{2}-\d{2}$/;

/** Parses a timestamp as `parseTimestamp` does, or a date without a time, which is its midnight in UTC. */
export function parseDateOrTimestamp(value: string): Date | null {
  return parseTimestamp(datePattern.test(value) ? `${value}T00:00Z` : value);
}

export const dateOrTimestamp: Rules = [
  isString,
  forText(
    'invalid_timestamp',
    'must be an ISO 8601 date, or a date-time with a zone designator, such as 2026-01-31T12:00:00Z.',
    (value) => parseDateOrTimestamp(value) !== null,
    { anyOf: [{ format: 'date-time' }, { format: 'date' }] },
  ),
];

const isDate = (value: string): boolean => datePattern.test(value) && parseDateOrTimestamp(value) !== null;

/** Accepts a date without a time (RFC 3339, full-date). */
export const date: Rules = [
  isString,
  forText('invalid_date', 'must be a date such as 2026-01-31.', isDate, { format: 'date' }),
];

/** Accepts a date, and `''`. */
export const dateOrEmpty: Rules = [
  isString,
  forText(
    'invalid_date',
    'must be a date such as 2026-01-31, or empty.',
    (value) => value === '' || isDate(value),
    { anyOf: [{ format: 'date' }, { const: '' }] },
  ),
];

/** A JSON object with fields of any name. */
export type JsonObject = Readonly<Record<string, unknown>>;

export const isObject: Rule = {
  code: 'invalid_type',
  detail: 'must be an object.',
  isSatisfiedBy: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  schema: { type: 'object' },
};

/** Returns the JSON Schema keywords of all rules combined. */
export function schemaOf(rules: Rules): JsonSchema {
  return Object.assign({}, ...rules.map(({ schema }) => schema)) as JsonSchema;
}

/** Returns the first rule that the value violates in the form in which it is stored. */
export function firstViolation(rules: Rules, value: unknown): Rule | undefined {
  const stored = normalized(rules, value);
  return rules.find((rule) => !rule.isSatisfiedBy(stored));
}

/** Returns a value in the form that the rules store it in: names are normalized, and all other values stay as they are. */
export function normalized<Value>(rules: Rules, value: Value): Value {
  return rules.reduce<unknown>(
    (result, { normalize }) => (normalize ? normalize(result) : result),
    value,
  ) as Value;
}

/**
 * Checks the fields that are present (not `undefined`), and returns all of them, names normalized. Pointers use the spelling of
 * the API: `iconRadius` is `/icon_radius`.
 *
 * @throws InvalidInput with the errors of all fields
 */
export function check<Values extends Readonly<Record<string, unknown>>>(
  values: Values,
  rules: Readonly<Record<string, Rules>>,
): Values {
  const fieldErrors = violations(values, rules).map(({ name, rule }) => ({
    pointer: `/${name}`,
    code: rule.code,
    detail: `The field ${rule.detail}`,
  }));
  if (fieldErrors.length > 0) throw new InvalidInput(fieldErrors);
  return normalizedFields(values, rules);
}

/** Returns the fields in the form that their rules store them in. */
export function normalizedFields<Values extends object>(
  values: Values,
  rules: Readonly<Record<string, Rules>>,
): Values {
  const stored = Object.entries(values as Readonly<Record<string, unknown>>).map(
    ([field, value]) => [field, normalized(rules[field] ?? [], value)] as const,
  );
  return Object.fromEntries(stored) as Values;
}

/** Returns the first error of the fields that are present, with the name of the field; null if there is none. */
export function firstError(
  values: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, Rules>>,
): { code: string; detail: string } | null {
  const [first] = violations(values, rules);
  return first ? { code: first.rule.code, detail: `The field ${first.name} ${first.rule.detail}` } : null;
}

/** Returns the fields that violate a rule, with their names in the API. */
function violations(
  values: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, Rules>>,
): { name: string; rule: Rule }[] {
  return Object.entries(values).flatMap(([field, value]) => {
    const rule = value === undefined ? undefined : firstViolation(rules[field] ?? [], value);
    return rule ? [{ name: fieldName(field), rule }] : [];
  });
}

/** Returns the name in the API of a value: `createdAt` is `created_at` there. */
export function fieldName(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
