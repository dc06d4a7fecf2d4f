import type { Request, Response } from 'express';
import type { Ids } from '../../shared/ids.js';
import type { RequestLogger } from '../logging/index.js';
import { routeOf } from '../telemetry/index.js';
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

/** Returns the id sent with a request if it is harmless in headers and logs, else a new one of 24 hexadecimal digits. */
export function requestId(ids: Ids, sent?: string | string[]): string {
  if (typeof sent === 'string' && /^[A-Za-z0-9._-]{1,200}$/.test(sent)) return sent;
  return ids.next().replaceAll('-', '').slice(-24);
}

/**
 * Returns a function that sets the id of each request, and writes one log line when its response was sent or its connection
 * broke. Headers, query and body are never logged.
 */
export function requestLog(log: RequestLogger, ids: Ids) {
  return (request: Request, response: Response): void => {
    const start = performance.now();
    request.id = requestId(ids, request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.id);
    response.on('error', (error: Error) => (response.err ??= error));
    // Emitted after a complete response, too.
    response.on('close', () => {
      const { statusCode: status } = response;
      const { userId, tokenId, tool }: IdentifiedRequest = request;
      const line = {
        request_id: request.id,
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        route: routeOf(request),
        status,
        user_id: userId,
        token_id: tokenId,
        tool,
        trace_id: request.traceId,
        duration_ms: Math.round(performance.now() - start),
      };
      const err = response.err ?? (status < 500 ? undefined : new Error(`failed with status code ${status}`));
      if (err === undefined) log.info(line, 'request completed');
      else log.error({ ...line, err }, 'request failed');
    });
  };
}
