import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { DocumentBuilder, type OpenAPIObject } from '@nestjs/swagger';
import { ApiScan, OperationDetails } from '../http/index.js';
import { ApiDescription, type Handler } from './api-description.js';
import { headerComponents } from './headers.js';
import {
  type ClassSchemas,
  closeSchema,
  type Json,
  mapValues,
  type OperationPart,
  pascalCase,
} from './json-schemas.js';
import { notModifiedResponses, OperationEntry } from './operation-entry.js';
import { ProblemResponses } from './problem-responses.js';
import { ProblemResponse } from './problem.responses.js';
import { shareParts } from './share-parts.js';

type Methods = Record<string, OperationPart>;

/** Creates the OpenAPI 3.1 document of all operations of the service. */
@Injectable()
export class ApiDocument {
  constructor(
    private readonly api: ApiDescription,
    private readonly routes: ApiScan,
    private readonly reflector: Reflector,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
  ) {}

  describe(): OpenAPIObject {
    const { api, reflector } = this;
    const problems = new ProblemResponses(api.fieldErrors);
    const { openapi, servers, tags, paths: routes, components } = this.scan();
    const schemas = mapValues(components?.schemas as Json as ClassSchemas, closeSchema);
    const handlers = this.findHandlers();
    // Each operation adds to the schema of its body, and to the problems.
    const paths = mapValues(routes as Json as Record<string, Methods>, (methods, path) =>
      mapValues(methods, (operation, method) => {
        const handler = handlers.get(operation.operationId ?? '');
        if (!handler) return operation;
        const entry = new OperationEntry(reflector, handler, api.notes, path, method, operation);
        return entry.describe(schemas, problems);
      }),
    );
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const all = { ...schemas, ...problems.schemas(schemas), ...api.events.derive(schemas) };
    const document = {
      openapi,
      info: {
        title: api.title,
        version: api.version,
        ...api.publisher,
        description: `${api.introduction}\n\n${problems.guide()}`,
      },
      servers,
      tags: tags?.filter(({ name }) =>
        operations.some((operation) => (operation['tags'] as string[]).includes(name)),
      ),
      paths,
      webhooks: api.webhooks,
      components: {
        schemas: Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1))),
        responses: {
          ...notModifiedResponses,
          ...shareParts(
            operations.map(({ responses }) => responses),
            'responses',
            problems.nameOf,
          ),
        },
        parameters: shareParts(
          operations.map(({ parameters }) => parameters),
          'parameters',
          parameterName,
        ),
        headers: headerComponents,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: api.security } },
      },
    };
    // Leaves out members that are undefined.
    return JSON.parse(JSON.stringify(document)) as OpenAPIObject;
  }

  /** Returns what `@nestjs/swagger` finds: routes, their parameters, and the schemas of classes. */
  private scan(): OpenAPIObject {
    const { tags, events } = this.api;
    const builder = new DocumentBuilder().setOpenAPIVersion('3.1.0').addServer('/');
    for (const { name, description } of tags) builder.addTag(name, description);
    return this.routes.scan(builder, { extraModels: [ProblemResponse, ...events.records] });
  }

  /** Returns the handlers of all documented operations by operation id. */
  private findHandlers(): Map<string, Handler> {
    const handlers = this.discovery.getControllers().flatMap(({ metatype }) => {
      const controller = metatype as new () => unknown;
      const prototype = controller.prototype as Record<string, () => unknown>;
      const names = this.scanner.getAllMethodNames(prototype);
      return names.map((name): Handler => [prototype[name]!, controller]);
    });
    return new Map(
      handlers.flatMap((handler) => {
        const details = this.reflector.get(OperationDetails, handler[0]) as { id: string } | undefined;
        return details ? [[details.id, handler]] : [];
      }),
    );
  }
}

function parameterName({ name, in: place }: Json): string {
  return `${pascalCase(String(name))}${place === 'header' ? 'Header' : ''}`;
}
