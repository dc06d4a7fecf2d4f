import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { ModuleRef, Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes, ApiQuery, ApiSchema, type ApiQueryOptions } from '@nestjs/swagger';
import type { Request } from 'express';
import { parse, type ParsedUrlQuery } from 'node:querystring';
import { type FieldError, InvalidInput, pointerTo } from '../../shared/domain-error.js';
import { Ids } from '../../shared/ids.js';
import { lruCache } from '../caches/index.js';
import { Settings } from '../config/index.js';
import { readInput, schemasOf } from './fields.js';
import { httpProblems } from '../problems/index.js';
import { FileBody, type FileKind, importFile } from './file-body.js';
import { hasContent, readJson } from './json-body.js';

/** The class of an operation's body: `FileBody` for a file; absent if it takes none. */
export const TakesBody = Reflector.createDecorator<new () => object>();

/** The files that an operation takes. */
export const TakesFile = Reflector.createDecorator<FileKind>();

/** Marks operations whose body may be absent. */
const BodyIsOptional = Reflector.createDecorator<boolean>();

/** The class of an operation's query; absent if it takes none. */
export const TakesQuery = Reflector.createDecorator<new () => object>();

/*
 * Parameter decorators of their own, because global pipes of the application around the service, such as Nest's
 * `ValidationPipe`, leave the values of such parameters alone.
 */
const ReadBody = createParamDecorator(
  (_data: undefined, context: ExecutionContext) =>
    context.switchToHttp().getRequest<Request>().body as object,
);
const ReadQuery = createParamDecorator((type: new () => object, context: ExecutionContext) =>
  validQuery(type, context.switchToHttp().getRequest<Request>()),
);

/**
 * Injects the JSON body, validated by the decorators of the parameter's class: a `…Dto`, which the document calls `…Request`.
 *
 * @param options.optional whether the body may be absent, which means the same as `{}`
 */
export function JsonBody({ optional = false } = {}): ParameterDecorator {
  return (target, key, index) => {
    const type = typeOf(target, key, index);
    ApiSchema({ name: type.name.replace(/Dto$/, 'Request') })(type);
    ReadBody()(target, key, index);
    annotate(TakesBody(type), target, key);
    annotate(BodyIsOptional(optional), target, key);
    annotate(ApiBody({ type, required: !optional }), target, key);
  };
}

/**
 * Injects the body as a `FileBody`.
 *
 * @param kind the files that the operation takes
 */
export function UploadedFile(kind: FileKind = importFile): ParameterDecorator {
  return (target, key, index) => {
    ReadBody()(target, key, index);
    annotate(TakesBody(typeOf(target, key, index)), target, key);
    annotate(TakesFile(kind), target, key);
    annotate(ApiConsumes(...kind.types), target, key);
    annotate(ApiBody({ schema: { type: 'string', format: 'binary' } }), target, key);
  };
}

/** Injects the query, validated by the decorators of the parameter's class. Operations without it take no query. */
export function QueryParams(): ParameterDecorator {
  return (target, key, index) => {
    const type = typeOf(target, key, index);
    ReadQuery(type)(target, key, index);
    annotate(TakesQuery(type), target, key);
    for (const [name, { description, required, style, explode, ...schema }] of Object.entries(
      schemasOf(type),
    )) {
      const form = {
        ...(style === 'form' && { style: 'form' }),
        ...(typeof explode === 'boolean' && { explode }),
      };
      const about = { name, required, description, ...form, schema };
      annotate(ApiQuery(about as ApiQueryOptions), target, key);
    }
  };
}

/** Returns the class of a parameter. */
function typeOf(target: object, key: string | symbol | undefined, index: number): new () => object {
  const parameters = Reflect.getMetadata('design:paramtypes', target, key ?? '') as (new () => object)[];
  return parameters[index]!;
}

/** Applies a method decorator from within a parameter decorator. */
export function annotate(decorate: MethodDecorator, target: object, key: string | symbol | undefined): void {
  if (key === undefined) return;
  const descriptor = Object.getOwnPropertyDescriptor(target, key);
  if (descriptor) decorate(target, key, descriptor);
}

/** A body or a query with rules about several of its fields. */
export interface CrossFieldRules {
  /** Returns the violations of these rules. The values of single fields may be invalid. */
  crossFieldErrors(): FieldError[];
}

/** Checks that what a body refers to exists. */
export interface ReferenceCheck {
  /** Returns the errors of references, in a body whose other fields may be invalid. */
  errorsIn(body: object, request: Request): Promise<FieldError[]>;
}

/** The provider that checks the references of a body that has other errors, so that all errors are reported at once. */
export const ChecksReferences = Reflector.createDecorator<new (...dependencies: never[]) => ReferenceCheck>();

/**
 * Returns an instance of the class of a body or a query.
 *
 * @throws InvalidInput with all errors, at most one for a field
 */
export function validInput(type: new () => object, value: unknown, source: 'body' | 'query'): object {
  const { input, violations } = readInput(type, value);
  const errors: FieldError[] = violations.map(({ path, rule: { code, detail } }) => {
    if (source === 'query') return { parameter: path[0] ?? '', code, detail: `The parameter ${detail}` };
    const subject = path.length === 0 ? 'The body' : 'The field';
    return { pointer: pointerTo(...path), code, detail: `${subject} ${detail}` };
  });
  const isReported = ({ pointer, parameter }: FieldError) =>
    errors.some((error) => error.pointer === pointer && error.parameter === parameter);
  const further = (input as Partial<CrossFieldRules>).crossFieldErrors?.() ?? [];
  errors.push(...further.filter((error) => !isReported(error)));
  if (errors.length === 0) return input;
  throw new InvalidInput(errors);
}

/** How many valid queries are kept for each class, and the length up to which they are. */
const [maxKeptQueries, maxKeptLength] = [100, 200];

const keptQueries = new WeakMap<new () => object, ReturnType<typeof lruCache<object>>>();

/**
 * Returns the validated query of a read. Programs send the same few again and again, most often none at all, and validating one takes a
 * tenth of the time of a list. So valid queries are kept; they are frozen, because requests share them.
 *
 * @throws InvalidInput with all errors
 */
export function validQuery(type: new () => object, { url }: Pick<Request, 'url'>): object {
  const [, text] = partsOf(url);
  const kept = keptQueries.get(type) ?? lruCache<object>(maxKeptQueries);
  keptQueries.set(type, kept);
  const known = kept.get(text);
  if (known) return known;
  const query = validInput(type, parametersOf(text), 'query');
  if (text.length <= maxKeptLength) kept.set(text, frozen(query));
  return query;
}

/** Freezes a value with all that it contains. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

class NoParameters {}

/**
 * Reads and validates the body of operations that take one, and rejects bodies and queries of operations that take none.
 * It is a guard, because `Idempotency` digests the parsed body, and the last one of a route, because all others
 * must have passed before a body is read.
 */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: Settings,
    private readonly ids: Ids,
    private readonly modules: ModuleRef,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const bodyClass = this.reflector.get(TakesBody, context.getHandler()) as (new () => object) | undefined;
    const queryClass = this.reflector.get(TakesQuery, context.getHandler()) as (new () => object) | undefined;
    const fileKind = this.reflector.get(TakesFile, context.getHandler()) as FileKind | undefined;
    const isOptional = this.reflector.get(BodyIsOptional, context.getHandler()) === true;
    const isAbsent = isOptional && !(await hasContent(request));
    const body = isAbsent
      ? {}
      : bodyClass && !fileKind && (await readJson(request, this.settings.maxBodyBytes));
    // Queries of writes, before a stored response is repeated; the query of a read is validated where it is injected.
    if (request.url.includes('?') && (!queryClass || request.method !== 'GET')) {
      validInput(queryClass ?? NoParameters, queryOf(request), 'query');
    }
    if (fileKind) {
      request.body = new FileBody(request, fileKind, this.settings[fileKind.limit], this.ids.next());
    } else if (bodyClass) request.body = await this.validBody(bodyClass, body, request);
    else if ((await hasContent(request)) && !(await this.isEmptyObject(request))) {
      throw httpProblems.bodyNotTaken;
    }
    return true;
  }

  /** @throws InvalidInput with all errors, also about references */
  private async validBody(type: new () => object, body: unknown, request: Request): Promise<object> {
    try {
      return validInput(type, body, 'body');
    } catch (error) {
      const check = this.reflector.get(ChecksReferences, type) as Parameters<ModuleRef['get']>[0] | undefined;
      if (!(error instanceof InvalidInput) || !check || typeof body !== 'object' || body === null)
        throw error;
      const references = this.modules.get<ReferenceCheck>(check, { strict: false });
      throw new InvalidInput([...error.fieldErrors, ...(await references.errorsIn(body, request))]);
    }
  }

  private async isEmptyObject(request: Request): Promise<boolean> {
    const body = await readJson(request, this.settings.maxBodyBytes).catch(() => null);
    return JSON.stringify(body) === '{}';
  }
}

/** Returns the path and the query of a target. The query may have more question marks (RFC 3986 §3.4). */
export function partsOf(target: string): readonly [path: string, query: string] {
  const end = target.indexOf('?');
  return end < 0 ? [target, ''] : [target.slice(0, end), target.slice(end + 1)];
}

/**
 * Returns the parameters of the query. Express's parameters depend on the settings of the application: its simple parser ignores
 * everything after the thousandth parameter, and others create objects.
 */
export function queryOf({ url }: Request): ParsedUrlQuery {
  return parametersOf(partsOf(url)[1]);
}

function parametersOf(query: string): ParsedUrlQuery {
  return parse(query, '&', '=', { maxKeys: 0 });
}

/** Returns whether a request asks for a list as a stream of lines. */
export function asksForStream(request: Request): boolean {
  return request.accepts(['application/json', 'application/x-ndjson']) === 'application/x-ndjson';
}
