import { join } from 'node:path';
import { Controller, Get, Param, Res, UseFilters, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import helmet from 'helmet';
import { ProblemFilter } from '../http/index.js';
import { routeNotFound } from '../problems/index.js';

/** The folder of the viewer, which `docs/index.html` loads. Its name contains the version. */
const viewer = 'scalar-1.46.4';

const files = join(import.meta.dirname, 'docs');
const vendor = join(import.meta.dirname, '../../../vendor');

/** For the page at /docs, which loads everything from this service. */
const setPolicy = helmet.contentSecurityPolicy({
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

/** Serves the documentation page and its files. */
@Controller({ path: 'docs', version: VERSION_NEUTRAL })
@ApiExcludeController()
@UseFilters(ProblemFilter)
export class DocsController {
  @Get(['/', '*path'])
  async send(@Res() response: Response, @Param('path') path: string[] | undefined): Promise<void> {
    setPolicy(response.req, response, () => undefined);
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
          error === undefined || response.headersSent ? resolve() : reject(routeNotFound(originalUrl)),
      );
    });
  }
}
