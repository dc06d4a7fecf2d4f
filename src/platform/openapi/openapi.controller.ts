import { hash } from 'node:crypto';
import { Get, Header, Param, Req, Res, UseGuards, UseInterceptors } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { lruCache } from '../caches/index.js';
import { Versioned } from '../../shared/records.js';
import { errorsPath, Links, ResponseInterceptor, serviceRoot } from '../http/index.js';
import { Layout, Settings } from '../config/index.js';
import { InputGuard } from '../input/index.js';
import { IpAddressGuard } from '../rate-limit/index.js';
import { ApiDocument } from './api-document.js';
import { errorPage, errorsPage, errorsPagePolicy } from './errors-page.js';
import { describeForModels } from './llms-text.js';
import { UndocumentedController } from './undocumented-controller.js';

/** Serves the API document. */
@UndocumentedController()
@UseGuards(IpAddressGuard, InputGuard)
@UseInterceptors(ResponseInterceptor)
export class OpenApiController {
  static readonly paths = ['/', '/openapi.json', '/openapi.yaml', '/llms.txt', '/errors', '/errors/{code}'];

  /** By media type and server URL. Clients choose the case of letters in the URL, so only some of them are kept. */
  private readonly texts = lruCache<string>(10);

  constructor(
    private readonly api: ApiDocument,
    private readonly links: Links,
    private readonly settings: Settings,
    private readonly layout: Layout,
  ) {}

  /** Tells people who open the URL of the service where its documentation is. */
  @Get()
  locate(@Req() request: Request): { docs?: string; openapi: string } {
    return {
      ...(this.layout.docs ? { docs: this.links.absolute(request, '/docs/') } : {}),
      openapi: this.links.absolute(request, '/openapi.json'),
    };
  }

  @Get('openapi.json')
  readJson(@Res({ passthrough: true }) response: Response): Versioned<string> {
    return this.send(response, 'application/json', JSON.stringify);
  }

  /** RFC 9512. */
  @Get('openapi.yaml')
  async readYaml(@Res({ passthrough: true }) response: Response): Promise<Versioned<string>> {
    // Loaded only here, since few ask for it.
    const { stringify } = await import('yaml');
    return this.send(response, 'application/yaml', (document) => stringify(document, { lineWidth: 0 }));
  }

  @Get('llms.txt')
  readForModels(@Res({ passthrough: true }) response: Response): Versioned<string> {
    return this.send(response, 'text/plain', (document) => describeForModels(document, this.layout));
  }

  @Get('errors')
  @Header('Content-Security-Policy', errorsPagePolicy)
  readErrors(@Res({ passthrough: true }) response: Response): Versioned<string> {
    const url = this.links.stored(response.req, errorsPath);
    return this.sendText(response, 'text/html', errorsPage(this.api.describeErrors(), url));
  }

  /** The page to which the `type` of a problem leads. */
  @Get('errors/:code')
  @Header('Content-Security-Policy', errorsPagePolicy)
  readError(@Res({ passthrough: true }) response: Response, @Param('code') code: string): Versioned<string> {
    const errors = this.api.describeErrors();
    if (!errors.problems.some(({ problem }) => problem.code === code)) response.status(404);
    const url = this.links.stored(response.req, errorsPath);
    return this.sendText(response, 'text/html', errorPage(errors, code, url));
  }

  /** Sends the document in a format, with an `ETag`. */
  private send(
    response: Response,
    type: string,
    format: (document: OpenAPIObject) => string,
  ): Versioned<string> {
    const server = this.serverOf(response.req);
    const key = `${type} ${server}`;
    const text = this.texts.get(key) ?? format({ ...this.api.describe(), servers: [{ url: server }] });
    this.texts.set(key, text);
    return this.sendText(response, type, text);
  }

  private sendText(response: Response, type: string, text: string): Versioned<string> {
    response.type(type);
    return new Versioned(text, hash('sha256', text, 'base64url'));
  }

  /** Returns the URL that precedes the paths of the document. */
  private serverOf(request: Request): string {
    if (this.settings.publicBaseUrl !== undefined) return this.links.absolute(request, '');
    return serviceRoot(request) || '/';
  }
}
