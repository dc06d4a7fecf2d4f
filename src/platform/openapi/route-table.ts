import { Injectable } from '@nestjs/common';
import { Layout } from '../config/index.js';
import { ApiDocument } from './api-document.js';
import { DocsController } from './docs.controller.js';
import { OpenApiController } from './openapi.controller.js';

/** The methods of every path of the service: those in its OpenAPI document, and those of the document itself. */
@Injectable()
export class RouteTable {
  private readonly undocumented: readonly string[];

  constructor(
    private readonly api: ApiDocument,
    { docs }: Layout,
  ) {
    this.undocumented = [...OpenApiController.paths, ...(docs ? DocsController.paths : [])];
  }

  /** Returns the methods that the path supports, sorted; none if the path is unknown. */
  methodsOf(path: string): string[] {
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
