import type { Request } from 'express';
import { httpProblems, type Problem } from '../problems/index.js';
import { problemFor, rejectedByHost } from './problem.filter.js';
import { isApiRequest, serviceTarget } from './service-root.js';

/** An error of Express's router or of a body parser, with the properties that `http-errors` and `body-parser` document. */
interface MiddlewareError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number;
  readonly expose?: boolean;
  /** Of errors of body parsers. */
  readonly type?: string;
  /** Maximum size of the body in bytes, of errors about it. */
  readonly limit?: number;
}

/** The problems of bodies that the parser of an application rejects. The service's own parser reports the same. */
const parserProblems: Readonly<Record<string, Problem>> = {
  'entity.parse.failed': httpProblems.malformedJson,
  'encoding.unsupported': httpProblems.unsupportedContentEncoding,
  'charset.unsupported': httpProblems.unsupportedMediaType,
  'request.aborted': httpProblems.incompleteBody,
  'request.size.invalid': httpProblems.incompleteBody,
};

/** Returns what a client learns of an error of a middleware of the application around the service. */
export function problemOfMiddleware(error: unknown, request: Request): Problem {
  if (typeof error !== 'object' || error === null) return problemFor(error);
  const { name, message = '', status = 500, expose = false, type = '', limit } = error as MiddlewareError;
  if (type === 'entity.too.large' && limit !== undefined) return httpProblems.bodyTooLarge(limit);
  // A malformed percent-encoding in the path.
  if (name === 'URIError' && status === 400) {
    return isApiRequest(request)
      ? httpProblems.malformedUrl
      : httpProblems.routeNotFound(serviceTarget(request).split('?', 1)[0]!);
  }
  const problem = parserProblems[type];
  if (problem) return problem;
  return expose && status >= 400 && status < 500 ? rejectedByHost(status, message) : problemFor(error);
}
