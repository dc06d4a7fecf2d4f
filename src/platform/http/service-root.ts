import type { ArgumentsHost } from '@nestjs/common';
import type { Request } from 'express';

/** A request that went through {@link ServiceMiddleware}. */
type LocatedRequest = Request & { serviceRoot?: string; errorsUrl?: string };

/** Path of the page that describes the errors, below the path of the service. */
export const errorsPath = '/errors';

/**
 * Returns the path at which the service is mounted, from the route of its middleware: `/{*rest}` at the root, else the global
 * prefix of the application and the path of the service, as in `/tenants/:tenant/feedback-service{/*rest}`. The path is taken from
 * the request, because the prefix may have parameters, and clients choose the case of letters.
 */
export function rootOfRoute(request: Request): string {
  const { path: template } = request.route as { path: string };
  const segments = template.replace(/\/?\{?\/?\*.*$/, '').split('/').length;
  return request.originalUrl.split('?', 1)[0]?.split('/').slice(0, segments).join('/') ?? '';
}

/**
 * Notes where the service is mounted.
 *
 * @param publicBaseUrl the setting; without it, problems have a relative reference to the page of errors
 */
export function locateService(request: LocatedRequest, root: string, publicBaseUrl = ''): void {
  request.serviceRoot = root;
  request.errorsUrl = `${publicBaseUrl}${root}${errorsPath}`;
}

/** Returns whether a request went through {@link ServiceMiddleware}. */
export function isLocated(request: object): boolean {
  return 'serviceRoot' in request;
}

/** Returns the URL of the page that describes the errors; undefined for requests of the application around the service. */
export function errorsUrlOf(request: LocatedRequest): string | undefined {
  return request.errorsUrl;
}

/** Returns the path at which the service is mounted, without a slash at the end. */
export function serviceRoot(request: LocatedRequest): string {
  return request.serviceRoot ?? '';
}

/** Returns path and query of the request below the path of the service. */
export function serviceTarget(request: Request): string {
  return request.originalUrl.slice(serviceRoot(request).length);
}

/** Returns whether a request is one of the API, below `/v1`. */
export function isApiRequest(request: Request): boolean {
  return /^\/v1(?:[/?#]|$)/i.test(serviceTarget(request));
}

/** Returns whether all of a URL can be decoded: each `%` begins an escape, and the escapes are UTF-8 texts. */
export function isDecodable(url: string): boolean {
  if (!url.includes('%')) return true;
  try {
    decodeURIComponent(url);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns whether a request is one of this service. For global guards and interceptors of the application, which Nest also
 * runs for the routes of the service: they let such requests pass.
 */
export function isFeedbackServiceRequest(host: ArgumentsHost): boolean {
  return host.getType() === 'http' && isLocated(host.switchToHttp().getRequest<object>());
}
