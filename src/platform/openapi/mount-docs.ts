import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { Environment } from '../config/index.js';
import { RouteTable } from '../http/index.js';
import { OpenApiController } from './openapi.controller.js';

/** The folder of the viewer, which `docs/index.html` loads. */
const viewer = 'scalar-1.46.4';

/** For the page at /docs, which loads everything from this service. */
const contentSecurityPolicy = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    // The viewer creates style elements.
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
});

/**
 * Serves the API document and, unless `DOCS` is off, the docs page. Call it after `configureApp` and before the
 * application is initialized.
 */
export function mountDocs(app: NestExpressApplication): void {
  app.get(OpenApiController).describe(app);
  for (const path of ['/', ...OpenApiController.paths]) app.get(RouteTable).add(path, ['GET']);
  if (!app.get(Environment).docs) return;
  app.use('/docs', contentSecurityPolicy);
  app.useStaticAssets(join(import.meta.dirname, 'docs'), { prefix: '/docs' });
  // The folder's name contains the version of the viewer.
  app.useStaticAssets(join(import.meta.dirname, '../../../vendor', viewer), {
    prefix: `/docs/${viewer}`,
    maxAge: '1y',
    immutable: true,
  });
}
