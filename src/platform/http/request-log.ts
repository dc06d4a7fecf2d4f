import type { Request, Response } from 'express';
import { DomainError } from '../../shared/domain-error.js';
import type { Ids } from '../../shared/ids.js';
import { LogThrottle, messageWithCause, NestRequestLogger, type RequestLogger } from '../logging/index.js';
import { isDatabaseUnavailable, OutcomeUnknown } from '../persistence/index.js';
import { loggedPath, routeOf } from '../telemetry/index.js';
import type { IdentifiedRequest } from './access.guard.js';

declare module 'http' {
  interface IncomingMessage {
    /** Written to the log and sent as `X-Request-Id`. */
    id: string;
  }
  interface ServerResponse {
    /** The error to log with the request. */
    err?: Error;
  }
}

/** Returns the id of a request if it is harmless in headers and logs, else a new one of 24 hexadecimal digits. */
export function requestId(ids: Ids, given?: unknown): string {
  const id = typeof given === 'number' ? String(given) : given;
  if (typeof id === 'string' && /^[A-Za-z0-9._-]{1,200}$/.test(id)) return id;
  return ids.next().replaceAll('-', '').slice(-24);
}

/**
 * Returns a function that sets the id of each request, and writes one log line when its response was sent or its connection
 * broke. Headers, query and body are never logged. Of requests that fail with the same 503, such as in an outage of the database,
 * one per minute is logged with the error; the lines of the others have its message as `reason`.
 *
 * A `pino-http` of the application around the service gives requests an `id` and a `log`. The id is kept, and by default its
 * line remains the only one of a request that did not fail.
 */
export function requestLog(log: RequestLogger, ids: Ids) {
  const outages = new LogThrottle();
  return (request: Request & { readonly log?: unknown }, response: Response): void => {
    const start = performance.now();
    request.id = requestId(ids, request.id ?? request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.id);
    response.on('error', (error: Error) => (response.err ??= error));
    // Emitted after a complete response, too.
    response.on('close', () => {
      if (response.skipLog) return;
      const { statusCode: status } = response;
      const { userId, tokenId, tool }: IdentifiedRequest = request;
      const line = {
        request_id: request.id,
        method: request.method,
        path: loggedPath(request),
        route: routeOf(request),
        status,
        user_id: userId,
        token_id: tokenId,
        tool,
        trace_id: request.traceId,
        duration_ms: Math.round(performance.now() - start),
      };
      const err = response.err ?? (status < 500 ? undefined : new Error(`failed with status code ${status}`));
      const isLoggedByHost = log instanceof NestRequestLogger && request.log !== undefined;
      const reason = err && messageWithCause(err);
      const isRepeated = isOutage(err) && !outages.shouldLog(reason!);
      if (err !== undefined && !isRepeated) log.error({ ...line, err }, 'request failed');
      else if (!isLoggedByHost) log.info({ ...line, reason }, err ? 'request failed' : 'request completed');
    });
  };
}

/**
 * Returns whether a request failed because the database or another system was unavailable. An unknown outcome is always logged
 * with its error, because somebody may have to check the data.
 */
function isOutage(error: Error | undefined): error is Error {
  if (error instanceof OutcomeUnknown) return false;
  return isDatabaseUnavailable(error) || (error instanceof DomainError && error.kind === 'unavailable');
}
