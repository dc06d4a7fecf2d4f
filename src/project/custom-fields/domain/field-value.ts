import { type FieldError, InvalidInput, pointerTo } from '../../../shared/domain-error.js';
import { normalizeName } from '../../../shared/names.js';
import { boolean, date, firstViolation, oneOf, type Rule, type Rules, text } from '../../../shared/rules.js';
import { type CustomFieldRecord, type FieldType, hasOptions, maxOptions } from './custom-field.js';

/** The largest absolute value of a number. */
const maxNumber = 1e15;

/** The maximum number of characters of a text. */
const maxTextLength = 2_000;

const isWebUrl: Rule = {
  code: 'invalid_url',
  detail: 'must be an http or https URL such as https://example.com/.',
  isSatisfiedBy: (value) =>
    typeof value !== 'string' || (/^https?:\/\//i.test(value) && URL.canParse(value) && !/\s/.test(value)),
};

const number: Rules = [
  {
    code: 'invalid_type',
    detail: 'must be a number.',
    isSatisfiedBy: (value) => typeof value === 'number' && Number.isFinite(value),
  },
  {
    code: 'out_of_range',
    detail: `must be a number from -${maxNumber} to ${maxNumber}.`,
    isSatisfiedBy: (value) => typeof value !== 'number' || Math.abs(value) <= maxNumber,
  },
];

/** Accepts several of the options, at least one of them and none twice. */
const severalOf = (options: readonly string[]): Rules => [
  {
    code: 'invalid_type',
    detail: 'must be an array of options, with at least one.',
    isSatisfiedBy: (value) => Array.isArray(value) && value.length > 0 && value.length <= maxOptions,
  },
  {
    code: 'invalid_choice',
    detail: `must contain only: ${options.join(', ')}.`,
    isSatisfiedBy: (value) =>
      !Array.isArray(value) || value.every((option) => options.includes(option as string)),
  },
  {
    code: 'repeated',
    detail: 'must not contain an option twice.',
    isSatisfiedBy: (value) => !Array.isArray(value) || new Set(value).size === value.length,
  },
];

const rules: Record<FieldType, (field: CustomFieldRecord) => Rules> = {
  text: () => text({ max: maxTextLength, required: 'visible' }),
  number: () => number,
  boolean: () => boolean,
  date: () => date,
  url: () => [...text({ max: 2_048 }), isWebUrl],
  choice: ({ options }) => oneOf(options),
  choices: ({ options }) => severalOf(options),
};

/** Returns the values as they are stored: options are names, so `Large  team` is the option `Large team`. */
export function storedValues<Values extends Readonly<Record<string, unknown>>>(
  fields: readonly CustomFieldRecord[],
  values: Values,
): Values {
  const stored = Object.entries(values).map(([key, value]) => {
    const field = fields.find((each) => each.key === key);
    if (!field || !hasOptions(field.type)) return [key, value];
    const optionOf = (given: unknown) =>
      typeof given !== 'string' || field.options.includes(given) ? given : normalizeName(given);
    return [key, Array.isArray(value) ? value.map(optionOf) : optionOf(value)];
  });
  return Object.fromEntries(stored) as Values;
}

const unknownField = { code: 'unknown_field', detail: 'The project has no field with this key.' };

/**
 * Returns the errors of values by the keys of their fields. `null`, which removes a value, is none.
 *
 * @param fields the fields that exist for the caller who sets the values
 * @param pointer JSON Pointer to the values
 */
export function valueErrors(
  fields: readonly CustomFieldRecord[],
  values: Readonly<Record<string, unknown>>,
  pointer = '/fields',
): FieldError[] {
  return Object.entries(storedValues(fields, values)).flatMap(([key, value]) => {
    const place = `${pointer}${pointerTo(key)}`;
    const field = fields.find((each) => each.key === key);
    if (!field) return { pointer: place, ...unknownField };
    const rule = value === null ? undefined : firstViolation(rules[field.type](field), value);
    return rule ? { pointer: place, code: rule.code, detail: `The field ${rule.detail}` } : [];
  });
}

/** Before the key of a field and, if it is a range, `.min` or `.max`: the name of a query parameter. */
const fieldPrefix = 'field.';

/** A filter by a field as a request has it: a parameter of the query with its values. */
export interface FieldFilter {
  /** Such as `field.effort.min`. */
  readonly parameter: string;
  readonly values: readonly string[];
}

/** A condition on the value of a field. All parts that are present must be satisfied. */
export interface FieldCondition {
  readonly key: string;
  readonly type: FieldType;
  /** Any of these values. */
  readonly values?: readonly (string | number | boolean)[];
  /** Inclusive, of numbers and dates. */
  readonly min?: string | number;
  /** Inclusive. */
  readonly max?: string | number;
}

/** An order by the values of a field as a request has it: `field.{key}`, or `field.{key}.desc` for the opposite one. */
export type FieldSort = `${typeof fieldPrefix}${string}`;

const descendingSuffix = '.desc';

export function isFieldSort(sort: string): sort is FieldSort {
  return sort.startsWith(fieldPrefix);
}

/** A field by whose values a list is sorted. */
export interface SortedField {
  readonly field: CustomFieldRecord;
  readonly descending: boolean;
}

/** There is no such field for the reader. */
class UnknownField extends InvalidInput {
  constructor(parameter: string) {
    super([{ parameter, ...unknownField }]);
  }
}

class NotSortable extends InvalidInput {
  constructor() {
    const detail = 'Lists cannot be sorted by a field of the type choices, which has several values.';
    super([{ parameter: 'sort', code: 'not_sortable', detail }]);
  }
}

const hasRanges = (type: FieldType): boolean => type === 'number' || type === 'date';

/**
 * Returns the conditions of filters, one for each field.
 *
 * @param fields those that exist for the reader
 * @throws InvalidInput when a field does not exist, or a value does not fit its type
 */
export function parseFieldFilters(
  fields: readonly CustomFieldRecord[],
  filters: readonly FieldFilter[],
): FieldCondition[] {
  const conditions = new Map<string, FieldCondition>();
  const errors: FieldError[] = [];
  for (const { parameter, values } of filters) {
    const [key = '', range] = parameter.slice(fieldPrefix.length).split('.');
    const field = fields.find((each) => each.key === key);
    if (!field) {
      errors.push({ parameter, ...unknownField });
      continue;
    }
    const parsed = values.map((value) => parse(field, value));
    const error = errorOf(field, range, parsed);
    if (error) errors.push({ parameter, ...error });
    const part = range === undefined ? { values: parsed } : { [range]: parsed[0] };
    conditions.set(key, { ...(conditions.get(key) ?? { key, type: field.type }), ...part });
  }
  if (errors.length > 0) throw new InvalidInput(errors);
  return [...conditions.values()];
}

/**
 * Returns the field that an order names.
 *
 * @param fields those that exist for the reader
 * @throws InvalidInput when the field does not exist, or feedback can have several values of it
 */
export function parseFieldSort(fields: readonly CustomFieldRecord[], sort: FieldSort): SortedField {
  const named = sort.slice(fieldPrefix.length);
  const field = fields.find(({ key }) => named === key || named === `${key}${descendingSuffix}`);
  if (!field) throw new UnknownField('sort');
  if (field.type === 'choices') throw new NotSortable();
  return { field, descending: named !== field.key };
}

/** A number of JSON (RFC 8259 §6): what is written to a field can be sent as a filter. */
const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** Converts the text of a parameter to the type of a field; returns it as it is if that is not possible. */
function parse({ type, options }: CustomFieldRecord, value: string): string | number | boolean {
  if (type === 'number' && jsonNumber.test(value)) return Number(value);
  if (hasOptions(type) && !options.includes(value)) return normalizeName(value);
  if (type === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}

function errorOf(
  field: CustomFieldRecord,
  range: string | undefined,
  values: readonly unknown[],
): Pick<FieldError, 'code' | 'detail'> | undefined {
  if (range !== undefined && !hasRanges(field.type)) {
    return { code: 'no_range', detail: 'Only fields of the types number and date have ranges.' };
  }
  if (range !== undefined && values.length > 1) {
    return { code: 'repeated', detail: 'The parameter must be given only once.' };
  }
  const ofItem = field.type === 'choices' ? rules.choice(field) : rules[field.type](field);
  const rule = values.map((value) => firstViolation(ofItem, value)).find((each) => each !== undefined);
  return rule && { code: rule.code, detail: `The parameter ${rule.detail}` };
}
