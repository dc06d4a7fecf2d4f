import { Injectable } from '@nestjs/common';
import { ApiScan } from './api-scan.js';

/** The methods of every path of the service, according to its OpenAPI document. */
@Injectable()
export class RouteTable {
  private documented?: readonly (readonly [path: string, methods: readonly string[]])[];
  private readonly undocumented: [path: string, methods: readonly string[]][] = [];

  constructor(private readonly api: ApiScan) {}

  /** Adds a path that is not in the OpenAPI document. */
  add(path: string, methods: readonly string[]): void {
    this.undocumented.push([path, methods]);
  }

  /** Returns the methods that the path supports, sorted; none if the path is unknown. The table is built at the first call. */
  methodsOf(path: string): string[] {
    this.documented ??= Object.entries(this.api.scan().paths).map(([template, operations]) => [
      template,
      Object.keys(operations).map((method) => method.toUpperCase()),
    ]);
    const methods = [...this.documented, ...this.undocumented].flatMap(([template, supported]) =>
      matches(template, path) ? supported : [],
    );
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  }
}

/** @param template such as `/v1/projects/{projectSlug}` */
function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  // Like Express, without regard to case, with or without a slash at the end.
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}
