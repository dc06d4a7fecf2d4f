import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Get, Header, Param, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { Response } from 'express';
import { Versioned } from '../../shared/records.js';
import { ResponseInterceptor } from '../http/index.js';
import { httpProblems } from '../problems/index.js';
import { IpAddressGuard } from '../rate-limit/index.js';
import { ApiDocument } from './api-document.js';
import { docsPage } from './docs-page.js';
import { UndocumentedController } from './undocumented-controller.js';

const files = join(import.meta.dirname, 'docs');

/** For the page, which loads everything from this service. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join(';');

/** Serves the documentation page and its files. */
@UndocumentedController('docs')
@UseGuards(IpAddressGuard)
export class DocsController {
  static readonly paths = ['/docs'];

  private page?: Versioned<string>;

  constructor(private readonly api: ApiDocument) {}

  /** The query `project` is the slug of a project for the samples, which the script of the page reads. */
  @Get()
  @Header('Content-Security-Policy', contentSecurityPolicy)
  @UseInterceptors(ResponseInterceptor)
  readPage(@Res({ passthrough: true }) response: Response): Versioned<string> | undefined {
    const [path = '', ...query] = response.req.originalUrl.split('?');
    if (!path.endsWith('/')) {
      // Relative, because a proxy may serve the page below another path.
      response.status(301).location(['docs/', ...query].join('?'));
      return undefined;
    }
    response.type('text/html');
    return (this.page ??= this.createPage());
  }

  @Get('*path')
  @Header('Content-Security-Policy', contentSecurityPolicy)
  async sendFile(@Res() response: Response, @Param('path') path: string[]): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      // The callback is also called when the client closes the connection early, after the headers.
      response.sendFile(path.join('/'), { root: files }, (error: Error | undefined) =>
        error === undefined || response.headersSent
          ? resolve()
          : reject(httpProblems.routeNotFound(response.req.originalUrl)),
      );
    });
  }

  private createPage(): Versioned<string> {
    const clientCalls: unknown = JSON.parse(readFileSync(join(files, 'client-calls.json'), 'utf8'));
    const text = docsPage(this.api.describe(), clientCalls as Record<string, string>);
    return new Versioned(text, hash('sha256', text, 'base64url'));
  }
}
