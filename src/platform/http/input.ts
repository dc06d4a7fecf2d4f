import {
  applyDecorators,
  Body,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  Query,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiProperty } from '@nestjs/swagger';
import { Expose, plainToInstance, Transform, Type } from 'class-transformer';
import { ValidateBy, ValidateIf, ValidateNested, validateSync, type ValidationError } from 'class-validator';
import type { Request, Response } from 'express';
import { firstViolation, type JsonSchema, type Rule, type Rules, schemaOf } from '../../shared/rules.js';
import { Environment } from '../config/index.js';
import { bodyNotTaken, invalidInput } from './http.problems.js';
import { hasBody, JsonBodyReader } from './json-body.js';

/** The class of an operation's body; absent if it takes none. */
export const TakesBody = Reflector.createDecorator<new () => object>();
const TakesQuery = Reflector.createDecorator<boolean>();

/** Injects the JSON body, validated by the decorators of the parameter's class. */
export function JsonBody(): ParameterDecorator {
  return (target, key, index) => {
    Body()(target, key, index);
    if (key === undefined) return;
    const parameters = Reflect.getMetadata('design:paramtypes', target, key) as (new () => object)[];
    annotate(TakesBody(parameters[index]), target, key);
  };
}

/** Injects the query, validated by the decorators of the parameter's class. Operations without it take no query. */
export function QueryParams(): ParameterDecorator {
  return (target, key, index) => {
    Query(queryPipe)(target, key, index);
    annotate(TakesQuery(true), target, key);
  };
}

/** Applies a method decorator from within a parameter decorator. */
export function annotate(decorate: MethodDecorator, target: object, key: string | symbol | undefined): void {
  if (key === undefined) return;
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  if (descriptor) decorate(target, key, descriptor);
}

const required: Rule = {
  code: 'required',
  detail: 'is required.',
  isSatisfiedBy: (value) => value !== undefined,
};

const isKnown: Rule = { code: 'unknown', detail: 'is not known here.', isSatisfiedBy: () => false };

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

const givenOnce: Rule = {
  code: 'repeated',
  detail: 'must be given only once.',
  isSatisfiedBy: (value) => !Array.isArray(value),
};

const hasAtMostItems = (max: number): Rule => ({
  code: 'too_many',
  detail: `must have at most ${max} items.`,
  isSatisfiedBy: (value) => !Array.isArray(value) || value.length <= max,
});

/** A violated rule, and the path of the value that violates it. */
interface Violation {
  readonly path: readonly string[];
  readonly rule: Rule;
}

type Validator = (value: unknown) => Violation[];

/** Returns a validator that finds the first violated rule of a value. */
function validatorOf(rules: Rules): Validator {
  return (value) => {
    const rule = firstViolation(rules, value);
    return rule ? [{ path: [], rule }] : [];
  };
}

/** Returns a validator of arrays, which finds the first violated rule of the array, or else of each item. */
function arrayValidatorOf(rules: Rules, rulesOfItems: Rules): Validator {
  const [validateArray, validateItem] = [validatorOf(rules), validatorOf(rulesOfItems)];
  return (array) => {
    const violations = validateArray(array);
    if (violations.length > 0) return violations;
    return (array as unknown[]).flatMap((item, index) => below(String(index), validateItem(item)));
  };
}

function below(name: string, violations: readonly Violation[]): Violation[] {
  return violations.map(({ path, rule }) => ({ path: [name, ...path], rule }));
}

function validatedBy(validator: Validator): PropertyDecorator {
  const validate = (value: unknown): boolean => validator(value).length === 0;
  // class-validator drops the context of errors without a message. The message itself is not used.
  const options = { name: 'rules', validator: { validate, defaultMessage: () => 'violates a rule' } };
  return ValidateBy(options, { context: { validator } });
}

/**
 * Makes the property a field of the input. class-transformer does not look into the value, which is not validated yet:
 * it would call what stands under `constructor` in it.
 */
function taken(take: (value: unknown) => unknown): PropertyDecorator {
  const takeFrom = Transform(({ obj, key }: { obj: Record<string, unknown>; key: string }) => take(obj[key]));
  return applyDecorators(
    Expose(),
    Type(() => Object),
    takeFrom,
  );
}

const asSent = (value: unknown): unknown => value;

const optional = ValidateIf((_, value) => value !== undefined);

/** An optional field with a validator and a schema. */
function optionalField(validator: Validator, schema: JsonSchema, take = asSent): PropertyDecorator {
  return applyDecorators(
    taken(take),
    optional,
    validatedBy(validator),
    ApiProperty({ ...schema, required: false }),
  );
}

/**
 * A required field. `about` of this and the following decorators adds to the schema that follows from the rules; the
 * OpenAPI document copies the description from the field of the same name in the response.
 */
export function Field(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(
    taken(asSent),
    validatedBy(validatorOf([required, ...rules])),
    ApiProperty({ ...schemaOf(rules), ...about, required: true }),
  );
}

/** An optional field, which must not be `null`. */
export function OptionalField(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return optionalField(validatorOf(rules), { ...schemaOf(rules), ...about });
}

/** An optional array; `rules` apply to its items. */
export function OptionalItemsField(
  rules: Rules,
  { maxItems }: { maxItems: number },
  about: JsonSchema = {},
): PropertyDecorator {
  const validator = arrayValidatorOf([isArray, hasAtMostItems(maxItems)], rules);
  return optionalField(validator, { type: 'array', items: schemaOf(rules), maxItems, ...about });
}

/** An optional object, validated by the decorators of its class. */
export function OptionalObjectField(type: () => new () => object, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: () => type(), ...about, required: false }),
    Expose(),
    Type(type),
    optional,
    validatedBy(validatorOf([isObject])),
    ValidateNested(),
  );
}

/** A field of the resource that the operation cannot write: its value is ignored. */
export function ReadOnlyField(): PropertyDecorator {
  return applyDecorators(
    taken(() => undefined),
    ApiProperty({ readOnly: true, required: false }),
  );
}

/** A query parameter. */
export function QueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return optionalField(validatorOf([givenOnce, ...rules]), { ...schemaOf(rules), ...about });
}

const maxValues = 100;

/** A repeatable query parameter; the property is an array. */
export function RepeatableQueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  const schema = { type: 'array', items: schemaOf(rules), maxItems: maxValues, ...about };
  const validator = arrayValidatorOf([hasAtMostItems(maxValues)], rules);
  return optionalField(validator, schema, (value) => (value === undefined ? value : [value].flat()));
}

/** Validates a query by the decorators of its parameter's class. */
const queryPipe: PipeTransform = {
  transform: (value: unknown, { metatype }) => validated(metatype as new () => object, value, 'query'),
};

/**
 * Creates an instance of the class from a body or query, validated by class-validator. Values are not converted.
 *
 * @throws Problem 400 with all errors
 */
function validated(type: new () => object, value: unknown, where: 'body' | 'query'): object {
  if (!isObject.isSatisfiedBy(value)) {
    throw invalidInput([{ pointer: '', code: isObject.code, detail: `The body ${isObject.detail}` }]);
  }
  const input = plainToInstance(type, value as object, { excludeExtraneousValues: true });
  const errors = validateSync(input, { forbidUnknownValues: false, validationError: { target: false } });
  const violations = violationsOf(input, value as object, errors);
  if (violations.length === 0) return input;
  throw invalidInput(
    violations.map(({ path, rule: { code, detail } }) =>
      where === 'body'
        ? { pointer: path.map(pointerPart).join(''), code, detail: `The field ${detail}` }
        : { parameter: path[0] ?? '', code, detail: `The parameter ${detail}` },
    ),
  );
}

function pointerPart(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * Returns the violations of an input: first the fields that were sent but are not in the instance, which has all fields
 * of its class, then those that class-validator has found, and those of nested objects.
 */
function violationsOf(instance: object, sent: object, errors: readonly ValidationError[]): Violation[] {
  const fields = new Map<string, unknown>(Object.entries(instance));
  const values = new Map<string, unknown>(Object.entries(sent));
  const unknown = [...values.keys()].filter((name) => !fields.has(name));
  const known = [...new Set([...errors.map(({ property }) => property), ...fields.keys()])];
  return [
    ...unknown.map((name) => ({ path: [name], rule: isKnown })),
    ...known.flatMap((name) => {
      const error = errors.find(({ property }) => property === name);
      return below(name, violationsOfField(fields.get(name), values.get(name), error));
    }),
  ];
}

function violationsOfField(field: unknown, sent: unknown, error: ValidationError | undefined): Violation[] {
  const { validator } = (error?.contexts?.['rules'] ?? {}) as { validator?: Validator };
  const violations = validator?.(field) ?? [];
  if (violations.length > 0 || field === sent || !isObject.isSatisfiedBy(field)) return violations;
  return violationsOf(field as object, sent as object, error?.children ?? []);
}

class NoParameters {}

/**
 * Reads and validates the body of operations that take one, and rejects bodies and queries of operations that take none.
 * It is the last guard of a route, because errors of the body are reported after those of all other guards. A pipe could
 * not read the body, and interceptors run requests through RxJS, which is slower.
 */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly bodies: JsonBodyReader;

  constructor(
    private readonly reflector: Reflector,
    environment: Environment,
  ) {
    this.bodies = new JsonBodyReader(environment.maxBodyBytes);
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const bodyClass = this.reflector.get(TakesBody, context.getHandler()) as (new () => object) | undefined;
    const body =
      bodyClass && (await this.bodies.read(request, context.switchToHttp().getResponse<Response>()));
    const takesQuery = this.reflector.get(TakesQuery, context.getHandler()) as boolean | undefined;
    // Express parses the query whenever it is read.
    if (!takesQuery && request.url.includes('?')) validated(NoParameters, request.query, 'query');
    if (bodyClass) request.body = validated(bodyClass, body, 'body');
    else if (['POST', 'PUT'].includes(request.method) && hasBody(request)) throw bodyNotTaken;
    return true;
  }
}
