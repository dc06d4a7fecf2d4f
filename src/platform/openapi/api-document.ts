import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { OperationDetails } from '../http/index.js';
import { commonProblems, inputFieldErrors, type Problem } from '../problems/index.js';
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
import { componentName, errorGuide, onePerCode, problemSchemas } from './describe-problems.js';
import { ProblemResponse } from './problem.responses.js';
import { shareParts } from './share-parts.js';

type Methods = Record<string, OperationPart>;

/** Creates the OpenAPI 3.1 document of all operations of the service. */
@Injectable()
export class ApiDocument {
  private document?: OpenAPIObject;

  constructor(
    private readonly api: ApiDescription,
    private readonly routes: ApiScan,
    private readonly reflector: Reflector,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  /** Returns the document, which never changes while the process runs: the first call creates it. */
  describe(): OpenAPIObject {
    return (this.document ??= this.create());
  }

  private create(): OpenAPIObject {
    const { api, reflector } = this;
    const { openapi, servers, paths: routes, components } = this.scan();
    const schemas = mapValues(components?.schemas as Json as ClassSchemas, closeSchema);
    const handlers = this.findHandlers();
    const raised: Problem[] = [];
    const paths = mapValues(routes as Json as Record<string, Methods>, (methods, path) =>
      mapValues(methods, (found, method) => {
        const handler = handlers.get(found.operationId);
        if (!handler) return found;
        const notes = api.notes.map((note) => note(reflector, handler));
        const operation = { path, method, found, handler, notes };
        const { entry, problems } = describeOperation(reflector, operation, schemas);
        raised.push(...problems);
        return entry;
      }),
    );
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const problems = onePerCode([...raised, ...commonProblems.unrouted]);
    const fieldErrors = { ...inputFieldErrors, ...api.fieldErrors };
    const all = {
      ...schemas,
      ...problemSchemas(schemas, problems, fieldErrors),
      ...api.events.derive(schemas),
    };
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
        responses: {
          ...notModifiedResponses,
          ...shareParts(
            operations.map(({ responses }) => responses),
            'responses',
            (response) => (response as { [componentName]?: string })[componentName],
          ),
        },
        parameters: shareParts(
          operations.map(({ parameters }) => parameters),
          'parameters',
          parameterName,
        ),
        headers: responseHeaders,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: api.security } },
      },
    };
    // Leaves out members that are undefined.
    return JSON.parse(JSON.stringify(document)) as OpenAPIObject;
  }

  /** Returns what `@nestjs/swagger` finds: routes, their parameters, and the schemas of classes. */
  private scan(): OpenAPIObject {
    const builder = new DocumentBuilder().setOpenAPIVersion('3.1.0').addServer('/');
    return this.routes.scan(builder, { extraModels: [ProblemResponse, ...this.api.events.records] });
  }

  /** Returns the handlers of all operations by operation id. */
  private findHandlers(): Map<string | undefined, Handler> {
    const handlers = this.discovery.getControllers().flatMap(({ metatype }) => {
      const controller = metatype as Handler[1];
      const methods = controller.prototype as Record<string, Handler[0]>;
      return this.scanner.getAllMethodNames(methods).map((name): Handler => [methods[name]!, controller]);
    });
    return new Map(
      handlers.map((handler) => [this.reflector.get(OperationDetails, handler[0])?.id, handler]),
    );
  }
}

function parameterName({ name, in: place }: Json): string {
  return `${pascalCase(String(name))}${place === 'header' ? 'Header' : ''}`;
}
