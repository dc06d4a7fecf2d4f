import { Controller, Get, Header, type INestApplication, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InputGuard, Public } from '../http/index.js';
import { describeApi } from './api-document.js';

/** Serves the API document. */
@Controller()
@ApiExcludeController()
@Public(true)
@UseGuards(InputGuard)
export class OpenApiController {
  private app?: INestApplication;
  private document?: string;

  /** Sets the application that the document describes. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Returns the document, which never changes: the first request creates it. */
  @Get('openapi.json')
  @Header('Content-Type', 'application/json')
  read(): string {
    this.document ??= JSON.stringify(describeApi(this.app!));
    return this.document;
  }
}
