import { type DynamicModule, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ApiDescription } from './api-description.js';
import { ApiDocument } from './api-document.js';
import { ApiScan } from './api-scan.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { UnknownRouteController } from './unknown-route.controller.js';

/**
 * Serves the API document and its page, and rejects requests that no route matches. Must be the last module of the service:
 * routes are matched in the order of their modules and controllers.
 */
@Module({})
export class OpenApiModule {
  /**
   * @param description the parts of the document that are not derived from the controllers
   * @param options `docs`: whether the page is served
   */
  static of(description: ApiDescription, { docs }: { readonly docs: boolean }): DynamicModule {
    return {
      module: OpenApiModule,
      imports: [DiscoveryModule],
      controllers: [OpenApiController, ...(docs ? [DocsController] : []), UnknownRouteController],
      providers: [{ provide: ApiDescription, useValue: description }, ApiScan, ApiDocument],
      exports: [ApiDocument],
    };
  }
}
