import { join } from 'node:path';
import { Get, Header, Param, Res } from '@nestjs/common';
import type { Response } from 'express';
import { httpProblems } from '../problems/index.js';
import { UndocumentedController } from './undocumented-controller.js';

/** The folder of the viewer, which `docs/index.html` loads. Its name contains the version. */
const viewer = 'scalar-1.46.4';

const files = join(import.meta.dirname, 'docs');
const vendor = join(import.meta.dirname, '../../../vendor');

/** For the page, which loads everything from this service. The viewer creates style elements. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** Serves the documentation page and its files. */
@UndocumentedController('docs')
export class DocsController {
  static readonly paths = ['/docs'];

  @Get(['/', '*path'])
  @Header('Content-Security-Policy', contentSecurityPolicy)
  async send(@Res() response: Response, @Param('path') path: string[] | undefined): Promise<void> {
    const { originalUrl } = response.req;
    const [target = ''] = originalUrl.split('?');
    if (path === undefined && !target.endsWith('/')) {
      // Relative, because a proxy may serve the page below another path.
      response.redirect(301, 'docs/');
      return;
    }
    const name = path?.join('/') || 'index.html';
    const isViewer = name.startsWith(`${viewer}/`);
    await new Promise<void>((resolve, reject) => {
      response.sendFile(
        name,
        isViewer ? { root: vendor, maxAge: '1y', immutable: true } : { root: files },
        // Also called when the client closes the connection early, after the headers.
        (error: Error | undefined) =>
          error === undefined || response.headersSent
            ? resolve()
            : reject(httpProblems.routeNotFound(originalUrl)),
      );
    });
  }
}
