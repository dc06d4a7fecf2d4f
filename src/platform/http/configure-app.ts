import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Ids } from '../../shared/ids.js';
import { Settings } from '../config/index.js';
import type { RequestLogger } from '../logging/index.js';
import { addressIn } from '../network/index.js';
import { configureServer } from './http-server.js';
import { ReplicaReads } from './replica-reads.js';
import { serializeRequests } from './serialize-requests.js';
import { isDecodable } from './service-root.js';

/**
 * Configures what concerns a whole application: settings of Express, its server, and the middleware that sees each request
 * first. Only the standalone service and its tests call it, before the application is initialized.
 *
 * @param trustProxy the proxies whose `X-Forwarded-*` headers are trusted
 */
export function configureApp(
  app: NestExpressApplication,
  log: RequestLogger,
  trustProxy: boolean | number | string,
): void {
  app.disable('x-powered-by').set('trust proxy', trustProxy);
  app.use(serializeRequests);
  app.use(normalizeTarget);
  if (trustProxy !== false) app.use(normalizeForwarded);
  // Only where it is needed: interceptors take every request through RxJS, which costs as much as a short read.
  const { database, publicBaseUrl } = app.get(Settings);
  if (database.replicaUrls.length > 0) app.useGlobalInterceptors(app.get(ReplicaReads));
  configureServer(app.getHttpServer(), log, app.get(Ids), publicBaseUrl);
}

/**
 * Removes the ports that proxies add to the addresses in `X-Forwarded-For`: Express would not recognize a trusted proxy by an
 * address with a port, and take it for the client.
 */
function normalizeForwarded({ headers }: Request, _response: Response, next: NextFunction): void {
  const forwarded = headers['x-forwarded-for'];
  if (forwarded !== undefined) {
    headers['x-forwarded-for'] = String(forwarded).split(',').map(addressIn).join(', ');
  }
  next();
}

/**
 * Rewrites a target in absolute form to its path and query, which have the same meaning (RFC 9112 §3.2.2), and the `*` of the whole
 * server (§3.2.4) to the root, and escapes a path with a malformed percent-encoding, so that guards see the request rather than an
 * error of Express: the one that authenticates rejects it.
 */
function normalizeTarget(request: Request, _response: Response, next: NextFunction): void {
  if (!request.url.startsWith('/')) {
    request.url = request.url.replace(/^(?:\*|[a-z][a-z0-9+.-]*:\/\/[^/?]*)\/?/i, '/');
    request.originalUrl = request.url;
  }
  const [path = '', ...query] = request.url.split('?');
  if (!isDecodable(path)) {
    request.url = [path.replaceAll('%', '%25'), ...query].join('?');
  }
  next();
}
