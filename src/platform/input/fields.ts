import { applyDecorators } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExtension, ApiProperty } from '@nestjs/swagger';
import { Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, validateSync, type ValidationError } from 'class-validator';
import {
  firstViolation,
  type JsonObject,
  type JsonSchema,
  oneOf,
  type Rule,
  type Rules,
  schemaOf,
} from '../../shared/rules.js';

/** A violated rule, and the path of the value that violates it. */
export interface Violation {
  readonly path: readonly string[];
  readonly rule: Rule;
}

const required: Rule = {
  code: 'required',
  detail: 'is required.',
  isSatisfiedBy: (value) => value !== undefined,
};

const isKnown: Rule = { code: 'unknown', detail: 'is unknown.', isSatisfiedBy: () => false };

const isObject: Rule = {
  code: 'invalid_type',
  detail: 'must be an object.',
  isSatisfiedBy: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const isArray: Rule = {
  code: 'invalid_type',
  detail: 'must be an array.',
  isSatisfiedBy: Array.isArray,
};

const isSingle: Rule = {
  code: 'repeated',
  detail: 'must be given only once.',
  isSatisfiedBy: (value) => !Array.isArray(value),
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

/** Returns the violations of a value: at most one for the value itself, or else one for each of its items. */
type Validator = (value: unknown) => readonly Violation[];

function satisfies(rules: Rules, rulesOfItems: Rules = []): Validator {
  return (value) => {
    const rule = firstViolation(rules, value);
    if (rule) return [{ path: [], rule }];
    if (!Array.isArray(value)) return [];
    return value.flatMap((item: unknown, index) => {
      const itemRule = firstViolation(rulesOfItems, item);
      return itemRule ? [{ path: [String(index)], rule: itemRule }] : [];
    });
  };
}

function ValidatedBy(validator: Validator): PropertyDecorator {
  const validate = (value: unknown): boolean => validator(value).length === 0;
  // class-validator drops the context of errors without a message. The message itself is not used.
  const options = { name: 'rules', validator: { validate, defaultMessage: () => 'violates a rule' } };
  return ValidateBy(options, { context: { validator } });
}

/**
 * Copies the value from the input. class-transformer must not look into the value, which is not validated yet: it would
 * call a `constructor` in it.
 */
function Copied(copy = (value: unknown): unknown => value): PropertyDecorator {
  return applyDecorators(
    Expose(),
    Type(() => Object),
    Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => copy(obj[key])),
  );
}

/** Skips validation if the field is omitted. `@IsOptional` would also accept `null`. */
const Optional = ValidateIf((_, value) => value !== undefined);

/** Copies a value that must be sent, and validates it. */
function Required(rules: Rules, rulesOfItems?: Rules): PropertyDecorator {
  return applyDecorators(Copied(), ValidatedBy(satisfies([required, ...rules], rulesOfItems)));
}

/** Copies or converts a value, and validates it unless it is omitted. */
function Omittable(
  rules: Rules,
  { rulesOfItems, copy }: { rulesOfItems?: Rules; copy?: (value: unknown) => unknown } = {},
): PropertyDecorator {
  return applyDecorators(Copied(copy), Optional, ValidatedBy(satisfies(rules, rulesOfItems)));
}

const arrayOf = (items: Rules, maxItems: number) =>
  ({ type: 'array', items: schemaOf(items), maxItems }) as JsonSchema;

/**
 * A required field. The OpenAPI document derives its schema from the rules and `about`, and copies the description from
 * the field of the same name in the response. This applies to the following decorators, too.
 */
export function Field(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(Required(rules), ApiProperty({ ...schemaOf(rules), ...about, required: true }));
}

/** An optional field, which must not be `null`. */
export function OptionalField(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(Omittable(rules), ApiProperty({ ...schemaOf(rules), ...about, required: false }));
}

/** A required array; `items` are the rules of its items. */
export function ItemsField(items: Rules, { maxItems }: { maxItems: number }, about: JsonSchema = {}) {
  return applyDecorators(
    Required([isArray, hasAtMostItems(maxItems)], items),
    ApiProperty({ ...arrayOf(items, maxItems), ...about, required: true }),
  );
}

/** An optional array; `items` are the rules of its items. */
export function OptionalItemsField(items: Rules, { maxItems }: { maxItems: number }, about: JsonSchema = {}) {
  return applyDecorators(
    Omittable([isArray, hasAtMostItems(maxItems)], { rulesOfItems: items }),
    ApiProperty({ ...arrayOf(items, maxItems), ...about, required: false }),
  );
}

/** A required object, validated by the decorators of its class. */
export function ObjectField(type: () => new () => object, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(
    Expose(),
    Type(type),
    ValidatedBy(satisfies([required, isObject])),
    ValidateNested(),
    ApiProperty({ type: () => type(), ...about, required: true }),
  );
}

/** An optional object, validated by the decorators of its class. */
export function OptionalObjectField(type: () => new () => object, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(
    Expose(),
    Type(type),
    Optional,
    ValidatedBy(satisfies([isObject])),
    ValidateNested(),
    ApiProperty({ type: () => type(), ...about, required: false }),
  );
}

/** A field of the resource that the operation cannot write: its value is ignored. */
export function ReadOnlyField(): PropertyDecorator {
  return applyDecorators(
    Copied(() => undefined),
    ApiProperty({ readOnly: true, required: false }),
  );
}

const QueryParameters = Reflector.createDecorator<Readonly<Record<string, JsonSchema>>>();

/** Returns the schemas of the query parameters of a class by their names, those of its superclass first. */
export function queryParametersOf(type: object): Readonly<Record<string, JsonSchema>> {
  return (Reflect.getMetadata(QueryParameters.KEY, type) ?? {}) as Record<string, JsonSchema>;
}

/** Documents a query parameter. */
function InQuery(schema: JsonSchema): PropertyDecorator {
  return ({ constructor }, name) => {
    const parameters = { ...queryParametersOf(constructor), [String(name)]: schema };
    Reflect.defineMetadata(QueryParameters.KEY, parameters, constructor);
  };
}

/** A query parameter that must be sent. */
export function RequiredQueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(Required(rules), InQuery({ ...schemaOf(rules), ...about, required: true }));
}

/** A query parameter. Its value is a text: rules for other types reject every value. */
export function QueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(Omittable([isSingle, ...rules]), InQuery({ ...schemaOf(rules), ...about }));
}

/** A query parameter that is a whole number, with rules for numbers; the property is a number. */
export function QueryNumber(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  const copy = (value: unknown) =>
    typeof value === 'string' && /^(0|-?[1-9]\d*)$/.test(value) ? Number(value) : value;
  return applyDecorators(
    Omittable([isSingle, ...rules], { copy }),
    InQuery({ ...schemaOf(rules), ...about }),
  );
}

/** A query parameter that is `true` or `false`; the property is a text. */
export function QueryFlag(description: string): PropertyDecorator {
  return QueryParam(oneOf(['true', 'false']), { type: 'boolean', enum: undefined, description });
}

const maxValues = 100;

/** A repeatable query parameter; the property is an array. */
export function RepeatableQueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  const rulesOfItems = [isNoCommaSeparatedList(rules), ...rules];
  const copy = (value: unknown) => (value === undefined ? value : [value].flat());
  return applyDecorators(
    Omittable([hasAtMostItems(maxValues)], { rulesOfItems, copy }),
    InQuery({ ...arrayOf(rules, maxValues), ...about }),
  );
}

const objectRules = Symbol('rules of an object');

/** The extension of a schema whose objects can have fields of any name. */
export const anyFields = 'x-any-fields';

/** A body with fields of any name: an object that satisfies the rules. The instance has it as `value`. */
export function ObjectBody(rules: Rules) {
  return (type: new () => { readonly value?: JsonObject }): void => {
    Reflect.defineMetadata(objectRules, rules, type);
    ApiExtension(anyFields, true)(type);
  };
}

/** Creates an instance of the class, and returns it with all violations. Values are not converted. */
export function validate(
  type: new () => object,
  value: unknown,
): { input: object; violations: readonly Violation[] } {
  if (!isObject.isSatisfiedBy(value)) return { input: {}, violations: [{ path: [], rule: isObject }] };
  const sent = value as object;
  const rules = Reflect.getMetadata(objectRules, type) as Rules | undefined;
  if (rules) {
    return { input: Object.assign(new type(), { value }), violations: satisfies(rules)(value) };
  }
  const input = plainToInstance(type, sent, { excludeExtraneousValues: true });
  const errors = validateSync(input, { forbidUnknownValues: false, validationError: { target: false } });
  return { input, violations: [...unknownFields(input, sent), ...errors.flatMap(violationsOf)] };
}

function violationsOf({ property, value, contexts, children = [] }: ValidationError): Violation[] {
  const { validator } = (contexts?.['rules'] ?? {}) as { validator?: Validator };
  const violations = validator?.(value) ?? [];
  return below(property, violations.length > 0 ? violations : children.flatMap(violationsOf));
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

function below(name: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ path, rule }) => ({ path: [name, ...path], rule }));
}
