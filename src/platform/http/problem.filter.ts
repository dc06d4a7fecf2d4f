import { type ArgumentsHost, Catch, type ExceptionFilter, NotFoundException } from '@nestjs/common';
import type { Request, Response } from 'express';
import { DomainError } from '../../shared/domain-error.js';
import { isDatabaseUnavailable } from '../persistence/index.js';
import { Problem, problemDetails, problemOf } from './problem.js';

/** Answers every error, the framework's own included, as problem details; what is unexpected is logged, not shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<Request>();
    const response = host.switchToHttp().getResponse<Response>();
    const problem = toProblem(error, request);
    if (problem.status >= 500) response.err = error instanceof Error ? error : new Error(String(error));
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // What was set for the success that did not come: it tells of no problem, and may name what there is not.
    for (const name of ['ETag', 'Link', 'Location', 'X-Total-Count']) response.removeHeader(name);
    response
      .status(problem.status)
      .set(problem.options.headers ?? {})
      .type('application/problem+json')
      .send(JSON.stringify(problemDetails(problem, request.id)));
  }
}

function toProblem(error: unknown, request: Request): Problem {
  if (error instanceof Problem || error instanceof DomainError) return problemOf(error);
  if (isDatabaseUnavailable(error)) return databaseUnavailable();
  if (error instanceof NotFoundException) return unknownRoute(request);
  return internalError();
}

export function databaseUnavailable(): Problem {
  return new Problem(503, 'database_unavailable', 'The database cannot be reached just now. Try again.', {
    headers: { 'Retry-After': '2' },
  });
}

export function internalError(): Problem {
  return new Problem(
    500,
    'internal_error',
    'Something went wrong here. It has been logged with the request id.',
  );
}

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** 405 with `Allow` where the path is known with other methods (RFC 9110 §15.5.6), else 404. */
function unknownRoute(request: Request): Problem {
  const catchAll = (request.route as { path: string } | undefined)?.path;
  const { stack } = (request.app as unknown as { router: { stack: Layer[] } }).router;
  const methods = stack
    .filter((layer) => layer.route && layer.route.path !== catchAll && layer.match(request.path))
    .flatMap(({ route }) => Object.keys(route?.methods ?? {}).map((method) => method.toUpperCase()));
  if (methods.length === 0) return routeNotFound(request.path);
  const allow = [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort().join(', ');
  return methodNotAllowed(request.path, allow);
}

export function routeNotFound(path: string): Problem {
  return new Problem(404, 'route_not_found', `There is nothing at ${path}.`);
}

/** @param allow the methods that there are */
export function methodNotAllowed(path: string, allow: string): Problem {
  return new Problem(405, 'method_not_allowed', `Only ${allow} can be used at ${path}.`, {
    headers: { Allow: allow },
  });
}
