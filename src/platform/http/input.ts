import {
  Body,
  type CanActivate,
  type ExecutionContext,
  Injectable,
  type PipeTransform,
  Query,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiProperty } from '@nestjs/swagger';
import { plainToInstance, Transform } from 'class-transformer';
import {
  Allow,
  ValidateBy,
  ValidateIf,
  ValidateNested,
  validateSync,
  type ValidationError,
} from 'class-validator';
import type { Request, Response } from 'express';
import type { FieldError } from '../../shared/domain-error.js';
import { firstViolation, type JsonSchema, type Rule, type Rules, schemaOf } from '../../shared/rules.js';
import { Environment } from '../config/index.js';
import { hasBody, JsonBodyReader } from './json-body.js';
import { Problem } from './problem.js';

/** The class of an operation's body; absent where it takes none. */
export const TakesBody = Reflector.createDecorator<new () => object>();
const TakesQuery = Reflector.createDecorator<boolean>();

/** The request's JSON body, checked by the decorators of the parameter's class. */
export function JsonBody(): ParameterDecorator {
  return (target, key, index) => {
    Body()(target, key, index);
    if (key === undefined) return;
    const parameters = Reflect.getMetadata('design:paramtypes', target, key) as (new () => object)[];
    annotate(TakesBody(parameters[index]), target, key);
  };
}

/** The request's query, checked by the decorators of the parameter's class. An operation without it takes no query. */
export function QueryParams(): ParameterDecorator {
  return (target, key, index) => {
    Query(queryPipe)(target, key, index);
    annotate(TakesQuery(true), target, key);
  };
}

/** Lets a parameter's decorator mark the method. */
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

function follows(rules: Rules): PropertyDecorator[] {
  return rules.map(({ code, detail, isSatisfiedBy }) =>
    ValidateBy({
      name: code,
      validator: { validate: (value) => isSatisfiedBy(value), defaultMessage: () => detail },
    }),
  );
}

/** The rules of the items of an array; a fault points at the item. */
function itemsFollow(rules: Rules): PropertyDecorator {
  return ValidateBy(
    {
      name: 'items',
      validator: {
        validate: (items) => itemFaults(items, rules).length === 0,
        // Without a message class-validator drops the context; the items' own faults are what is told.
        defaultMessage: () => 'has items that are not allowed.',
      },
    },
    { context: { rules } },
  );
}

const hasAtMostItems = (max: number): Rule => ({
  code: 'too_many',
  detail: `must have at most ${max} items.`,
  isSatisfiedBy: (value) => !Array.isArray(value) || value.length <= max,
});

function itemFaults(items: unknown, rules: Rules): { index: number; rule: Rule }[] {
  if (!Array.isArray(items)) return [];
  return items.flatMap((item: unknown, index) => {
    const rule = firstViolation(rules, item);
    return rule ? [{ index, rule }] : [];
  });
}

function all(...decorators: PropertyDecorator[]): PropertyDecorator {
  return (target, key) => decorators.forEach((decorate) => decorate(target, key));
}

/** What becomes of a field's value before it is checked; `unknown` collects the places of fields that are not known. */
type Conversion = (value: unknown, path: readonly string[], unknown: string[][]) => unknown;

const conversion = Symbol('conversion');

function Convert(convert: Conversion): PropertyDecorator {
  return Reflect.metadata(conversion, convert);
}

/** An instance of the class with values that are not checked yet. */
function instantiate(
  type: new () => object,
  values: object,
  path: readonly string[],
  unknown: string[][],
): object {
  const prototype = type.prototype as object;
  const fields = Object.entries(values).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
    // The names of methods, and what every object has: class-validator takes some of them for known ones.
    if (name in prototype) {
      unknown.push([...path, name]);
      return [];
    }
    const convert = Reflect.getMetadata(conversion, prototype, name) as Conversion | undefined;
    return [[name, convert ? convert(value, [...path, name], unknown) : value]];
  });
  return Object.assign(new type(), Object.fromEntries(fields));
}

/** Adds the property to the class in the API's document; `about` is what its rules do not say, or say otherwise. */
function documented(schema: JsonSchema, about: JsonSchema, required = false): PropertyDecorator {
  return ApiProperty({ ...schema, ...about, required });
}

const optional = ValidateIf((_, value) => value !== undefined);

/**
 * A field that has to be there. All of these decorators take what the API's document shall say of the field beside its
 * rules; what the answer says of a field of that name need not be repeated.
 */
export function Field(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return all(...follows([required, ...rules]), documented(schemaOf(rules), about, true));
}

/** A field that may be left out, though not be `null`. */
export function OptionalField(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return all(optional, ...follows(rules), documented(schemaOf(rules), about));
}

/** An array that may be left out; `rules` are those of its items. */
export function OptionalItemsField(
  rules: Rules,
  { maxItems }: { maxItems: number },
  about: JsonSchema = {},
): PropertyDecorator {
  const isArray = { code: 'invalid_type', detail: 'must be an array.', isSatisfiedBy: Array.isArray };
  return all(
    optional,
    ...follows([isArray, hasAtMostItems(maxItems)]),
    itemsFollow(rules),
    documented({ type: 'array', items: schemaOf(rules), maxItems }, about),
  );
}

/** An object that may be left out, checked by the decorators of its own class. */
export function OptionalObjectField(type: () => new () => object, about: JsonSchema = {}): PropertyDecorator {
  return all(
    documented({ type: () => type() }, about),
    optional,
    ...follows([isObject]),
    ValidateNested(),
    Convert((value, path, unknown) =>
      isObject.isSatisfiedBy(value) ? instantiate(type(), value as object, path, unknown) : value,
    ),
  );
}

/** A field of the resource that the operation cannot write: whatever is sent is ignored. */
export function ReadOnlyField(): PropertyDecorator {
  return all(
    Allow(),
    Convert(() => undefined),
    documented({ readOnly: true }, {}),
  );
}

/** A query parameter. */
export function QueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return all(optional, ...follows([givenOnce, ...rules]), documented(schemaOf(rules), about));
}

/** More values of a parameter than anybody asks for, and few enough for one statement. */
const mostValues = 100;

/** A query parameter that may be given several times; the property is an array. */
export function RepeatableQueryParam(rules: Rules, about: JsonSchema = {}): PropertyDecorator {
  return all(
    documented({ type: 'array', items: schemaOf(rules), maxItems: mostValues }, about),
    optional,
    ...follows([hasAtMostItems(mostValues)]),
    itemsFollow(rules),
    Transform(({ value }: { value: unknown }): unknown[] => (Array.isArray(value) ? value : [value])),
  );
}

/** Checks a query by the decorators of its parameter's class. */
const queryPipe: PipeTransform = {
  transform: (value: unknown, { metatype }) => checked(metatype as new () => object, value, 'query'),
};

/**
 * An instance of the class with the values of a body or query, which class-validator has checked without any
 * conversion.
 *
 * @throws Problem 400 that tells all faults at once
 */
export function checked<T extends object>(type: new () => T, value: unknown, where: 'body' | 'query'): T {
  if (!isObject.isSatisfiedBy(value)) {
    throw invalidInput([{ pointer: '', code: isObject.code, detail: `The body ${isObject.detail}` }]);
  }
  const unknown: string[][] = [];
  const given = instantiate(type, value as object, [], unknown) as T;
  // A query has texts only. In a body class-transformer would call whatever stands there under `constructor`.
  const input = where === 'query' ? plainToInstance(type, { ...given }) : given;
  const errors = validateSync(input, {
    whitelist: true,
    forbidNonWhitelisted: true,
    forbidUnknownValues: false,
    validationError: { target: false },
  });
  const place = (path: readonly string[]) =>
    where === 'body' ? { pointer: path.map(pointerPart).join('') } : { parameter: path[0] ?? '' };
  const faults = [
    ...unknown.map((path) => ({ path, ...unknownName })),
    ...errors.flatMap((error) => faultsOf(error, [])),
  ];
  if (faults.length > 0) {
    const subject = where === 'body' ? 'The field' : 'The parameter';
    throw invalidInput(
      faults.map(({ path, code, detail }) => ({ ...place(path), code, detail: `${subject} ${detail}` })),
    );
  }
  return input;
}

const unknownName = { code: 'unknown', detail: 'is not known here.' };

function pointerPart(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The first broken rule of each field, in the order in which the rules were given. */
function faultsOf(
  error: ValidationError,
  parents: readonly string[],
): { path: string[]; code: string; detail: string }[] {
  const path = [...parents, error.property];
  const [code, detail = ''] = Object.entries(error.constraints ?? {})[0] ?? [];
  if (code === undefined) return (error.children ?? []).flatMap((child) => faultsOf(child, path));
  if (code === 'whitelistValidation') return [{ path, ...unknownName }];
  if (code !== 'items') return [{ path, code, detail }];
  const { rules } = error.contexts?.['items'] as { rules: Rules };
  return itemFaults(error.value, rules).map(({ index, rule }) => ({
    path: [...path, String(index)],
    ...rule,
  }));
}

/** A 400 that names every fault. */
export function invalidInput(errors: readonly FieldError[]): Problem {
  return new Problem(400, 'invalid_input', 'The request has values that are not allowed.', { errors });
}

export function bodyNotTaken(): Problem {
  return new Problem(400, 'body_not_taken', 'This operation takes no body.');
}

/**
 * Reads and checks the body of operations that take one, and refuses a query where none is taken. It is the last guard
 * of a route, so that all others have let the request pass. A guard, since an interceptor takes every request through
 * RxJS.
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
    request.body = checked(bodyClass, body, 'body');
    return true;
  }
}

/** @throws Problem 400 where there is a query */
function refuseQuery(request: Request): void {
  // To look at the query is to parse it.
  if (!request.url.includes('?')) return;
  const names = Object.keys(request.query);
  if (names.length === 0) return;
  throw invalidInput(
    names.map((name) => ({
      parameter: name,
      code: unknownName.code,
      detail: `The parameter ${unknownName.detail}`,
    })),
  );
}
