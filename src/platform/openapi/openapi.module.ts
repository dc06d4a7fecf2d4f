import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { RouteTable } from '../http/index.js';
import { ApiDescription } from './api-description.js';
import { ApiDocument } from './api-document.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** Serves the API document. */
@Module({
  imports: [DiscoveryModule],
  controllers: [OpenApiController],
})
export class OpenApiModule {
  /** @param description the parts of the document that are not derived from the controllers */
  static of(description: ApiDescription): DynamicModule {
    return {
      module: OpenApiModule,
      providers: [{ provide: ApiDescription, useValue: description }, ApiDocument],
      exports: [ApiDocument],
    };
  }

  constructor(routes: RouteTable) {
    // They are not in the document.
    for (const path of OpenApiController.paths) routes.add(path, ['GET']);
  }
}

/** Serves the documentation page. */
@Module({ controllers: [DocsController] })
export class DocsModule {}
