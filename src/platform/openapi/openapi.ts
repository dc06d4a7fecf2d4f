import { type INestApplication, RequestMethod } from '@nestjs/common';
import { HTTP_CODE_METADATA, METHOD_METADATA } from '@nestjs/common/constants.js';
import { ModulesContainer, Reflector } from '@nestjs/core';
import {
  DocumentBuilder,
  type OpenAPIObject,
  type OperationObject,
  type PathsObject,
  SwaggerModule,
} from '@nestjs/swagger';
import type { JsonSchema } from '../../shared/rules.js';
import {
  bodilessProblems,
  bodyProblems,
  DescribedOperation,
  DescribedOperations,
  type ExplainedProblem,
  generalProblems,
  HonoursPreconditions,
  idempotencyProblems,
  limitedProblems,
  type OperationDescription,
  type PathParameter,
  preconditionProblems,
  problemsOfNoOperation,
  secretProblems,
  Shape,
  ReturnsSecret,
  TakesBody,
  Public,
} from '../http/index.js';
import { requestHeaders, responseHeaders } from './openapi-headers.js';
import { exampleOf, errorPages, faultSchema, problemSchema } from './openapi-problems.js';

/** What bears the marks of an operation: its method, and its controller's class. */
export type Marked = [method: () => unknown, controller: new () => unknown];

/** What a module says of the operations that bear its marks. */
export interface OperationNote {
  /** The scope that the token needs. */
  readonly scope?: string;
  /** What else it takes to call the operation: a sentence in Markdown. */
  readonly sentence?: string;
  readonly parameters?: Readonly<Record<string, PathParameter>>;
  readonly problems?: readonly ExplainedProblem[];
}

/** A message to a webhook. */
export interface DescribedEvent {
  /** A sentence: when it is sent. */
  readonly when: string;
  /** What `data` is. */
  readonly data: Shape;
}

/** All that the API's document says and the controllers do not: the application provides it. */
export class ApiDescription {
  constructor(
    readonly parts: {
      readonly title: string;
      readonly version: string;
      /** Markdown: what the reader should know first. The pages on errors are added to it. */
      readonly introduction: string;
      readonly tags: readonly { readonly name: string; readonly description: string }[];
      /** What tokens are. */
      readonly security: string;
      readonly notes: readonly ((reflector: Reflector, marked: Marked) => OperationNote)[];
      /** By the event's type. */
      readonly events: Readonly<Record<string, DescribedEvent>>;
      /** What all events have in common; its `data` is told anew for each type. */
      readonly event: Shape;
      /** Codes of faults, and what they mean, beside those of the platform. */
      readonly faults: Readonly<Record<string, string>>;
    },
  ) {}
}

/** The OpenAPI 3.1 document of all operations of the application. */
export function describeApi(app: INestApplication): OpenAPIObject {
  return new ApiDocument(app, app.get(ApiDescription, { strict: false }).parts).build();
}

type ParameterObject = { readonly in: string; readonly name: string };

/** A schema that the library has made of a class. */
interface SchemaObject {
  properties?: Record<string, { readonly type?: string; readonly readOnly?: boolean }>;
  additionalProperties?: boolean;
}

/** A part of the document. */
type Json = Record<string, unknown>;

/** An operation while it is described. */
interface Described {
  readonly marked: Marked;
  readonly description: OperationDescription;
  readonly method: string;
  readonly isRead: boolean;
  /** Whether it takes no token. */
  readonly isOpen: boolean;
  /** Whether a success comes with an `ETag`. */
  readonly sendsTag: boolean;
  readonly takesTag: boolean;
  readonly takesKey: boolean;
  readonly body: (new () => object) | undefined;
  readonly notes: readonly OperationNote[];
  /** Names of the parameters in the path. */
  readonly path: readonly string[];
  readonly parameters: Readonly<Record<string, PathParameter>>;
}

/** Has the parts of one document while it is made. */
class ApiDocument {
  private readonly reflector = new Reflector();
  private readonly shapes = new Map<string, Shape>();
  /** By name. */
  private readonly problems = new Map<string, ExplainedProblem>();
  /** Those that several operations give. */
  private readonly responses: Json = {};

  constructor(
    private readonly app: INestApplication,
    private readonly parts: ApiDescription['parts'],
  ) {}

  build(): OpenAPIObject {
    const { title, version, introduction, security, event, events, faults } = this.parts;
    const scanned = this.scan();
    const schemas = scanned.components?.schemas as Record<string, SchemaObject>;
    const paths = this.resolve(this.paths(scanned.paths, schemas));
    const webhooks = this.resolve(this.webhooks());
    const explained = onePerCode([...this.problems.values(), ...problemsOfNoOperation]);
    const inputs = this.resolve(schemas) as Json;
    const records = Object.fromEntries(
      [...this.shapes.values()].map(({ name, schema }) => [name, this.resolve(schema)]),
    );
    // The feed has events of every kind.
    const kinds = [...new Set<Shape>(Object.values(events).map(({ data }) => data))];
    const ofAllKinds = {
      ...event.schema,
      properties: {
        ...event.fields,
        type: { ...fieldOf(event, 'type'), enum: Object.keys(events) },
        data: { ...fieldOf(event, 'data'), anyOf: kinds.map((data) => ({ $ref: data })) },
      },
    };
    const allSchemas = {
      ...inputs,
      ...records,
      [event.name]: this.resolve(ofAllKinds),
      Problem: problemSchema(explained),
      Fault: faultSchema(faults),
    };
    return {
      openapi: scanned.openapi,
      info: { title, version, description: `${introduction}\n\n${errorPages(explained, faults)}` },
      servers: scanned.servers,
      tags: scanned.tags,
      paths,
      webhooks,
      components: {
        schemas: Object.fromEntries(Object.entries(allSchemas).sort(([a], [b]) => (a < b ? -1 : 1))),
        responses: this.responses,
        parameters: Object.fromEntries(
          Object.entries(requestHeaders).map(([name, header]) => [name, { name, in: 'header', ...header }]),
        ),
        headers: responseHeaders,
        examples: Object.fromEntries(
          [...this.problems].map(([name, { problem }]) => [
            name,
            { summary: problem.detail, value: exampleOf(problem) },
          ]),
        ),
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: security },
        },
      },
    } as unknown as OpenAPIObject;
  }

  /** What the library finds: routes, parameters, and the classes of bodies and queries. */
  private scan(): OpenAPIObject {
    const builder = new DocumentBuilder().setOpenAPIVersion('3.1.0').addServer('/');
    for (const { name, description } of this.parts.tags) builder.addTag(name, description);
    return SwaggerModule.createDocument(this.app, builder.build(), { autoTagControllers: false });
  }

  /** All operations that are in the document, by id. */
  private marked(): Map<string, Marked> {
    const modules = [...this.app.get(ModulesContainer, { strict: false }).values()];
    const classes = modules.flatMap((module) =>
      [...module.controllers.values()].map(({ metatype }) => metatype as new () => unknown),
    );
    const methods = classes.flatMap((controller) => {
      const prototype = controller.prototype as Record<string, () => unknown>;
      return Object.getOwnPropertyNames(prototype).map((name): Marked => [prototype[name]!, controller]);
    });
    return new Map(
      methods
        .filter(([method]) => this.reflector.get(DescribedOperation, method) !== undefined)
        .map((marked) => [this.reflector.get(DescribedOperation, marked[0]).id, marked]),
    );
  }

  private paths(paths: PathsObject, schemas: Record<string, SchemaObject>): Json {
    for (const schema of Object.values(schemas)) schema.additionalProperties = false;
    const marked = this.marked();
    return Object.fromEntries(
      Object.entries(paths).map(([path, methods]) => [
        path,
        Object.fromEntries(
          Object.entries(methods as Record<string, OperationObject>).map(([method, operation]) => {
            const found = marked.get(operation.operationId ?? '');
            // Told by a test: the library has made up an id.
            if (!found) return [method, operation];
            return [method, this.operation(operation, this.describe(path, method, found), schemas)];
          }),
        ),
      ]),
    );
  }

  private describe(path: string, method: string, marked: Marked): Described {
    const [handler, controller] = marked;
    const description = this.reflector.get(DescribedOperation, handler);
    const notes = this.parts.notes.map((note) => note(this.reflector, marked));
    const isOpen = this.reflector.getAllAndOverride(Public, marked) === true;
    const returnsSecret = this.reflector.get(ReturnsSecret, handler) === true;
    const isRead = method === 'get';
    const answersRecord = !isOpen && (description.answer ?? description.list) !== undefined;
    const isMade = method === 'post' && statusesOf(marked, description).includes(201);
    // Reads do, and writes that answer with what a read of the record gives.
    const sendsTag = answersRecord && (isRead || method === 'patch' || isMade);
    const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    const all = Object.assign(
      {},
      ...notes.map(({ parameters }) => parameters),
      this.reflector.get(DescribedOperations, controller)?.parameters,
    ) as Record<string, PathParameter>;
    return {
      marked,
      description,
      method,
      isRead,
      isOpen,
      sendsTag,
      takesTag: (isRead && sendsTag) || this.reflector.get(HonoursPreconditions, handler) === true,
      takesKey: method === 'post' && !returnsSecret,
      body: this.reflector.get(TakesBody, handler),
      notes,
      path: names,
      parameters: Object.fromEntries(Object.entries(all).filter(([name]) => names.includes(name))),
    };
  }

  private operation(
    operation: OperationObject,
    described: Described,
    schemas: Record<string, SchemaObject>,
  ): Json {
    const { description, notes, isOpen, isRead, sendsTag, takesTag, takesKey, body } = described;
    const answered = isOpen
      ? ['X-Request-Id']
      : ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy'];
    const withTag = [...answered, ...(sendsTag ? [description.list ? 'ListETag' : 'ETag'] : [])];
    return {
      operationId: description.id,
      summary: description.summary,
      description: [description.description, ...notes.map(({ sentence }) => sentence)]
        .filter(Boolean)
        .join('\n\n'),
      tags: operation.tags,
      security: isOpen ? [] : [{ bearer: notes.flatMap(({ scope }) => scope ?? []) }],
      parameters: [
        // Not only those that the method takes: guards look at some.
        ...described.path.map((name) => pathParameter(name, described.parameters)),
        ...((operation.parameters ?? []) as ParameterObject[]).filter((parameter) => parameter.in !== 'path'),
        ...(takesTag ? ['If-None-Match', 'If-Match'] : []).map(headerParameter),
        ...(takesKey ? ['Idempotency-Key'] : []).map(headerParameter),
        headerParameter('X-Request-Id'),
      ],
      ...(body ? { requestBody: requestBody(body.name, schemas, description) } : {}),
      responses: {
        ...successes(described, withTag),
        ...(isRead && sendsTag ? { 304: notModified(withTag, description.list !== undefined) } : {}),
        ...this.failures(described, answered),
      },
    };
  }

  private failures(described: Described, answered: readonly string[]): Json {
    const byStatus = new Map<number, ExplainedProblem[]>();
    for (const each of problemsOf(described)) {
      const { status } = each.problem;
      if (!this.problems.has(each.name)) this.problems.set(each.name, each);
      const others = byStatus.get(status) ?? [];
      if (!others.some(({ name }) => name === each.name)) byStatus.set(status, [...others, each]);
    }
    const responses = [...byStatus].sort(([a], [b]) => a - b);
    return Object.fromEntries(
      responses.map(([status, problems]) => {
        const names = problems.map(({ name }) => name);
        const key = [status, ...(described.isOpen ? ['open'] : []), ...names].join('.');
        this.responses[key] = failure(problems, answered);
        return [status, { $ref: `#/components/responses/${key}` }];
      }),
    );
  }

  private webhooks(): Json {
    const { events, event } = this.parts;
    return Object.fromEntries(
      Object.entries(events).map(([type, { when, data }]) => [
        type,
        {
          post: {
            operationId: `on${type.replaceAll(/(?:^|[._])([a-z])/g, (_, letter: string) => letter.toUpperCase())}`,
            summary: type,
            description: when,
            tags: ['Webhooks'],
            security: [],
            parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
              name,
              in: 'header',
              required: true,
              description,
              schema: { type: 'string' },
            })),
            requestBody: {
              required: true,
              content: {
                'application/json': {
                  schema: {
                    allOf: [{ $ref: event }, { properties: { type: { const: type }, data: { $ref: data } } }],
                  },
                  example: { ...event.example, type, data: data.example, previous: {} },
                },
              },
            },
            responses: {
              '2XX': { description: 'It was received.' },
              '4XX': { description: 'A failure: it is sent again. Only 410 disables the webhook.' },
            },
          },
        },
      ]),
    );
  }

  /** Refers to shapes by their names, and remembers them. */
  private resolve(value: unknown): unknown {
    if (isShape(value)) {
      if (!this.shapes.has(value.name)) {
        this.shapes.set(value.name, value);
        // It may refer to others.
        this.resolve(value.schema);
      }
      return `#/components/schemas/${value.name}`;
    }
    if (Array.isArray(value)) return value.map((item) => this.resolve(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([name, member]) => [name, this.resolve(member)]),
    );
  }
}

const webhookHeaders: Readonly<Record<string, string>> = {
  'webhook-id': 'The id of the event. It is the same whenever the event is sent again.',
  'webhook-timestamp': 'When this was sent, in seconds since 1970.',
  'webhook-signature': 'One signature or several, apart by spaces: `v1,` and the HMAC-SHA256 in Base64.',
};

function isShape(value: unknown): value is Shape {
  return value instanceof Shape;
}

/** All problems of an operation; those with the same name are the same. */
function problemsOf(described: Described): readonly ExplainedProblem[] {
  const { description, method, isOpen, isRead, takesTag, takesKey, body, notes, parameters } = described;
  return [
    ...generalProblems,
    ...(isOpen ? [] : limitedProblems),
    ...notes.flatMap(({ problems = [] }) => problems),
    ...Object.values(parameters).flatMap(({ problems = [], problemsOfReads = [], problemsOfWrites = [] }) => [
      ...problems,
      ...(isRead ? problemsOfReads : problemsOfWrites),
    ]),
    ...(body ? bodyProblems : []),
    ...(!body && ['post', 'put'].includes(method) ? bodilessProblems : []),
    ...(takesTag ? preconditionProblems : []),
    ...(takesKey ? idempotencyProblems : []),
    ...(method === 'post' && !takesKey ? secretProblems : []),
    ...(description.problems ?? []),
  ];
}

/** The first explanation of each code, or where it has several statuses of each of these. */
function onePerCode(problems: readonly ExplainedProblem[]): ExplainedProblem[] {
  const keyOf = ({ problem }: ExplainedProblem): string => `${problem.code} ${problem.status}`;
  return [...new Map([...problems].reverse().map((each) => [keyOf(each), each])).values()].reverse();
}

function statusesOf([handler]: Marked, { statuses }: OperationDescription): number[] {
  if (statuses) return Object.keys(statuses).map(Number);
  const set = Reflect.getMetadata(HTTP_CODE_METADATA, handler) as number | undefined;
  const method = Reflect.getMetadata(METHOD_METADATA, handler) as RequestMethod;
  return [set ?? (method === RequestMethod.POST ? 201 : 200)];
}

function successes({ marked, description, method, takesKey }: Described, headers: readonly string[]): Json {
  const { answer, list, array, statuses } = description;
  return Object.fromEntries(
    statusesOf(marked, description).map((status) => {
      const isMade = method === 'post' && status === 201;
      const names = [
        ...headers,
        ...(list ? ['Link', 'X-Total-Count'] : []),
        ...(isMade ? ['Location'] : []),
        ...(takesKey ? ['Idempotency-Replayed'] : []),
      ];
      const meaning = isMade ? 'It is made.' : (answer ?? list ?? array) ? 'Done.' : 'Done: nothing is sent.';
      return [
        status,
        {
          description: statuses?.[status] ?? meaning,
          headers: headerRefs(names),
          ...content(answer, list ?? array, list),
        },
      ];
    }),
  );
}

function failure(problems: readonly ExplainedProblem[], answered: readonly string[]): Json {
  const codes = [...new Set(problems.map(({ problem }) => problem.code))];
  const headers = problems
    .flatMap(({ problem }) => Object.keys(problem.options.headers ?? {}))
    .filter((name) => name in responseHeaders);
  return {
    description: codes.map((code) => `\`${code}\``).join(', '),
    headers: headerRefs([...answered, ...headers]),
    content: {
      'application/problem+json': {
        schema: { allOf: [schemaRef('Problem'), { properties: { code: { enum: codes } } }] },
        examples: Object.fromEntries(
          problems.map(({ name }) => [name, { $ref: `#/components/examples/${name}` }]),
        ),
      },
    },
  };
}

/** What the answer says of a field of the same name holds for the body's as well. */
function requestBody(
  name: string,
  schemas: Record<string, SchemaObject>,
  { answer, body }: OperationDescription,
): Json {
  const schema = schemas[name]!;
  const properties = Object.entries(schema.properties ?? {}).map(([field, { type, ...own }]) => {
    const said = answer && fieldOf(answer, field);
    if (own.readOnly) {
      const description = 'Cannot be written: what is sent is ignored.';
      return [field, { ...said, description, readOnly: true }];
    }
    return [field, { type, description: said?.['description'], ...own }];
  });
  schemas[name] = {
    ...schema,
    properties: Object.fromEntries(properties) as Json as SchemaObject['properties'] & object,
  };
  return { required: true, content: { 'application/json': { schema: schemaRef(name), example: body } } };
}

function fieldOf({ fields }: Shape, name: string): JsonSchema | undefined {
  return (fields as Readonly<Record<string, JsonSchema>>)[name];
}

function schemaRef(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

function pathParameter(name: string, described: Readonly<Record<string, PathParameter>>): Json {
  const { description, example, ...schema } = described[name]?.schema ?? { type: 'string' };
  return { name, in: 'path', required: true, description, schema, example };
}

function headerParameter(name: string): Json {
  return { $ref: `#/components/parameters/${name}` };
}

function headerRefs(names: readonly string[]): Json {
  return Object.fromEntries(
    names.map((name) => [name.replace(/^List/, ''), { $ref: `#/components/headers/${name}` }]),
  );
}

function notModified(headers: readonly string[], isList: boolean): Json {
  return {
    description: 'You have it already: nothing has changed since the `ETag` that `If-None-Match` names.',
    headers: headerRefs([...headers, ...(isList ? ['Link', 'X-Total-Count'] : [])]),
  };
}

/** What is sent: a record, all records of an array, or those of a list, which can be streamed. */
function content(record: Shape | undefined, items: Shape | undefined, streamed: Shape | undefined): Json {
  if (record) {
    return { content: { 'application/json': { schema: { $ref: record }, example: record.example } } };
  }
  if (!items) return {};
  const lines = streamed && {
    'application/x-ndjson': {
      schema: { type: 'string', description: `A ${streamed.name} a line, to the end of the list.` },
      example: `${JSON.stringify(streamed.example)}\n`,
    },
  };
  return {
    content: {
      'application/json': {
        schema: { type: 'array', items: { $ref: items } },
        example: [items.example],
      },
      ...lines,
    },
  };
}
