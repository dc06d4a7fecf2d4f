import type { Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { Problem, problemDetails } from './problem.js';

const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: new Problem(431, 'headers_too_large', 'The request line and headers are too large.'),
  ERR_HTTP_REQUEST_TIMEOUT: new Problem(408, 'request_timeout', 'The request did not arrive in time.'),
};

const malformed = new Problem(400, 'malformed_request', 'This is not a well-formed HTTP/1.1 request.');

/** What is no HTTP request at all never meets the application; it too is answered with problem details. */
export function answerUnreadableRequests(server: Server): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy();
      return;
    }
    const problem = problems[error.code ?? ''] ?? malformed;
    const details = problemDetails(problem, '');
    const body = JSON.stringify(details);
    socket.end(
      [
        `HTTP/1.1 ${details.status} ${details.title}`,
        'Content-Type: application/problem+json; charset=utf-8',
        `Content-Length: ${Buffer.byteLength(body)}`,
        'X-Content-Type-Options: nosniff',
        'Connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  });
}
