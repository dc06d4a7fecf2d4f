import {
  All,
  type CanActivate,
  Controller,
  type ExecutionContext,
  Injectable,
  Module,
  UseFilters,
  UseGuards,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { AccessGuard } from './access.guard.js';
import { Problem } from './problem.js';
import { ProblemFilter } from './problem.filter.js';
import { RouteTable } from './route-table.js';

/** Rejects a request before its query and body are read: 405 if the path supports other methods, else 404. */
@Injectable()
class UnknownRouteGuard implements CanActivate {
  constructor(private readonly routes: RouteTable) {}

  canActivate(context: ExecutionContext): never {
    const { path } = context.switchToHttp().getRequest<Request>();
    const methods = this.routes.methodsOf(path);
    throw methods.length === 0 ? routeNotFound(path) : methodNotAllowed(path, methods.join(', '));
  }
}

/** Matches everything under /v1 that no other route matches. It requires a token first, so that routes cannot be probed. */
@Controller('v1')
@ApiExcludeController()
@UseFilters(ProblemFilter)
@UseGuards(AccessGuard, UnknownRouteGuard)
class UnknownOperationController {
  @All(['', '*path'])
  reject(): void {
    // The guard has rejected the request.
  }
}

/** Matches everything else. */
@Controller()
@ApiExcludeController()
@UseFilters(ProblemFilter)
@UseGuards(UnknownRouteGuard)
class UnknownRouteController {
  @All(['', '*path'])
  reject(): void {
    // The guard has rejected the request.
  }
}

/** Must be the last module of the application: routes are matched in the order of their modules. */
@Module({ controllers: [UnknownOperationController, UnknownRouteController] })
export class UnknownRouteModule {}

export function routeNotFound(path: string): Problem {
  return new Problem(404, 'route_not_found', `There is nothing at ${path}.`);
}

/** @param allow the methods that the path supports */
export function methodNotAllowed(path: string, allow: string): Problem {
  return new Problem(405, 'method_not_allowed', `Only ${allow} can be used at ${path}.`, {
    headers: { Allow: allow },
  });
}
