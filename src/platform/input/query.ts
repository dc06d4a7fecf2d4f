import { parse, type ParsedUrlQuery } from 'node:querystring';
import type { Request } from 'express';

/**
 * Returns the parameters of the query. Those of Express depend on the settings of the application: its simple parser ignores
 * everything after the thousandth parameter, and others create objects.
 */
export function queryOf({ url }: Request): ParsedUrlQuery {
  return parse(url.split('?')[1] ?? '', '&', '=', { maxKeys: 0 });
}
