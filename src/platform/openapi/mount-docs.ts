import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import viewerPath from 'swagger-ui-dist/absolute-path.js';
import { RouteTable } from '../http/index.js';
import { OpenApiController } from './openapi.controller.js';

/** The files that the docs page uses. The package contains others, such as its own start page. */
const viewerFiles = ['swagger-ui-bundle.js', 'swagger-ui.css', 'favicon-32x32.png'];

/** Serves the API document and the docs page. Call it after `configureApp` and before the application is initialized. */
export function mountDocs(app: NestExpressApplication): void {
  app.get(OpenApiController).describe(app);
  app.get(RouteTable).add('/openapi.json', ['GET']);
  for (const file of viewerFiles) {
    app.useStaticAssets(join(viewerPath(), file), {
      prefix: `/docs/viewer/${file}`,
      index: false,
      redirect: false,
    });
  }
  app.useStaticAssets(join(import.meta.dirname, 'docs'), { prefix: '/docs' });
}
