import { Controller, Get, Req, UseGuards } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Environment } from '../config/index.js';
import { Links, Public } from '../http/index.js';
import { InputGuard } from '../input/index.js';

/** Tells people who open the address of the service where its documentation is. */
@Controller()
@ApiExcludeController()
@Public(true)
@UseGuards(InputGuard)
export class RootController {
  constructor(
    private readonly links: Links,
    private readonly environment: Environment,
  ) {}

  @Get()
  read(@Req() request: Request): { docs?: string; openapi: string } {
    return {
      ...(this.environment.docs ? { docs: this.links.absolute(request, '/docs/') } : {}),
      openapi: this.links.absolute(request, '/openapi.json'),
    };
  }
}
