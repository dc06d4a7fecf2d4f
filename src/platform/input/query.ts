import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Request } from 'express';

/**
 * Returns the parameters of the query. Express's parameters depend on the settings of the application: its simple parser ignores
 * everything after the thousandth parameter, and others create objects.
 */
export function queryOf({ url }: Request): ParsedUrlQuery {
  return parse(url.split('?')[1] ?? '', '&', '=', { maxKeys: 0 });
}

/** Returns whether a request asks for a list as a stream of lines. */
export function asksForStream(request: Request): boolean {
  return request.accepts(['application/json', 'application/x-ndjson']) === 'application/x-ndjson';
}
