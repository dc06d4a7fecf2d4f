import { type Fault, InvalidInput } from './domain-error.js';

/**
 * One condition on a field's value. The aggregates check their rules themselves, and the HTTP edge checks the
 * very same ones, all fields at once, to name every fault of a body.
 *
 * A rule other than a type rule holds for values of another type, so that a wrong type is told once.
 */
export interface Rule {
  /** Stable, snake_case. */
  readonly code: string;
  /** Ends the sentence "The field …". */
  readonly detail: string;
  readonly holds: (value: unknown) => boolean;
  /** What JSON Schema can say of it, for the API's document; nothing where it cannot. */
  readonly schema?: JsonSchema;
}

/** Keywords of JSON Schema 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** The rules of a field in the order they are told; the first broken one is the field's fault. */
export type Rules = readonly Rule[];

const forText = (
  code: string,
  detail: string,
  holds: (text: string) => boolean,
  schema: JsonSchema = {},
): Rule => ({
  code,
  detail,
  holds: (value) => typeof value !== 'string' || holds(value),
  schema,
});

const isString: Rule = {
  code: 'invalid_type',
  detail: 'must be a string.',
  holds: (value) => typeof value === 'string',
  schema: { type: 'string' },
};

// PostgreSQL cannot store U+0000, and a lone surrogate has no UTF-8 form.
const isWellFormed = forText(
  'invalid_unicode',
  'must be well-formed Unicode without U+0000.',
  (text) => !/\p{Surrogate}|\0/u.test(text),
);

const isNotBlank = forText('blank', 'must not be blank.', (text) => text.trim() !== '', {
  pattern: String.raw`\S`,
});

/** In Unicode code points. */
const isWithin = (text: string, max: number): boolean => text.length <= max || [...text].length <= max;

const hasAtMost = (max: number): Rule =>
  forText(
    'too_long',
    `must have at most ${max} characters (Unicode code points).`,
    (text) => isWithin(text, max),
    { maxLength: max },
  );

/** A text of at most `max` code points; a required one may not be blank. */
export function text(options: { max: number; required?: boolean }): Rules {
  return [isString, isWellFormed, ...(options.required ? [isNotBlank] : []), hasAtMost(options.max)];
}

/**
 * A text that has to match a pattern of its own; `''` passes where `mayBeEmpty` is set. The pattern stands in the API's
 * document as well, where there are no flags but `u`.
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
      // Too long is told already, and a pattern may take a time that grows faster than the text.
      (value) =>
        (options.mayBeEmpty === true && value === '') || !isWithin(value, options.max) || pattern.test(value),
      { pattern: options.mayBeEmpty ? `^$|${pattern.source}` : pattern.source },
    ),
  ];
}

/**
 * A text that is meant as a URL or a picture. It needs no scheme (an emoji or a relative path is welcome), but one
 * that it has must be `http` or `https`, or `data:image/…` for a picture: what clients put into `href` and `src` must
 * not run scripts. White space and control characters are left out before the scheme is read: browsers ignore most of
 * them, and clients trim the rest.
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

export const trueOrFalse: Rules = [
  {
    code: 'invalid_type',
    detail: 'must be true or false.',
    holds: (value) => typeof value === 'boolean',
    schema: { type: 'boolean' },
  },
];

export function oneOf(values: readonly string[]): Rules {
  return [
    isString,
    forText('invalid_choice', `must be one of: ${values.join(', ')}.`, (value) => values.includes(value), {
      enum: values,
    }),
  ];
}

const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** RFC 9562, any version, with hyphens. */
export function isUuid(value: string): boolean {
  return uuidPattern.test(value);
}

export const uuid: Rules = [isString, forText('invalid_uuid', 'must be a UUID.', isUuid, { format: 'uuid' })];

const timestampPattern =
  /^(\d{4})-(\d{2})-(\d{2})[Tt]([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d+))?)?([Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)$/;

/**
 * Reads an ISO 8601 date-time with a zone designator, cut to milliseconds. `null` for anything else: no zone, a date
 * that does not exist, `24:00`, a leap second, or a year outside 0001 to 9999 as it is written or in UTC.
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

export const timestamp: Rules = [
  isString,
  forText(
    'invalid_timestamp',
    'must be an ISO 8601 date-time with a zone designator, such as 2026-01-31T12:00:00Z.',
    (value) => parseTimestamp(value) !== null,
    // Not the format date-time, which is RFC 3339: that knows no times without seconds, and no comma before their fraction.
    { pattern: timestampPattern.source },
  ),
];

/** What JSON Schema can say of a value that follows all the rules. */
export function schemaOf(rules: Rules): JsonSchema {
  return Object.assign({}, ...rules.map(({ schema }) => schema)) as JsonSchema;
}

/** The first rule that the value breaks. */
export function broken(rules: Rules, value: unknown): Rule | undefined {
  return rules.find((rule) => !rule.holds(value));
}

/**
 * Checks the fields that are present (`undefined` is absent) and throws one `InvalidInput` with the faults of all.
 * A pointer spells its field as the API does: `iconRadius` is `/icon_radius`.
 */
export function check(
  values: Readonly<Record<string, unknown>>,
  rules: Readonly<Record<string, Rules>>,
): void {
  const faults = Object.entries(values).flatMap(([field, value]): Fault[] => {
    const rule = value === undefined ? undefined : broken(rules[field] ?? [], value);
    const pointer = `/${field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`;
    return rule ? [{ pointer, code: rule.code, detail: `The field ${rule.detail}` }] : [];
  });
  if (faults.length > 0) throw new InvalidInput(faults);
}

/**
 * The form in which names are compared without regard to case: alike for `Straße` and `STRASSE`, and the same on
 * every database, whatever its locale.
 */
export function caseFold(value: string): string {
  // Lower case first, since the capital ẞ has no upper case while that of ß is SS; what comes out may be decomposed.
  return value.normalize('NFD').toLowerCase().toUpperCase().toLowerCase().normalize('NFC');
}
