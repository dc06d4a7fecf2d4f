import { Module } from '@nestjs/common';
import { OpenApiController } from './openapi.controller.js';

/** Serves the API document. */
@Module({ controllers: [OpenApiController] })
export class OpenApiModule {}
