import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { type OperationDescription, OperationDetails } from '../http/index.js';
import { commonProblems, inputFieldErrors } from '../problems/index.js';
import { ApiDescription, type Handler } from './api-description.js';
import { ApiScan } from './api-scan.js';
import { responseHeaders } from './headers.js';
import {
  type ClassSchemas,
  closeSchema,
  type Json,
  mapValues,
  type OperationPart,
  pascalCase,
} from './json-schemas.js';
import { describeOperation, notModifiedResponses } from './describe-operation.js';
import {
  componentName,
  type ErrorReference,
  errorGuide,
  groupProblems,
  onePerCode,
  type ProblemSource,
  problemSchemas,
} from './describe-problems.js';
import { ProblemResponse } from './problem.responses.js';

type Methods = Record<string, OperationPart>;

/** Creates the OpenAPI 3.1 document of all operations of the service. */
@Injectable()
export class ApiDocument {
  private created?: { readonly document: OpenAPIObject; readonly errors: ErrorReference };

  constructor(
    private readonly api: ApiDescription,
    private readonly routes: ApiScan,
    private readonly reflector: Reflector,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Returns the document, which never changes while the process runs: the first call creates it. */
  describe(): OpenAPIObject {
    return (this.created ??= this.create()).document;
  }

  /** Returns the errors of the operations in the document. */
  describeErrors(): ErrorReference {
    return (this.created ??= this.create()).errors;
  }

  private create() {
    const { api } = this;
    const handlers = this.findHandlers();
    const {
      openapi,
      servers,
      paths: routes,
      components,
    } = this.routes.scan(
      [...handlers.values()].map(([method]) => method),
      [ProblemResponse, ...api.events.records],
    );
    const schemas = mapValues(components?.schemas as Json as ClassSchemas, closeSchema);
    const { paths, raised, bodySchemas } = this.describeOperations(
      handlers,
      routes as Json as Record<string, Methods>,
      schemas,
    );
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const sources = [...raised, { problems: commonProblems.unrouted }];
    const problems = onePerCode(sources.flatMap((source) => source.problems));
    const fieldErrors = { ...inputFieldErrors, ...api.fieldErrors };
    const all = {
      ...schemas,
      ...bodySchemas,
      ...problemSchemas(schemas, problems, fieldErrors),
      ...api.events.derive(schemas),
    };
    // `sharedParts` replaces parts of `paths` with references.
    const document = {
      openapi,
      info: {
        title: api.title,
        version: api.version,
        ...api.publisher,
        description: `${api.introduction}\n\n${errorGuide(problems, fieldErrors)}`,
      },
      servers,
      tags: api.tags.filter(({ name }) => operations.some(({ tags }) => tags.includes(name))),
      paths,
      webhooks: api.webhooks,
      components: {
        schemas: Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))),
        ...sharedParts(operations),
        headers: responseHeaders,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: api.security } },
      },
    };
    // Leaves out members that are undefined, and the names of components, whose key is a symbol.
    return {
      document: JSON.parse(JSON.stringify(document)) as OpenAPIObject,
      errors: { problems: groupProblems(sources), fieldErrors },
    };
  }

  /** Returns the entries of all operations, the problems that each raises, and the schemas of their bodies. */
  private describeOperations(
    handlers: ReadonlyMap<string | undefined, Handler>,
    routes: Record<string, Methods>,
    schemas: ClassSchemas,
  ): { paths: Record<string, Methods>; raised: ProblemSource[]; bodySchemas: ClassSchemas } {
    const { api, reflector } = this;
    const raised: ProblemSource[] = [];
    const bodySchemas: ClassSchemas = {};
    const paths = mapValues(routes, (methods, path) =>
      mapValues(methods, (found, method) => {
        const handler = handlers.get(found.operationId);
        if (!handler) throw new Error(`${method} ${path} has no @Operation`);
        const notes = api.notes.map((note) => note(reflector, handler));
        const operation = { path, method, found, handler, notes };
        const { entry, problems, bodySchema } = describeOperation(reflector, operation, schemas);
        raised.push({ problems, operation: `${method.toUpperCase()} ${path}` });
        Object.assign(bodySchemas, bodySchema);
        return entry;
      }),
    );
    return { paths, raised, bodySchemas };
  }

  /** Returns the methods with `@Operation` by operation id. */
  private findHandlers(): Map<string | undefined, Handler> {
    const handlers = new Map<string | undefined, Handler>();
    for (const { metatype } of this.discovery.getControllers()) {
      const controller = metatype as Handler[1];
      const methods = controller.prototype as Record<string, Handler[0]>;
      for (const name of this.scanner.getAllMethodNames(methods)) {
        const handler: Handler = [methods[name]!, controller];
        const details = this.reflector.get(OperationDetails, handler[0]) as OperationDescription | undefined;
        if (details) handlers.set(details.id, handler);
      }
    }
    return handlers;
  }
}

/** Replaces equal parts of operations with references, and returns the components that these refer to. */
function sharedParts(operations: readonly OperationPart[]): Json {
  const responses = shareParts(
    operations.map((operation) => operation.responses),
    'responses',
    (response) => (response as { [componentName]?: string })[componentName],
  );
  const parameters = shareParts(
    operations.map((operation) => operation.parameters),
    'parameters',
    parameterName,
  );
  return { responses: { ...notModifiedResponses, ...responses }, parameters };
}

function parameterName({ name, in: place }: Json): string {
  return `${pascalCase(String(name))}${place === 'header' ? 'Header' : ''}`;
}

/**
 * Moves the parts that occur more than once to components, and leaves references in their places. Parts without a name
 * stay where they are. Where parts have the same name, those that occur less often get a number, as in `Forbidden2`.
 *
 * @param holders the objects or arrays that contain the parts, which are changed
 * @returns the components by name
 */
function shareParts(
  holders: readonly (Json[] | Record<string, Json>)[],
  section: 'parameters' | 'responses',
  nameOf: (part: Json) => string | undefined,
): Record<string, Json> {
  const uses = new Map<string, { part: Json; holder: Record<string, Json>; key: string }[]>();
  for (const holder of holders as Record<string, Json>[]) {
    for (const [key, part] of Object.entries(holder)) {
      const text = JSON.stringify(part);
      uses.set(text, [...(uses.get(text) ?? []), { part, holder, key }]);
    }
  }
  const shared = [...uses.values()].filter((places) => places.length > 1);
  const components: Record<string, Json> = {};
  for (const places of shared.sort((a, b) => b.length - a.length)) {
    const { part } = places[0]!;
    const name = nameOf(part);
    if (name === undefined) continue;
    let unique = name;
    for (let number = 2; unique in components; number++) unique = `${name}${number}`;
    components[unique] = part;
    for (const { holder, key } of places) holder[key] = { $ref: `#/components/${section}/${unique}` };
  }
  return components;
}
