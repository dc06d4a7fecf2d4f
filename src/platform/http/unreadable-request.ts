import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids.js';
import { Problem, problemDetails } from './problem.js';
import { requestId } from './request-log.js';

/** Problems by the codes of Node's errors. */
export const unreadableProblems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'headers_too_large', 'The request line and headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'request_timeout', 'The request did not arrive in time.'),
};

export const malformed = new Problem(400, 'malformed_request', 'This is not a well-formed HTTP/1.1 request.');

/** Sends problem details for requests that Node's HTTP parser rejects, which never reach the application. */
export function answerUnreadableRequests(server: Server, log: Logger, ids: Ids): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = unreadableProblems[error.code ?? ''] ?? malformed;
    const details = problemDetails(problem, requestId(ids));
    const body = JSON.stringify(details);
    log.info(
      { request_id: details.request_id, status: details.status, code: error.code },
      'request was unreadable',
    );
    socket.end(
      [
        `HTTP/1.1 ${details.status} ${details.title}`,
        'Content-Type: application/problem+json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${details.request_id}`,
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
