import { join } from 'node:path';
import { parse } from 'node:querystring';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { pinoHttp } from 'pino-http';
import viewerPath from 'swagger-ui-dist/absolute-path.js';
import { Environment } from '../environment.js';
import { OpenApiController } from './openapi.controller.js';
import { requestId } from './request-id.js';
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
  app.use(originForm, requestLog(log), helmet({ contentSecurityPolicy }), headersOfTheApi, literalPath);
  if (corsOrigins.length > 0) {
    app.enableCors({
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      exposedHeaders,
      maxAge: 600,
    });
  }
  app.get(OpenApiController).describe(app);
  app.useStaticAssets(viewerPath(), { prefix: '/docs/viewer', index: false });
  app.useStaticAssets(join(import.meta.dirname, 'docs'), { prefix: '/docs' });
  answerUnreadableRequests(app.getHttpServer(), log);
}

/** A target in absolute form means what its path and query do (RFC 9112 §3.2.2). */
function originForm(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.startsWith('/')) {
    request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
    request.originalUrl = request.url;
  }
  next();
}

/** Gives each request its id, and writes one line when it is done: never its headers, query or body. */
function requestLog(log: Logger) {
  return pinoHttp({
    logger: log,
    // The log says how errors are written; pino-http would show all that hangs on them.
    wrapSerializers: false,
    genReqId: (request: IncomingMessage, response: ServerResponse) => {
      const id = requestId(request.headers['x-request-id']);
      response.setHeader('X-Request-Id', id);
      return id;
    },
    quietReqLogger: true,
    customAttributeKeys: { reqId: 'request_id', responseTime: 'duration_ms' },
    customLogLevel: (_request, response, error) =>
      error || response.err || response.statusCode >= 500 ? 'error' : 'info',
    customSuccessMessage: () => 'request completed',
    customErrorMessage: () => 'request failed',
    serializers: {
      req: () => undefined,
      res: () => undefined,
    },
    customSuccessObject: (request, response, fields: object) => ({
      ...outcome(request, response),
      ...fields,
    }),
    customErrorObject: (request, response, _error, fields: object) => ({
      ...outcome(request, response),
      ...fields,
    }),
  });
}

function outcome(request: IncomingMessage, response: ServerResponse): object {
  const path = (request as Request).originalUrl.split('?', 1)[0];
  return { method: request.method, path, status: response.statusCode };
}

function headersOfTheApi(request: Request, response: Response, next: NextFunction): void {
  // Express tells paths apart without regard to case.
  if (/^\/v1(\/|$)/i.test(request.path)) response.setHeader('Cache-Control', 'private, no-cache');
  next();
}

/** A path with a broken percent-encoding names nothing: taken literally, it is an unknown route, told in its turn. */
function literalPath(request: Request, _response: Response, next: NextFunction): void {
  try {
    decodeURIComponent(request.path);
  } catch {
    const [path = '', ...query] = request.url.split('?');
    request.url = [path.replaceAll('%', '%25'), ...query].join('?');
  }
  next();
}
