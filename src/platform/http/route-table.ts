import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

/** The methods of every path of the application, according to its OpenAPI document. */
@Injectable()
export class RouteTable {
  private app?: INestApplication;
  private documented?: readonly (readonly [path: string, methods: readonly string[]])[];
  private readonly undocumented: [path: string, methods: readonly string[]][] = [];

  /** Sets the application whose routes are looked up. The table is built at the first look-up. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Adds a path that is not in the OpenAPI document. */
  add(path: string, methods: readonly string[]): void {
    this.undocumented.push([path, methods]);
  }

  /** Returns the methods that the path supports, sorted; none if the path is unknown. */
  methodsOf(path: string): string[] {
    this.documented ??= this.app ? documentedRoutes(this.app) : [];
    const methods = [...this.documented, ...this.undocumented].flatMap(([template, supported]) =>
      matches(template, path) ? supported : [],
    );
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  }
}

function documentedRoutes(app: INestApplication): [path: string, methods: string[]][] {
  const { paths } = SwaggerModule.createDocument(app, new DocumentBuilder().build());
  return Object.entries(paths).map(([path, operations]) => [
    path,
    Object.keys(operations).map((method) => method.toUpperCase()),
  ]);
}

/** @param template such as `/v1/projects/{projectSlug}` */
function matches(template: string, path: string): boolean {
  const pattern = template.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  // Like Express, without regard to case, with or without a slash at the end.
  return new RegExp(`^${pattern}/?$`, 'i').test(path);
}
