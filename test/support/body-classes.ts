import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { OperationDetails } from '../../src/platform/http/index.js';
import { TakesBody } from '../../src/platform/input/index.js';
import { ApiDocument } from '../../src/platform/openapi/index.js';
import type { TestApp } from './app.js';
import { documentedIn, nameOf, operations } from './operations.js';

/** Returns the class of the body of each operation that takes one, such as `PATCH /projects/:projectSlug`. */
export function bodyClasses({ app }: TestApp): Map<string, new () => object> {
  const [reflector, scanner] = [app.get(Reflector), new MetadataScanner()];
  const document = app.get(ApiDocument).describe();
  const ids = new Map(operations.map((each) => [documentedIn(document, each).operationId, nameOf(each)]));
  const classes = new Map<string, new () => object>();
  for (const { metatype } of app.get(DiscoveryService, { strict: false }).getControllers()) {
    const methods = (metatype as new () => object).prototype as Record<string, () => unknown>;
    for (const method of scanner.getAllMethodNames(methods)) {
      const details = reflector.get(OperationDetails, methods[method]!);
      const name = ids.get(details?.id);
      const type = reflector.get(TakesBody, methods[method]!);
      if (name !== undefined && type !== undefined) classes.set(name, type);
    }
  }
  return classes;
}
