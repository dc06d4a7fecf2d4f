import type { IncomingMessage } from 'node:http';

/**
 * Returns the template of the route that Express matched, such as `/v1/projects/{projectSlug}`; undefined if the path is
 * unknown or names a static file.
 */
export function routeOf(request: IncomingMessage & { route?: { path?: unknown } }): string | undefined {
  const path = request.route?.path;
  if (typeof path !== 'string' || path.includes('*')) return undefined;
  return path.replaceAll(/:(\w+)/g, '{$1}');
}
