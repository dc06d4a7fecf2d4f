import { All, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { AccessGuard, serviceTarget } from '../http/index.js';
import { httpProblems } from '../problems/index.js';
import { RouteTable } from './route-table.js';
import { UndocumentedController } from './undocumented-controller.js';

/** Matches everything that no other route matches: 405 if the path supports other methods, else 404. */
@UndocumentedController()
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
