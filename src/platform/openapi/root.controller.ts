import { Controller, Get, Req, UseFilters, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Layout } from '../config/index.js';
import { Links, ProblemFilter, Public } from '../http/index.js';
import { InputGuard } from '../input/index.js';

/** Tells people who open the address of the service where its documentation is. */
@Controller({ version: VERSION_NEUTRAL })
@ApiExcludeController()
@Public(true)
@UseFilters(ProblemFilter)
@UseGuards(InputGuard)
export class RootController {
  constructor(
    private readonly links: Links,
    private readonly layout: Layout,
  ) {}

  @Get()
  read(@Req() request: Request): { docs?: string; openapi: string } {
    return {
      ...(this.layout.docs ? { docs: this.links.absolute(request, '/docs/') } : {}),
      openapi: this.links.absolute(request, '/openapi.json'),
    };
  }
}
