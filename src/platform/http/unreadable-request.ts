import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Logger } from 'pino';
import type { Ids } from '../../shared/ids.js';
import { headersTooLarge, malformedRequest, requestTimeout } from './http.problems.js';
import { type Problem, problemDetails } from './problem.js';
import { requestId } from './request-log.js';

/** Problems by the codes of Node's errors. */
const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: requestTimeout,
};

/** Sends problem details for requests that Node's HTTP parser rejects, which never reach the application. */
export function answerUnreadableRequests(server: Server, log: Logger, ids: Ids): void {
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    if (code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const details = problemDetails(problems[code ?? ''] ?? malformedRequest, requestId(ids));
    const body = JSON.stringify(details);
    log.info({ request_id: details.request_id, status: details.status, code }, 'request was unreadable');
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
