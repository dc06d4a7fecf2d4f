import { STATUS_CODES } from 'node:http';
import { type ArgumentsHost, Catch, type ExceptionFilter, HttpException } from '@nestjs/common';
import type { Response } from 'express';
import { DomainError } from '../../shared/domain-error.js';
import { isDatabaseUnavailable, OutcomeUnknown, ReaderGone } from '../persistence/index.js';
import { hasBody } from '../input/index.js';
import { httpProblems, Problem, problemDetails, problemOf } from '../problems/index.js';
import { errorsUrlOf } from './service-root.js';

/** Sends every error as problem details. Unexpected errors are logged and not shown. */
@Catch()
export class ProblemFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    sendError(host.switchToHttp().getResponse<Response>(), error, problemFor(error));
  }
}

/** Sends the problem of an error, which is logged if it is unexpected. Closes the connection if a response has begun. */
export function sendError(response: Response, error: unknown, problem: Problem): void {
  if (problem.status >= 500) response.err = error instanceof Error ? error : new Error(String(error));
  if (response.headersSent) {
    response.destroy();
    return;
  }
  // Headers that were set for the success response.
  for (const name of ['Content-Disposition', 'ETag', 'Link', 'Location', 'X-Total-Count', 'X-Unread-Count'])
    response.removeHeader(name);
  // A header of the request, such as If-Match, can cause the error: shared caches must not store it.
  if (/\bpublic\b/.test(response.get('Cache-Control') ?? '')) response.set('Cache-Control', 'no-store');
  sendProblem(response, problem);
}

/**
 * Answers the rejections of use cases on routes of the application around the service as the service does on its own, with
 * problem details. Other errors stay with the application.
 */
@Catch(DomainError)
export class DomainErrorFilter extends ProblemFilter {}

/** Sends problem details. If the body was not read to its end, the connection is closed afterwards. */
export function sendProblem(response: Response, problem: Problem): void {
  const { req: request } = response;
  if (hasBody(request) && !request.complete) response.set('Connection', 'close');
  response
    .status(problem.status)
    .set(problem.headers)
    .type('application/problem+json')
    .send(JSON.stringify(problemDetails(problem, request.id, errorsUrlOf(request))));
}

/** Returns what a client learns of an error: `internal_error` of an unexpected one. */
export function problemFor(error: unknown): Problem {
  if (error instanceof Problem || error instanceof DomainError) return problemOf(error);
  if (error instanceof HttpException) return rejectedByHost(error.getStatus(), error.message);
  // Nobody reads the response.
  if (error instanceof ReaderGone) return httpProblems.requestTimeout;
  if (error instanceof OutcomeUnknown) return httpProblems.outcomeUnknown;
  return isDatabaseUnavailable(error) ? httpProblems.databaseUnavailable : httpProblems.internalError;
}

/** Returns the problem of a rejection by the application around the service, such as one of its global guards. */
export function rejectedByHost(status: number, detail: string): Problem {
  const code = (STATUS_CODES[status] ?? 'error').toLowerCase().replaceAll(/[^a-z]+/g, '_');
  return new Problem(status, code, { detail });
}
