import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import viewerPath from 'swagger-ui-dist/absolute-path.js';
import { RouteTable } from '../http/index.js';
import { OpenApiController } from './openapi.controller.js';

/** Serves the API document and the docs page. Call it after `configureApp` and before the application is initialized. */
export function mountDocs(app: NestExpressApplication): void {
  app.get(OpenApiController).describe(app);
  app.get(RouteTable).add('/openapi.json', ['GET']);
  app.useStaticAssets(viewerPath(), { prefix: '/docs/viewer', index: false });
  app.useStaticAssets(join(import.meta.dirname, 'docs'), { prefix: '/docs' });
}
