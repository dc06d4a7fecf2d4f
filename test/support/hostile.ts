import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that responds as a test requires. */
export interface Hostile {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The received requests, in order. */
  readonly requests: readonly Received[];
  close(): Promise<void>;
}

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** @param answer is called with the number of the request, starting with 1 */
export async function startHostile(
  answer: (received: Received, response: ServerResponse, count: number) => unknown,
): Promise<Hostile> {
  const requests: Received[] = [];
  const server = createServer((incoming, response) => {
    let body = '';
    incoming.setEncoding('utf8').on('data', (piece: string) => (body += piece));
    incoming.once('end', () => {
      const { method = '', url: path = '', headers } = incoming;
      const received = { method, path, headers, body };
      requests.push(received);
      answer(received, response, requests.length);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Sends a response in the format of the service. */
export function sendJson(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  const type = status < 400 && status !== 308 ? 'application/json' : 'application/problem+json';
  response.writeHead(status, { 'content-type': type, ...headers }).end(JSON.stringify(body));
}

/** Sends a problem in the format of the service. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  const problem = { type: 'about:blank', title: code, status, detail: `${code}.`, code, request_id: 'r1' };
  sendJson(response, problem, status, headers);
}

/**
 * Forwards requests to a service. `interfere` is called when the service has responded, and returns true if it has
 * handled the response itself, for example by breaking the connection. The service has then executed the request, but
 * its response is lost.
 */
export function startProxy(
  target: string,
  interfere: (received: Received, response: ServerResponse, count: number) => boolean,
): Promise<Hostile> {
  return startHostile((received, response, count) => {
    const { method, path, headers, body } = received;
    const { host: _, ...others } = headers;
    const passed = request(new URL(path, target), { method, headers: others }, (answer) => {
      if (interfere(received, response, count)) {
        answer.resume();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.once('error', () => response.destroy());
    passed.end(body);
  });
}
