import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { requestId } from './request-id.js';

declare module 'http' {
  interface IncomingMessage {
    /** Stands in the log, and on the answer as `X-Request-Id`. */
    id: string;
  }
  interface ServerResponse {
    /** What went wrong, for the request's line in the log. */
    err?: Error;
  }
}

/**
 * Gives each request its id, and writes one line when it is answered or its connection broke off: never its headers,
 * query or body.
 */
export function requestLog(log: Logger) {
  return (request: Request, response: Response): void => {
    const start = performance.now();
    request.id = requestId(request.headers['x-request-id']);
    response.setHeader('X-Request-Id', request.id);
    response.on('error', (error: Error) => (response.err ??= error));
    // Comes after the answer was sent as well.
    response.on('close', () => {
      const { statusCode: status } = response;
      const line = {
        request_id: request.id,
        method: request.method,
        path: request.originalUrl.split('?', 1)[0],
        status,
      };
      const duration = Math.round(performance.now() - start);
      if (response.err === undefined && status < 500) {
        log.info({ ...line, duration_ms: duration }, 'request completed');
      } else {
        const err = response.err ?? new Error(`failed with status code ${status}`);
        log.error({ ...line, err, duration_ms: duration }, 'request failed');
      }
    });
  };
}
