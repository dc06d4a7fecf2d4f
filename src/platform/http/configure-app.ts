import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { parse } from 'node:querystring';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { Environment } from '../config/index.js';
import { requestLog } from './request-log.js';
import { answerUnreadableRequests } from './unreadable-request.js';

/** Headers of answers that programs in browsers may read. */
const exposedHeaders = [
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'X-Request-Id',
  'X-Total-Count',
];

/** For the page at /docs: all comes from here, and nothing runs that is not in a file. Other answers are no pages. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    // The viewer's icons.
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
};

/**
 * All that a request meets before its route. The service and every test of it go through this same function. To be
 * called before the application is initialised; the application is made with `bodyParser: false`.
 */
export function configureApp(app: NestExpressApplication, log: Logger): void {
  const { trustProxy, corsOrigins } = app.get(Environment);
  app
    .disable('x-powered-by')
    // A hash of every answer; versions of single records do the job better.
    .disable('etag')
    // As Express's simple parser does, but without overlooking what comes after the thousandth parameter.
    .set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }))
    .set('trust proxy', trustProxy);
  app.use(beforeAll(log));
  if (corsOrigins.length > 0) {
    app.enableCors({
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      exposedHeaders,
      maxAge: 600,
    });
  }
  sendBytesAsTheyAre(app);
  answerUnreadableRequests(app.getHttpServer(), log);
}

/** Nest would make JSON of an answer that is JSON in UTF-8 already. */
function sendBytesAsTheyAre(app: NestExpressApplication): void {
  const adapter = app.getHttpAdapter();
  const reply = adapter.reply.bind(adapter);
  adapter.reply = (response: Response, body: unknown, status?: number) =>
    Buffer.isBuffer(body)
      ? response.status(status ?? 200).send(body)
      : (reply(response, body, status) as unknown);
}

/** What comes before every route, in one function: Express's router takes its time for each. */
function beforeAll(log: Logger) {
  const identify = requestLog(log);
  const headers = headersOfEveryAnswer();
  return (request: Request, response: Response, next: NextFunction): void => {
    originForm(request);
    identify(request, response);
    for (const [name, value] of headers) response.setHeader(name, value);
    // Express tells paths apart without regard to case.
    if (/^\/v1(?:[/?#]|$)/i.test(request.url)) response.setHeader('Cache-Control', 'private, no-cache');
    literalPath(request);
    next();
  };
}

/** Those of Helmet. They are always the same, so it is asked once. */
function headersOfEveryAnswer(): readonly (readonly [string, string])[] {
  const headers: [string, string][] = [];
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  response.setHeader = (name, value) => {
    headers.push([name, String(value)]);
    return response;
  };
  helmet({ contentSecurityPolicy })(request, response, () => undefined);
  return headers;
}

/** A target in absolute form means what its path and query do (RFC 9112 §3.2.2). */
function originForm(request: Request): void {
  if (request.url.startsWith('/')) return;
  request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
  request.originalUrl = request.url;
}

/** A path with a broken percent-encoding names nothing: taken literally, it is an unknown route, told in its turn. */
function literalPath(request: Request): void {
  if (!request.url.includes('%')) return;
  try {
    decodeURIComponent(request.path);
  } catch {
    const [path = '', ...query] = request.url.split('?');
    request.url = [path.replaceAll('%', '%25'), ...query].join('?');
  }
}
