import { type INestApplication, Injectable } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

interface Route {
  readonly path: RegExp;
  readonly methods: readonly string[];
}

/** The methods of every path of the application, according to its OpenAPI document. */
@Injectable()
export class RouteTable {
  private app?: INestApplication;
  private routes?: readonly Route[];
  private readonly undocumented: Route[] = [];

  /** Sets the application whose routes are looked up. The table is built at the first look-up. */
  describe(app: INestApplication): void {
    this.app = app;
  }

  /** Adds a path that is not in the OpenAPI document. */
  add(path: string, methods: readonly string[]): void {
    this.undocumented.push(routeOf(path, methods));
  }

  /** Returns the methods that the path supports, sorted; none if the path is unknown. */
  methodsOf(path: string): string[] {
    this.routes ??= [...this.documented(), ...this.undocumented];
    const methods = this.routes.filter((route) => route.path.test(path)).flatMap((route) => route.methods);
    return [...new Set(methods.includes('GET') ? [...methods, 'HEAD'] : methods)].sort();
  }

  private documented(): Route[] {
    if (!this.app) return [];
    const { paths } = SwaggerModule.createDocument(this.app, new DocumentBuilder().build());
    return Object.entries(paths).map(([path, operations]) =>
      routeOf(
        path,
        Object.keys(operations).map((method) => method.toUpperCase()),
      ),
    );
  }
}

/** @param path a template such as `/v1/projects/{projectSlug}` */
function routeOf(path: string, methods: readonly string[]): Route {
  const pattern = path.replaceAll('.', String.raw`\.`).replaceAll(/\{\w+\}/g, '[^/]+');
  // Like Express, without regard to case, with or without a slash at the end.
  return { path: new RegExp(`^${pattern}/?$`, 'i'), methods };
}
