import { parse } from 'node:querystring';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import helmet from 'helmet';
import type { Logger } from 'pino';
import { Ids } from '../../shared/ids.js';
import { Environment } from '../config/index.js';
import { traceRequests } from '../telemetry/index.js';
import { compressed } from './compressed.js';
import { configureServer } from './http-server.js';
import { invalidHost } from '../problems/index.js';
import { ProblemFilter, sendProblem } from './problem.filter.js';
import { ReplicaReads } from './replica-reads.js';
import { requestLog } from './request-log.js';
import { RouteTable } from './route-table.js';

/** Response headers that programs in browsers can read. */
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

/** Responses of the API contain nothing that a browser could load or run. The page at /docs has a policy of its own. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/**
 * Configures the standalone application: settings of Express, middleware and CORS. The service and its tests share this
 * function. Call it before the application is initialized, and create the application with `bodyParser: false`.
 */
export function configureApp(app: NestExpressApplication, log: Logger): void {
  const { trustProxy, corsOrigins, databaseReplicaUrls } = app.get(Environment);
  const ids = app.get(Ids);
  app
    .disable('x-powered-by')
    // Express would hash every response; records have an ETag made from their version.
    .disable('etag')
    // Express's simple parser ignores everything after the thousandth parameter.
    .set('query parser', (query: string) => parse(query, '&', '=', { maxKeys: 0 }))
    .set('trust proxy', trustProxy);
  app.use(
    normalizeTarget,
    traceRequests,
    requestLog(log, ids),
    // The proxy that terminates TLS decides about Strict-Transport-Security.
    helmet({ contentSecurityPolicy, strictTransportSecurity: false }),
    forbidSharedCaching,
    checkHost,
    ...compressed,
  );
  if (corsOrigins.length > 0) {
    app.enableCors({
      origin: corsOrigins.includes('*') ? '*' : [...corsOrigins],
      exposedHeaders,
      maxAge: 600,
    });
  }
  app.useGlobalFilters(new ProblemFilter());
  // Only where it is needed: interceptors take every request through RxJS, which costs as much as a short read.
  if (databaseReplicaUrls.length > 0) app.useGlobalInterceptors(app.get(ReplicaReads));
  app.get(RouteTable).describe(app);
  configureServer(app.getHttpServer(), log, ids);
}

/**
 * Rewrites a target in absolute form to its path and query, which have the same meaning (RFC 9112 §3.2.2), and escapes a
 * path with a malformed percent-encoding, so that it is treated as an unknown route rather than as an error of Express.
 */
function normalizeTarget(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.startsWith('/')) {
    request.url = request.url.replace(/^https?:\/\/[^/?]*\/?/i, '/');
    request.originalUrl = request.url;
  }
  const [path = '', ...query] = request.url.split('?');
  if (path.includes('%') && !isDecodable(path)) {
    request.url = [path.replaceAll('%', '%25'), ...query].join('?');
  }
  next();
}

/** A host name or an IP address, and optionally a port. */
const hostPattern = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Not mounted at /v1, because Express's router cannot remove a prefix from a target that was rewritten. */
function forbidSharedCaching({ url }: Request, response: Response, next: NextFunction): void {
  if (/^\/v1(?:[/?#]|$)/i.test(url)) response.setHeader('Cache-Control', 'private, no-cache');
  next();
}

/**
 * Rejects requests with several `Host` headers (RFC 9112 §3.2), or with a host that is not a name or an address, because
 * the absolute URLs in responses contain it.
 */
function checkHost(request: Request, response: Response, next: NextFunction): void {
  const hosts = request.headersDistinct['host'] ?? [];
  // A trusted proxy may send X-Forwarded-Host.
  const { host = 'localhost' } = request;
  if (hosts.length <= 1 && [...hosts, host].every((each) => hostPattern.test(each))) next();
  else sendProblem(response, invalidHost);
}

function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
