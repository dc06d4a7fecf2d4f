import { type CanActivate, createParamDecorator, type ExecutionContext, Injectable } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiBody, ApiConsumes, ApiQuery, type ApiQueryOptions } from '@nestjs/swagger';
import type { Request } from 'express';
import { InvalidInput } from '../../shared/domain-error.js';
import { Settings } from '../config/index.js';
import { readInput, schemasOf } from './fields.js';
import { httpProblems } from '../problems/index.js';
import { FileBody, fileTypes } from './file-body.js';
import { hasBody, readJson } from './json-body.js';
import { queryOf } from './query.js';

/** The class of an operation's body: `FileBody` for a file; absent if it takes none. */
export const TakesBody = Reflector.createDecorator<new () => object>();

const TakesQuery = Reflector.createDecorator<boolean>();

/*
 * Parameter decorators of their own, because global pipes of the application around the service, such as Nest's
 * `ValidationPipe`, leave the values of such parameters alone.
 */
const readBody = (_data: undefined, context: ExecutionContext) =>
  context.switchToHttp().getRequest<Request>().body as object;
const ReadQuery = createParamDecorator((type: new () => object, context: ExecutionContext) =>
  validInput(type, queryOf(context.switchToHttp().getRequest<Request>()), 'query'),
);

/** Injects the JSON body, validated by the decorators of the parameter's class. */
export const JsonBody = createParamDecorator(readBody, [
  (target, key, index) => {
    const type = typeOf(target, key, index);
    annotate(TakesBody(type), target, key);
    annotate(ApiBody({ type }), target, key);
  },
]);

/** Injects the body as a `FileBody`. */
export const UploadedFile = createParamDecorator(readBody, [
  (target, key, index) => {
    annotate(TakesBody(typeOf(target, key, index)), target, key);
    annotate(ApiConsumes(...fileTypes), target, key);
    annotate(ApiBody({ schema: { type: 'string', format: 'binary' } }), target, key);
  },
]);

/** Injects the query, validated by the decorators of the parameter's class. Operations without it take no query. */
export function QueryParams(): ParameterDecorator {
  return (target, key, index) => {
    const type = typeOf(target, key, index);
    ReadQuery(type)(target, key, index);
    annotate(TakesQuery(true), target, key);
    for (const [name, { description, required, ...schema }] of Object.entries(schemasOf(type))) {
      annotate(ApiQuery({ name, required, description, schema } as ApiQueryOptions), target, key);
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

/** @throws InvalidInput with all errors */
function validInput(type: new () => object, value: unknown, source: 'body' | 'query'): object {
  const { input, violations } = readInput(type, value);
  if (violations.length === 0) return input;
  throw new InvalidInput(
    violations.map(({ path, rule: { code, detail } }) => {
      if (source === 'query') return { parameter: path[0] ?? '', code, detail: `The parameter ${detail}` };
      const subject = path.length === 0 ? 'The body' : 'The field';
      return { pointer: path.map(pointerPart).join(''), code, detail: `${subject} ${detail}` };
    }),
  );
}

/** Escapes a part of a JSON Pointer (RFC 6901 §3). */
function pointerPart(name: string): string {
  return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

class NoParameters {}

/**
 * Reads and validates the body of operations that take one, and rejects bodies and queries of operations that take none.
 * It is a guard, because `IdempotencyInterceptor` digests the parsed body, and the last one of a route, because all others
 * must have passed before a body is read.
 */
@Injectable()
export class InputGuard implements CanActivate {
  constructor(
    private readonly reflector: Reflector,
    private readonly settings: Settings,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<Request>();
    const bodyClass = this.reflector.get(TakesBody, context.getHandler()) as (new () => object) | undefined;
    const takesQuery = this.reflector.get(TakesQuery, context.getHandler()) as boolean | undefined;
    const takesFile = bodyClass === FileBody;
    const body = bodyClass && !takesFile && (await readJson(request, this.settings.maxBodyBytes));
    if (!takesQuery && request.url.includes('?')) validInput(NoParameters, queryOf(request), 'query');
    if (takesFile) request.body = new FileBody(request, this.settings.maxImportBytes);
    else if (bodyClass) request.body = validInput(bodyClass, body, 'body');
    else if (hasBody(request) && !(await this.isEmptyObject(request))) throw httpProblems.bodyNotTaken;
    return true;
  }

  private async isEmptyObject(request: Request): Promise<boolean> {
    const body = await readJson(request, this.settings.maxBodyBytes).catch(() => null);
    return JSON.stringify(body) === '{}';
  }
}
