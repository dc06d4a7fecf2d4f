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
import {
  Allow,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidationError,
  ValidationTypes,
} from 'class-validator';
import type { Request, Response } from 'express';
import type { FieldError } from '../../shared/domain-error.js';
import { firstViolation, type JsonSchema, type Rule, type Rules, schemaOf } from '../../shared/rules.js';
import { Environment } from '../config/index.js';
import { hasBody, JsonBodyReader } from './json-body.js';
import { Problem } from './problem.js';

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

const isObject: Rule = {
  code: 'invalid_type',
  detail: 'must be an object.',
  isSatisfiedBy: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
};

const givenOnce: Rule = {
  code: 'repeated',
  detail: 'must be given only once.',
  isSatisfiedBy: (value) => !Array.isArray(value),
};

/** Validates a field by rules (`rules`) or an array by the rules of its items (`items`). */
function validatedBy(rules: Rules, name: 'rules' | 'items' = 'rules'): PropertyDecorator {
  const validate = (value: unknown): boolean =>
    name === 'rules'
      ? firstViolation(rules, value) === undefined
      : violationsOfItems(value, rules).length === 0;
  // class-validator drops the context of errors without a message. The message itself is not used.
  const validator = { validate, defaultMessage: () => 'violates a rule' };
  return ValidateBy({ name, validator }, { context: { rules } });
}

const hasAtMostItems = (max: number): Rule => ({
  code: 'too_many',
  detail: `must have at most ${max} items.`,
  isSatisfiedBy: (value) => !Array.isArray(value) || value.length <= max,
});

function violationsOfItems(items: unknown, rules: Rules): { index: number; rule: Rule }[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index) => {
    const rule = firstViolation(rules, item);
    return rule ? [{ index, rule }] : [];
  });
}

/** Converts a field before it is validated; adds the paths of unknown fields within it to `unknown`. */
type Conversion = (value: unknown, path: readonly string[], unknown: string[][]) => unknown;

const conversion = Symbol('conversion');

function Convert(convert: Conversion): PropertyDecorator {
  return Reflect.metadata(conversion, convert);
}

/** Creates an instance of the class with values that are not validated yet. */
function instantiate(
  type: new () => object,
  values: object,
  path: readonly string[],
  unknown: string[][],
): object {
  const prototype = type.prototype as object;
  const fields = Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    // Names of methods and of members of all objects, some of which class-validator takes for known fields.
    if (name in prototype) {
      unknown.push([...path, name]);
      return [];
    }
    const convert = Reflect.getMetadata(conversion, prototype, name) as Conversion | undefined;
    return [[name, convert ? convert(value, [...path, name], unknown) : value]];
  });
  return Object.assign(new type(), Object.fromEntries(fields));
}

/** Adds the property to the OpenAPI schema of the class; `about` adds to the schema or overrides it. */
function documented(schema: JsonSchema, about: JsonSchema, required = false): PropertyDecorator {
  return ApiProperty({ ...schema, ...about, required });
}

const optional = ValidateIf((_, value) => value !== undefined);

/**
 * A required field. `about` of this and the following decorators adds to the schema that follows from the rules; the
 * OpenAPI document copies the description from the field of the same name in the response.
 */
export function Field(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(validatedBy([required, ...rules]), documented(schemaOf(rules), about, true));
}

/** An optional field, which must not be `null`. */
export function OptionalField(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(optional, validatedBy(rules), documented(schemaOf(rules), about));
}

/** An optional array; `rules` apply to its items. */
export function OptionalItemsField(
  rules: Rules,
  { maxItems }: { maxItems: number },
  about: JsonSchema = {},
): PropertyDecorator {
  const isArray = { code: 'invalid_type', detail: 'must be an array.', isSatisfiedBy: Array.isArray };
  return applyDecorators(
    optional,
    validatedBy([isArray, hasAtMostItems(maxItems)]),
    validatedBy(rules, 'items'),
    documented({ type: 'array', items: schemaOf(rules), maxItems }, about),
  );
}

/** An optional object, validated by the decorators of its class. */
export function OptionalObjectField(type: () => new () => object, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(
    documented({ type: () => type() }, about),
    optional,
    validatedBy([isObject]),
    ValidateNested(),
    Convert((value, path, unknown) =>
      isObject.isSatisfiedBy(value) ? instantiate(type(), value as object, path, unknown) : value,
    ),
  );
}

/** A field of the resource that the operation cannot write: its value is ignored. */
export function ReadOnlyField(): PropertyDecorator {
  return applyDecorators(
    Allow(),
    Convert(() => undefined),
    documented({ readOnly: true }, {}),
  );
}

/** A query parameter. */
export function QueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(optional, validatedBy([givenOnce, ...rules]), documented(schemaOf(rules), about));
}

const maxValues = 100;

/** A repeatable query parameter; the property is an array. */
export function RepeatableQueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return applyDecorators(
    documented({ type: 'array', items: schemaOf(rules), maxItems: maxValues }, about),
    optional,
    validatedBy([hasAtMostItems(maxValues)]),
    validatedBy(rules, 'items'),
    Convert((value): unknown[] => (Array.isArray(value) ? value : [value])),
  );
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
export function validated<T extends object>(type: new () => T, value: unknown, where: 'body' | 'query'): T {
  if (!isObject.isSatisfiedBy(value)) {
    throw invalidInput([{ pointer: '', code: isObject.code, detail: `The body ${isObject.detail}` }]);
  }
  const unknown: string[][] = [];
  const input = instantiate(type, value as object, [], unknown) as T;
  const errors = validateSync(input, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    validationError: { target: false },
  });
  const place = (path: readonly string[]) =>
    where === 'body' ? { pointer: path.map(pointerPart).join('') } : { parameter: path[0] ?? '' };
  const violations = [
    ...unknown.map((path) => ({ path, rule: knownName })),
    ...errors.flatMap((error) => violationsOf(error, [])),
  ];
  if (unknown.length + errors.length > 0) {
    const subject = where === 'body' ? 'The field' : 'The parameter';
    throw invalidInput(
      violations.map(({ path, rule }) => ({
        ...place(path),
        code: rule.code,
        detail: `${subject} ${rule.detail}`,
      })),
    );
  }
  return input;
}

const knownName: Rule = { code: 'unknown', detail: 'is not known here.', isSatisfiedBy: () => false };

function pointerPart(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** Returns the first violated rule of each field and item in a tree of errors. */
function violationsOf(error: ValidationError, parents: readonly string[]): { path: string[]; rule: Rule }[] {
  const path = [...parents, error.property];
  const { constraints = {}, contexts = {}, children = [] } = error;
  if (ValidationTypes.WHITELIST in constraints) return [{ path, rule: knownName }];
  const { rules, items } = contexts as Readonly<Record<string, { rules: Rules } | undefined>>;
  const rule = rules && firstViolation(rules.rules, error.value);
  if (rule) return [{ path, rule }];
  if (!items) return children.flatMap((child) => violationsOf(child, path));
  return violationsOfItems(error.value, items.rules).map(({ index, rule }) => ({
    path: [...path, String(index)],
    rule,
  }));
}

/** Returns a 400 with all errors. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem(400, 'invalid_input', 'The request has values that are not allowed.', { errors });
}

export function bodyNotTaken(): Problem {
  return new Problem(400, 'body_not_taken', 'This operation takes no body.');
}

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

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const handler = context.getHandler();
    const bodyClass = this.reflector.get(TakesBody, handler) as (new () => object) | undefined;
    const takesQuery = this.reflector.get(TakesQuery, handler) ?? false;
    if (bodyClass) return this.takeBody(bodyClass, takesQuery, request, context);
    if (!takesQuery) refuseQuery(request);
    if (['POST', 'PUT'].includes(request.method) && hasBody(request)) throw bodyNotTaken();
    return true;
  }

  private async takeBody(
    bodyClass: new () => object,
    takesQuery: boolean,
    request: Request,
    context: ExecutionContext,
  ): Promise<true> {
    const body = await this.bodies.read(request, context.switchToHttp().getResponse<Response>());
    if (!takesQuery) refuseQuery(request);
    request.body = validated(bodyClass, body, 'body');
    return true;
  }
}

/** @throws Problem 400 if there is a query */
function refuseQuery(request: Request): void {
  // Avoids parsing: Express parses the query whenever it is read.
  if (!request.url.includes('?')) return;
  const names = Object.keys(request.query);
  if (names.length === 0) return;
  throw invalidInput(
    names.map((name) => ({
      parameter: name,
      code: knownName.code,
      detail: `The parameter ${knownName.detail}`,
    })),
  );
}
