import { Injectable, type NestMiddleware, type OnModuleInit } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost } from '@nestjs/core';
import cors from 'cors';
import type { ErrorRequestHandler, NextFunction, Request, RequestHandler, Response } from 'express';
import helmet from 'helmet';
import onHeaders from 'on-headers';
import { Ids } from '../../shared/ids.js';
import { Layout, Settings } from '../config/index.js';
import { RequestLogger } from '../logging/index.js';
import { httpProblems, type Problem } from '../problems/index.js';
import { Replicas } from '../replicas/index.js';
import { traceRequest } from '../telemetry/index.js';
import { compress, correctTag } from './compress.js';
import { limitUnread } from './limit-unread.js';
import { sendError, sendProblem, problemFor, rejectedByHost } from './problem.filter.js';
import { mayReadReplica } from './replica-reads.js';
import { requestLog } from './request-log.js';
import { isApiRequest, isLocated, locateService, rootOfRoute, serviceTarget } from './service-root.js';

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
  'X-Unread-Count',
];

/** Responses of the API contain nothing that a browser could load or run. The page at /docs has a policy of its own. */
const contentSecurityPolicy = {
  useDefaults: false,
  directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
};

/**
 * What every request of the service passes before its controller: log, security headers, trace, compression and CORS. It
 * is mounted at the path of the service, and requests of other routes of the application do not pass it.
 */
@Injectable()
export class ServiceMiddleware implements NestMiddleware, OnModuleInit {
  private readonly publicBaseUrl: string | undefined;
  private readonly logRequest;
  // The proxy that terminates TLS decides about Strict-Transport-Security.
  private readonly secure = helmet({ contentSecurityPolicy, strictTransportSecurity: false });
  private readonly allowOrigins: RequestHandler;
  private readonly trustedOrigins: readonly string[];
  private readonly allowCredentials: RequestHandler;
  /** What needs no token can be used by scripts of all web sites, and shared. */
  private readonly allowAll = cors({
    methods: ['GET', 'HEAD', 'POST'],
    allowedHeaders: ['Content-Type', 'If-None-Match', 'If-Modified-Since'],
    exposedHeaders: [...exposedHeaders, 'Last-Modified'],
    maxAge: 86_400,
  }) as RequestHandler;

  constructor(
    { corsOrigins, authentication, publicBaseUrl }: Settings,
    log: RequestLogger,
    ids: Ids,
    private readonly replicas: Replicas,
    private readonly layout: Layout,
    private readonly config: ApplicationConfig,
    private readonly adapterHost: HttpAdapterHost,
  ) {
    this.publicBaseUrl = publicBaseUrl;
    this.logRequest = requestLog(log, ids);
    const origin = corsOrigins.includes('*') ? '*' : corsOrigins.length > 0 && [...corsOrigins];
    this.allowOrigins = cors({ origin, exposedHeaders, maxAge: 600 }) as RequestHandler;
    this.trustedOrigins = authentication.trustedOrigins;
    this.allowCredentials = cors({
      origin: [...this.trustedOrigins],
      credentials: true,
      exposedHeaders,
      maxAge: 600,
    }) as RequestHandler;
  }

  /**
   * Handles errors at the path of the service that no route has seen, from the application's middleware, such as body parsers,
   * and from Express's router. Routes are registered before, and Nest's handler of errors after the init hooks.
   */
  onModuleInit(): void {
    const segments = [this.config.getGlobalPrefix(), this.layout.path].flatMap((path) => path.split('/'));
    const path = `/${segments.filter((segment) => segment !== '').join('/')}`;
    this.adapterHost.httpAdapter?.use(path, ((error: unknown, request, response, _next) => {
      const send = () => sendError(response, error, problemOfMiddleware(error, request));
      if (isLocated(request)) send();
      else this.enter(request.baseUrl, request, response, send);
    }) satisfies ErrorRequestHandler);
  }

  use(request: Request, response: Response, next: NextFunction): void {
    this.enter(rootOfRoute(request), request, response, next);
  }

  /** Calls each middleware from the one before it, which takes less time than an Express `Router`. */
  private enter(root: string, request: Request, response: Response, next: NextFunction): void {
    locateService(request, root, this.publicBaseUrl);
    this.logRequest(request, response);
    this.secure(request, response, () => undefined);
    forbidSharedCaching(request, response);
    // Runs after the listener of `compression`, which is added later.
    onHeaders(response, () => correctTag(response));
    traceRequest(request, response, () => {
      if (!hasValidHost(request)) sendProblem(response, httpProblems.invalidHost);
      else {
        const proceed = () => {
          limitUnread(response);
          this.allowFor(request)(request, response, next);
        };
        const tolerateOutage = () => this.replicas.tolerateOutage(proceed);
        compress(request, response, mayReadReplica(request) ? tolerateOutage : proceed);
      }
    });
  }

  /** Returns the middleware for CORS. */
  private allowFor(request: Request): RequestHandler {
    if (isPublic(request)) return this.allowAll;
    const isTrusted = this.trustedOrigins.includes(request.headers.origin ?? '');
    return isTrusted ? this.allowCredentials : this.allowOrigins;
  }
}

function isPublic(request: Request): boolean {
  return /^\/public\//i.test(serviceTarget(request));
}

function forbidSharedCaching(request: Request, response: Response): void {
  if (isApiRequest(request)) {
    response.setHeader('Cache-Control', 'private, no-cache');
  }
}

/** A host name or an IP address, and optionally a port. */
const hostPattern = /^(?:[\w.-]{1,253}|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/**
 * Returns whether a request has one `Host` header, or none with HTTP/1.0 (RFC 9112 §3.2), and a host that is a name or an address:
 * the absolute URLs in responses contain it.
 */
function hasValidHost(request: Request): boolean {
  const hosts = request.headersDistinct['host'] ?? [];
  if (hosts.length === 0 && request.httpVersion === '1.1') return false;
  // A trusted proxy may send X-Forwarded-Host.
  const { host = 'localhost' } = request;
  return hosts.length <= 1 && [...hosts, host].every((each) => hostPattern.test(each));
}

/** An error of Express's router or of a body parser, with the properties that `http-errors` and `body-parser` document. */
interface MiddlewareError {
  readonly name?: string;
  readonly message?: string;
  readonly status?: number;
  readonly expose?: boolean;
  /** Of errors of body parsers. */
  readonly type?: string;
  /** Maximum size of the body in bytes, of errors about it. */
  readonly limit?: number;
}

/** The problems of bodies that the parser of an application rejects. The service's own parser reports the same. */
const parserProblems: Readonly<Record<string, Problem>> = {
  'entity.parse.failed': httpProblems.malformedJson,
  'encoding.unsupported': httpProblems.unsupportedContentEncoding,
  'charset.unsupported': httpProblems.unsupportedMediaType,
  'request.aborted': httpProblems.incompleteBody,
  'request.size.invalid': httpProblems.incompleteBody,
};

/** Returns what a client learns of an error of a middleware of the application around the service. */
function problemOfMiddleware(error: unknown, request: Request): Problem {
  if (typeof error !== 'object' || error === null) return problemFor(error);
  const { name, message = '', status = 500, expose = false, type = '', limit } = error as MiddlewareError;
  if (type === 'entity.too.large' && limit !== undefined) return httpProblems.bodyTooLarge(limit);
  // A malformed percent-encoding in the path.
  if (name === 'URIError' && status === 400) {
    return isApiRequest(request)
      ? httpProblems.malformedUrl
      : httpProblems.routeNotFound(serviceTarget(request).split('?', 1)[0]!);
  }
  const problem = parserProblems[type];
  if (problem) return problem;
  return expose && status >= 400 && status < 500 ? rejectedByHost(status, message) : problemFor(error);
}
