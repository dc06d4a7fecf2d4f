import { All, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { Layout } from '../config/index.js';
import { AccessGuard, serviceTarget } from '../http/index.js';
import { httpProblems } from '../problems/index.js';
import { IpAddressGuard } from '../rate-limit/index.js';
import { ApiDocument } from './api-document.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';
import { UndocumentedController } from './undocumented-controller.js';

/** Matches everything that no other route matches: 405 if the path supports other methods, else 404. */
@UndocumentedController()
export class UnknownRouteController {
  private readonly undocumented: readonly string[];

  constructor(
    private readonly api: ApiDocument,
    { docs }: Layout,
  ) {
    this.undocumented = [...OpenApiController.paths, ...(docs ? DocsController.paths : [])];
  }

  /** Requires a token first, so that routes of the API cannot be probed. */
  @All(['v1', 'v1/*path'])
  @UseGuards(AccessGuard)
  rejectOperation(@Req() request: Request): never {
    return this.reject(request);
  }

  @All(['', '*path'])
  @UseGuards(IpAddressGuard)
  reject(@Req() request: Request): never {
    const [path = '/'] = (serviceTarget(request) || '/').split('?');
    const methods = this.methodsOf(path);
    throw methods.length === 0
      ? httpProblems.routeNotFound(path)
      : httpProblems.methodNotAllowed(path, methods.join(', '));
  }

  /** Returns the methods that the path supports, sorted; none if the path is unknown. */
  private methodsOf(path: string): string[] {
    const undocumented = this.undocumented.map((template) => [template, { get: {} }] as const);
    const methods = [...Object.entries(this.api.describe().paths), ...undocumented]
      .filter(([template]) => matches(template, path))
      .flatMap(([, operations]) => Object.keys(operations).map((method) => method.toUpperCase()));
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  }
}

/** @param template such as `/v1/projects/{projectSlug}` */
function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  // Like Express, without regard to case, with or without a slash at the end.
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}
