import { Injectable } from '@nestjs/common';
import { Layout } from '../config/index.js';
import { ApiDocument } from './api-document.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** The methods of every path of the service: those in its OpenAPI document, and those of the document itself. */
@Injectable()
export class RouteTable {
  private routes?: readonly (readonly [path: string, methods: readonly string[]])[];

  constructor(
    private readonly api: ApiDocument,
    private readonly layout: Layout,
  ) {}

  /** Returns the methods that the path supports, sorted; none if the path is unknown. */
  methodsOf(path: string): string[] {
    this.routes ??= this.findRoutes();
    const methods = this.routes.flatMap(([template, supported]) =>
      matches(template, path) ? supported : [],
    );
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  }

  private findRoutes(): [path: string, methods: string[]][] {
    const documented = Object.entries(this.api.describe().paths);
    const undocumented = [...OpenApiController.paths, ...(this.layout.docs ? DocsController.paths : [])];
    return [
      ...documented.map(([path, operations]): [string, string[]] => [
        path,
        Object.keys(operations).map((method) => method.toUpperCase()),
      ]),
      ...undocumented.map((path): [string, string[]] => [path, ['GET']]),
    ];
  }
}

/** @param template such as `/v1/projects/{projectSlug}` */
function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  // Like Express, without regard to case, with or without a slash at the end.
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}
