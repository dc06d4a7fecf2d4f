import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Ids } from '../../shared/ids.js';
import type { RequestLogger } from '../logging/index.js';
import { isUpload } from '../input/index.js';
import { httpProblems, type Problem, problemDetails } from '../problems/index.js';
import { requestId } from './request-log.js';
import { errorsPath } from './service-root.js';

/** Time limits of connections, in milliseconds. */
export const timeouts = {
  /** For the headers of a request. They fit into a few packets; the limit ends clients that send them byte by byte. */
  headers: 20_000,
  /** For a whole request: 1 MiB at 70 kbit/s. */
  request: 120_000,
  /** For a request whose body is a file, once its headers have been accepted: 256 MiB at 600 kbit/s. */
  upload: 3_600_000,
  /**
   * For a connection on which no byte is received or sent. It ends responses that nobody reads: Node extends it once if the
   * operating system has accepted a part of the response. It is longer than the service takes to respond (35 seconds).
   */
  inactivity: 40_000,
  /** For an idle connection. Longer than in proxies (60 seconds), so that none sends a request as it is closed. */
  keepAlive: 65_000,
};

/** Problems by the codes of Node's errors. */
const problems: Readonly<Record<string, Problem>> = {
  HPE_HEADER_OVERFLOW: httpProblems.headersTooLarge,
  ERR_HTTP_REQUEST_TIMEOUT: httpProblems.requestTimeout,
};

/**
 * Sets the time limits of the server, and sends problem details for requests that Node's HTTP parser rejects, which never
 * reach the application.
 */
export function configureServer(server: Server, log: RequestLogger, ids: Ids, publicBaseUrl = ''): void {
  server.headersTimeout = timeouts.headers;
  // Node has one limit for all requests; the shorter one is set below.
  server.requestTimeout = timeouts.upload;
  server.keepAliveTimeout = timeouts.keepAlive;
  server.setTimeout(timeouts.inactivity);
  const send = (socket: Duplex, problem: Problem, reason: string | undefined) => {
    const details = problemDetails(problem, requestId(ids), `${publicBaseUrl}${errorsPath}`);
    log.info(
      { request_id: details.request_id, status: details.status, code: reason },
      'request was unreadable',
    );
    const body = JSON.stringify(details);
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
  };
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
    if (length === undefined && encoding === undefined) return;
    const timer = setTimeout(() => {
      if (request.complete || isUpload(request)) return;
      // A response without the connection waits for another one, which the problem would become a part of.
      if (response.headersSent || !response.socket) request.socket.destroy();
      else send(request.socket, httpProblems.requestTimeout, 'ERR_HTTP_REQUEST_TIMEOUT');
    }, timeouts.request).unref();
    request.once('close', () => clearTimeout(timer));
  });
  server.on('clientError', ({ code }: NodeJS.ErrnoException, socket: Duplex) => {
    // Behind a response that is not read, the problem could not be sent: the connection would stay open.
    if (code === 'ECONNRESET' || !socket.writable || socket.writableLength > 0) socket.destroy();
    else send(socket, problems[code ?? ''] ?? httpProblems.malformedRequest, code);
  });
  server.on('checkExpectation', ({ socket }: IncomingMessage) =>
    send(socket, httpProblems.expectationFailed, 'expect'),
  );
  server.on('connect', (_request, socket) => send(socket, httpProblems.methodNotImplemented, 'CONNECT'));
}
