import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { OpenApiController } from './openapi.controller.js';
import { RootController } from './root.controller.js';

/** Serves the API document. */
@Module({ imports: [DiscoveryModule], controllers: [OpenApiController, RootController] })
export class OpenApiModule {}
