import { parse } from 'node:querystring';
import { Injectable, type NestMiddleware } from '@nestjs/common';
import cors from 'cors';
import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import helmet from 'helmet';
import onHeaders from 'on-headers';
import { Ids } from '../../shared/ids.js';
import { Settings } from '../config/index.js';
import { RequestLogger } from '../logging/index.js';
import { httpProblems } from '../problems/index.js';
import { traceRequests } from '../telemetry/index.js';
import { compressed } from './compressed.js';
import { sendProblem } from './problem.filter.js';
import { requestLog } from './request-log.js';
import { locateService, serviceTarget } from './service-root.js';

/** Response headers that programs in browsers can read. */
const exposedHeaders = [
  'Content-Disposition',
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
 * What every request of the service passes before its controller: log, trace, security headers, CORS and compression. It
 * is mounted at the path of the service, and requests of other routes of the application do not pass it.
 */
@Injectable()
export class ServiceMiddleware implements NestMiddleware {
  private readonly router = Router();

  constructor({ corsOrigins }: Settings, log: RequestLogger, ids: Ids) {
    this.router.use(
      prepareRequest,
      traceRequests,
      requestLog(log, ids),
      // The proxy that terminates TLS decides about Strict-Transport-Security.
      helmet({ contentSecurityPolicy, strictTransportSecurity: false }),
      forbidSharedCaching,
      checkHost,
      ...compressed,
    );
    if (corsOrigins.length > 0) {
      const origin = corsOrigins.includes('*') ? '*' : [...corsOrigins];
      this.router.use(cors({ origin, exposedHeaders, maxAge: 600 }) as RequestHandler);
    }
  }

  use(request: Request, response: Response, next: NextFunction): void {
    locateService(request);
    this.router(request, response, next);
  }
}

/** Replaces what the settings of the Express application would otherwise decide about this request. */
function prepareRequest(request: Request, response: Response, next: NextFunction): void {
  // Express's simple parser ignores everything after the thousandth parameter, and others create objects.
  Object.defineProperty(request, 'query', {
    configurable: true,
    get: () => parse(request.url.split('?')[1] ?? '', '&', '=', { maxKeys: 0 }),
  });
  // Express hashes responses without an ETag, also those with an error. Records have one made from their version, and files
  // have a date as well.
  onHeaders(response, () => {
    const isFile = response.statusCode < 400 && response.hasHeader('Last-Modified');
    if (response.get('ETag')?.startsWith('W/') && !isFile) {
      response.removeHeader('ETag');
    }
  });
  next();
}

function forbidSharedCaching(request: Request, response: Response, next: NextFunction): void {
  if (/^\/v1(?:[/?#]|$)/i.test(serviceTarget(request))) {
    response.setHeader('Cache-Control', 'private, no-cache');
  }
  next();
}

/** A host name or an IP address, and optionally a port. */
const hostPattern = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Rejects requests with several `Host` headers (RFC 9112 §3.2), or with a host that is not a name or an address, because
 * the absolute URLs in responses contain it.
 */
function checkHost(request: Request, response: Response, next: NextFunction): void {
  const hosts = request.headersDistinct['host'] ?? [];
  // A trusted proxy may send X-Forwarded-Host.
  const { host = 'localhost' } = request;
  if (hosts.length <= 1 && [...hosts, host].every((each) => hostPattern.test(each))) next();
  else sendProblem(response, httpProblems.invalidHost);
}
