import { hash } from 'node:crypto';
import { Controller, Get, type INestApplication, Res, UseGuards } from '@nestjs/common';
import { ApiExcludeController, type OpenAPIObject } from '@nestjs/swagger';
import type { Response } from 'express';
import { stringify } from 'yaml';
import { Public, versioned } from '../http/index.js';
import { InputGuard } from '../input/index.js';
import { describeApi } from './api-document.js';
import { describeForModels } from './llms-text.js';

/** Serves the API document, which never changes while the process runs: the first request creates it. */
@Controller()
@ApiExcludeController()
@Public(true)
@UseGuards(InputGuard)
export class OpenApiController {
  static readonly paths = ['/openapi.json', '/openapi.yaml', '/llms.txt'];

  private app?: INestApplication;
  private document?: OpenAPIObject;
  private readonly texts = new Map<string, string>();

  /** Sets the application that the document describes. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  @Get('openapi.json')
  readJson(@Res({ passthrough: true }) response: Response): string | undefined {
    return this.send(response, 'application/json', JSON.stringify);
  }

  /** RFC 9512. */
  @Get('openapi.yaml')
  readYaml(@Res({ passthrough: true }) response: Response): string | undefined {
    return this.send(response, 'application/yaml', (document) => stringify(document, { lineWidth: 0 }));
  }

  @Get('llms.txt')
  readForModels(@Res({ passthrough: true }) response: Response): string | undefined {
    return this.send(response, 'text/plain', describeForModels);
  }

  /** Sends the document in a format, with an `ETag`; nothing for a 304. */
  private send(
    response: Response,
    type: string,
    format: (document: OpenAPIObject) => string,
  ): string | undefined {
    this.document ??= describeApi(this.app!);
    const text = this.texts.get(type) ?? format(this.document);
    this.texts.set(type, text);
    response.type(type);
    return versioned(response, { record: text, version: hash('sha256', text, 'base64url') });
  }
}
