import { All, Controller, Req, UseFilters, UseGuards, VERSION_NEUTRAL } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { AccessGuard, ProblemFilter, serviceTarget } from '../http/index.js';
import { httpProblems } from '../problems/index.js';
import { RouteTable } from './route-table.js';

/** Matches everything that no other route matches: 405 if the path supports other methods, else 404. */
@Controller({ version: VERSION_NEUTRAL })
@ApiExcludeController()
@UseFilters(ProblemFilter)
export class UnknownRouteController {
  constructor(private readonly routes: RouteTable) {}

  /** Requires a token first, so that routes of the API cannot be probed. */
  @All(['v1', 'v1/*path'])
  @UseGuards(AccessGuard)
  rejectOperation(@Req() request: Request): never {
    return this.reject(request);
  }

  @All(['', '*path'])
  reject(@Req() request: Request): never {
    const [path = '/'] = (serviceTarget(request) || '/').split('?');
    const methods = this.routes.methodsOf(path);
    throw methods.length === 0
      ? httpProblems.routeNotFound(path)
      : httpProblems.methodNotAllowed(path, methods.join(', '));
  }
}
