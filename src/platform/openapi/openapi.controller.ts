import { Controller, Get, Header, type INestApplication, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { InputGuard, Public } from '../http/index.js';
import { describeApi } from './openapi.js';

/** Serves the API's document. */
@Controller()
@ApiExcludeController()
@Public(true)
@UseGuards(InputGuard)
export class OpenApiController {
  private app?: INestApplication;
  private document?: string;

  /** To be called before the first request: what is described. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** The same at all times, so it is made once, when it is first asked for. */
  @Get('openapi.json')
  @Header('Content-Type', 'application/json')
  read(): string {
    this.document ??= JSON.stringify(describeApi(this.app!));
    return this.document;
  }
}
