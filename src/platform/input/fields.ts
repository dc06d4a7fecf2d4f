import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, validateSync, type ValidationError } from 'class-validator';
import {
  firstViolation,
  isObject,
  type JsonSchema,
  normalized,
  type Rule,
  type Rules,
  schemaOf,
} from '../../shared/rules.js';
import { objectBodyRules } from './object-body.js';

/*
 * Fields of bodies and parameters of queries. class-transformer creates the instances, also of nested objects.
 * class-validator traverses them and applies the rules of each field. It gets a field's rules as one validator, which finds
 * the items of an array that violate a rule: the option `each` of class-validator does not report their indexes.
 */

/** A violated rule, and the path of the value that violates it. */
interface Violation {
  readonly path: readonly string[];
  readonly rule: Rule;
}

type InputClass = new () => object;

/** An array, or an object with fields of its own. */
interface Composite {
  readonly rules: Rules;
  /** The rules of the items of an array. */
  readonly items?: Rules;
  /** The class of an object. */
  readonly type?: () => InputClass;
  readonly schema: JsonSchema;
}

/** A field of a body or a query parameter: how it is read, validated and documented. */
interface InputField extends Composite {
  readonly isRequired?: boolean;
  /** Converts a value before it is validated. */
  readonly convert?: ((value: unknown) => unknown) | undefined;
}

const required: Rule = {
  code: 'required',
  detail: 'is required.',
  isSatisfiedBy: (value) => value !== undefined,
};

const isKnown: Rule = { code: 'unknown', detail: 'is unknown.', isSatisfiedBy: () => false };

const isArray: Rule = { code: 'invalid_type', detail: 'must be an array.', isSatisfiedBy: Array.isArray };

const isSingle: Rule = {
  code: 'repeated',
  detail: 'must be given only once.',
  isSatisfiedBy: (value) => !Array.isArray(value),
};

const isFlag: Rule = {
  code: 'invalid_choice',
  detail: 'must be one of: true, false.',
  isSatisfiedBy: (value) => typeof value === 'boolean',
  schema: { type: 'boolean' },
};

const hasAtMostItems = (max: number): Rule => ({
  code: 'too_many',
  detail: `must have at most ${max} items.`,
  isSatisfiedBy: (value) => !Array.isArray(value) || value.length <= max,
});

/** Rejects several valid values in one text, such as `planned,completed`. */
const isNoCommaSeparatedList = (rules: Rules): Rule => ({
  code: 'comma_separated',
  detail: 'does not accept a comma-separated list. Repeat it for each value: a=1&a=2.',
  isSatisfiedBy: (value) =>
    typeof value !== 'string' ||
    firstViolation(rules, value) === undefined ||
    value.split(',').some((part) => firstViolation(rules, part)),
});

/** An array of at most `maxItems` values. */
export function arrayOf(items: Rules, { maxItems }: { maxItems: number }): Composite {
  const rules = [isArray, hasAtMostItems(maxItems)];
  return { rules, items, schema: { type: 'array', items: schemaOf(items), maxItems } };
}

/** An object that is validated by the decorators of its class. */
export function objectOf(type: () => InputClass): Composite {
  return { rules: [isObject], type, schema: { type: () => type() } };
}

/** Skips validation if the field is omitted. `@IsOptional` would also accept `null`. */
const Optional = ValidateIf((_, value) => value !== undefined);

/** Validates a value, and puts a function that returns its violations into the context of the error. */
function FollowsRules(rules: Rules, items?: Rules): PropertyDecorator {
  const violations = (value: unknown) => ruleViolations(value, rules, items);
  const validate = (value: unknown): boolean => violations(value).length === 0;
  // class-validator drops the context of errors without a message. The message itself is not used.
  const options = { name: 'rules', validator: { validate, defaultMessage: () => 'violates a rule' } };
  return ValidateBy(options, { context: { violations } });
}

/**
 * Adds a field to its class: class-transformer reads it, class-validator validates it, and the OpenAPI document contains it.
 * The first two do not look into a value that is not of a class: class-transformer would call a `constructor` in it.
 */
function Input(field: InputField): PropertyDecorator {
  const { rules, items, type, schema, isRequired = false, convert = (value) => value } = field;
  const stored = (value: unknown): unknown => {
    const whole = normalized(rules, value);
    return items && Array.isArray(whole) ? whole.map((item: unknown) => normalized(items, item)) : whole;
  };
  const read = ({ obj, key }: { obj: Record<string, unknown>; key: string }): unknown =>
    obj[key] === undefined ? undefined : stored(convert(obj[key]));
  return applyDecorators(
    Expose(),
    ...(type ? [Type(type), ValidateNested()] : [Type(() => Object), Transform(read)]),
    ...(isRequired ? [] : [Optional]),
    FollowsRules(isRequired ? [required, ...rules] : rules, items),
    HasSchema({ ...schema, required: isRequired }),
  );
}

const schemasKey = Symbol('the schemas of fields');

/** Returns the schemas of the fields of a class and its superclasses, its superclasses' fields first. */
export function schemasOf(type: object): Readonly<Record<string, JsonSchema>> {
  return (Reflect.getMetadata(schemasKey, type) ?? {}) as Record<string, JsonSchema>;
}

/** Keeps the schema for queries as well: `@ApiQuery` with a class would leave out `enum`. */
function HasSchema(schema: JsonSchema): PropertyDecorator {
  return (target, name) => {
    ApiProperty(schema)(target, name);
    const schemas = { ...schemasOf(target.constructor), [name]: schema };
    Reflect.defineMetadata(schemasKey, schemas, target.constructor);
  };
}

function compositeOf(value: Rules | Composite, about: JsonSchema): Composite {
  const { schema, ...composite } = 'rules' in value ? value : { rules: value, schema: schemaOf(value) };
  return { ...composite, schema: { ...schema, ...about } };
}

/**
 * A required field or query parameter. The OpenAPI document derives its schema from the rules and `about`, and copies the
 * description of a field from the one with the same name in the response. This applies to the following decorators, too.
 */
export function Field(value: Rules | Composite, about: JsonSchema = {}): PropertyDecorator {
  return Input({ ...compositeOf(value, about), isRequired: true });
}

/** An optional field, which must not be `null`. */
export function OptionalField(value: Rules | Composite, about: JsonSchema = {}): PropertyDecorator {
  return Input(compositeOf(value, about));
}

/** A field of the resource that the operation cannot write: its value is ignored. */
export function ReadOnlyField(): PropertyDecorator {
  return Input({ rules: [], schema: { readOnly: true }, convert: () => undefined });
}

/** An optional query parameter. Its value is a string: rules for other types reject every value that is not converted. */
export function QueryParam(
  rules: Rules,
  about: JsonSchema = {},
  convert?: InputField['convert'],
): PropertyDecorator {
  return Input({ ...compositeOf(rules, about), rules: [isSingle, ...rules], convert });
}

/** A query parameter that is a whole number, with rules for numbers; the property is a number. */
export function QueryNumber(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return QueryParam(rules, about, (value) =>
    typeof value === 'string' && /^(0|-?[1-9]\d*)$/.test(value) ? Number(value) : value,
  );
}

/** A query parameter that is `true` or `false`; the property is a boolean. */
export function QueryFlag(description: string): PropertyDecorator {
  return QueryParam([isFlag], { description }, (value) =>
    value === 'true' ? true : value === 'false' ? false : value,
  );
}

/** How often a parameter can be given. */
const maxRepeated = 100;

/** A repeatable query parameter; the property is an array. */
export function RepeatableQueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  const items = [isNoCommaSeparatedList(rules), ...rules];
  const convert = (value: unknown) => [value].flat();
  return Input({ ...compositeOf(arrayOf(rules, { maxItems: maxRepeated }), about), items, convert });
}

/** Query parameters whose names have a pattern, and the property that has them. */
interface Family {
  readonly property: string;
  readonly pattern: RegExp;
  readonly rules: Rules;
}

const familyKey = Symbol('query parameters with a pattern');

/**
 * Repeatable query parameters of any names that match a pattern. The property is an object with arrays of their values; it is
 * absent if there are none. A class has at most one such property.
 *
 * The document describes them as OpenAPI describes parameters with free names: as the properties of one parameter of the
 * style `form` that is an object, and whose own name does not appear in the query.
 */
export function QueryFamily(pattern: RegExp, rules: Rules, about: JsonSchema): PropertyDecorator {
  const item = schemaOf(rules);
  const schema = {
    type: 'object',
    patternProperties: { [pattern.source]: { type: 'array', items: item, maxItems: maxRepeated } },
    additionalProperties: false,
    style: 'form',
    explode: true,
    ...about,
  };
  return (target, name) => {
    HasSchema({ ...schema, required: false })(target, name);
    const family: Family = { property: String(name), pattern, rules };
    Reflect.defineMetadata(familyKey, family, target.constructor);
  };
}

/** Separates the query parameters of a family, if the class has one, from the others. */
function splitFamily(
  type: InputClass,
  sent: object,
): { others: object; found: object; violations: Violation[] } {
  const family = Reflect.getMetadata(familyKey, type) as Family | undefined;
  if (!family) return { others: sent, found: {}, violations: [] };
  const { property, pattern } = family;
  const members = Object.entries(sent)
    .filter(([name]) => pattern.test(name))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => [name, [value].flat() as unknown[]] as const);
  const others = Object.entries(sent).filter(([name]) => !pattern.test(name));
  const violations = members.flatMap(([name, values]) =>
    values.length > maxRepeated
      ? { path: [name], rule: hasAtMostItems(maxRepeated) }
      : values.flatMap((value) => below(name, ruleViolations(value, family.rules))).slice(0, 1),
  );
  return {
    others: Object.fromEntries(others),
    found: members.length > 0 ? { [property]: Object.fromEntries(members) } : {},
    violations,
  };
}

/**
 * The query parameter `include` (as in JSON:API): names of members that the records of the response have in addition, with
 * commas between. The property is an array.
 */
export function IncludeParam(names: readonly string[]): PropertyDecorator {
  const isKnown: Rule = {
    code: 'unknown_include',
    detail: `must be a list of names with commas between, out of: ${names.join(', ')}.`,
    isSatisfiedBy: (value) => Array.isArray(value) && value.every((name) => names.includes(name as string)),
  };
  return Input({
    rules: [isKnown],
    schema: {
      type: 'array',
      items: { type: 'string', enum: names },
      explode: false,
      description: 'Members that the records have in addition to the others, with commas between.',
    },
    convert: (value) => (typeof value === 'string' ? value.split(',') : value),
  });
}

/** Creates an instance of the class from the fields that were sent, and returns it with all violations. */
export function readInput(
  type: InputClass,
  sent: unknown,
): { input: object; violations: readonly Violation[] } {
  if (!isObject.isSatisfiedBy(sent)) return { input: {}, violations: [{ path: [], rule: isObject }] };
  const rules = objectBodyRules(type);
  if (rules) {
    return { input: Object.assign(new type(), { value: sent }), violations: ruleViolations(sent, rules) };
  }
  const { others, found, violations } = splitFamily(type, sent as object);
  const input = plainToInstance(type, others, { excludeExtraneousValues: true });
  const errors = validateSync(input, { forbidUnknownValues: false, validationError: { target: false } });
  const all = [...unknownFields(input, others), ...violations, ...errors.flatMap(errorViolations)];
  return { input: Object.assign(input, found), violations: all };
}

/**
 * Returns the fields that were sent but that the class does not have; an instance has all of them. The option
 * `forbidNonWhitelisted` of class-validator would accept `constructor` and `toString`.
 */
function unknownFields(input: object, sent: object): Violation[] {
  const fields = new Map<string, unknown>(Object.entries(input));
  return Object.entries(sent).flatMap(([name, value]) => {
    if (!fields.has(name)) return [{ path: [name], rule: isKnown }];
    const field = fields.get(name);
    // Only nested objects are copied to an instance of a class.
    if (field === value || !isObject.isSatisfiedBy(field)) return [];
    return below(name, unknownFields(field as object, value as object));
  });
}

/** Returns the violations of a field, or of the fields of the object in it. */
function errorViolations({ property, value, contexts, children = [] }: ValidationError): Violation[] {
  const own = (contexts?.['rules'] as { violations: (value: unknown) => Violation[] } | undefined)
    ?.violations;
  return below(property, own?.(value) ?? children.flatMap(errorViolations));
}

/** Returns the violations of a value: at most one for the value itself, or else one for each of its items. */
function ruleViolations(value: unknown, rules: Rules, items: Rules = []): Violation[] {
  const rule = firstViolation(rules, value);
  if (rule) return [{ path: [], rule }];
  if (!Array.isArray(value)) return [];
  return value.flatMap((item, index) => below(String(index), ruleViolations(item, items)));
}

function below(name: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ path, rule }) => ({ path: [name, ...path], rule }));
}
