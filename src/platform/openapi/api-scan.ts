import { type INestApplication, Injectable, type Type } from '@nestjs/common';
import { ApplicationConfig, HttpAdapterHost, ModulesContainer } from '@nestjs/core';
import { ApiExcludeEndpoint, DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { Layout } from '../config/index.js';
import type { Handler } from './api-description.js';

/**
 * Finds the routes of the service's own modules with `@nestjs/swagger`, as if the service were the whole application.
 *
 * `SwaggerModule.createDocument` takes the application, which Nest does not provide to modules. It reads the three members
 * below, which are not part of its documented interface. The alternative would be a call in the `main.ts` of every host.
 */
@Injectable()
export class ApiScan {
  constructor(
    private readonly container: ModulesContainer,
    private readonly adapter: HttpAdapterHost,
    private readonly layout: Layout,
  ) {}

  /**
   * Returns routes, their parameters, and the schemas of classes. Paths begin below the path of the service.
   *
   * @param operations the methods of the routes, which `@Operation` excludes from other documents
   * @param extraModels classes that no route mentions
   */
  scan(operations: readonly Handler[0][], extraModels: Type[]): OpenAPIObject {
    const application = {
      container: { getModules: () => this.container },
      // Without the global prefix and the versioning of the application.
      config: new ApplicationConfig(),
      getHttpAdapter: () => this.adapter.httpAdapter,
    };
    const document = including(operations, () =>
      SwaggerModule.createDocument(
        application as unknown as INestApplication,
        new DocumentBuilder().setOpenAPIVersion('3.1.0').addServer('/').build(),
        { extraModels, include: [...this.layout.modules] as Type[], autoTagControllers: false },
      ),
    );
    const prefix = this.layout.path === '' ? 0 : this.layout.path.length + 1;
    const paths = Object.entries(document.paths).map(([path, methods]) => [path.slice(prefix), methods]);
    return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
  }
}

/** Calls a function while documents contain these methods. */
function including<T>(operations: readonly Handler[0][], scan: () => T): T {
  const setExcluded = (isExcluded: boolean) => {
    for (const value of operations) ApiExcludeEndpoint(isExcluded)({}, value.name, { value });
  };
  setExcluded(false);
  try {
    return scan();
  } finally {
    setExcluded(true);
  }
}
