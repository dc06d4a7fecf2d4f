import type { Reflector } from '@nestjs/core';
import { commonProblems, type Problem } from '../problems/index.js';
import {
  HonoursPreconditions,
  type OperationDescription,
  OperationDetails,
  type OperationsDescription,
  OperationsDetails,
  type PathParameter,
  Public,
  ReturnsSecret,
} from '../http/index.js';
import { fileTypes, TakesBody, TakesFile } from '../input/index.js';
import type { ApiDescription, Handler, OperationNote } from './api-description.js';
import { headerParameter, headerRefs } from './headers.js';
import {
  type ClassSchemas,
  type Json,
  mapValues,
  type OperationPart,
  schemaName,
  schemaRef,
} from './json-schemas.js';
import type { ProblemResponses } from './problem-responses.js';

const { token, write, expensiveRead, general, body, file, noBody, idempotencyKey, secret } = commonProblems;

/** Malformed POST, PUT and PATCH requests: the same for all of them, so that operations share one response. */
const malformed = [...body, ...noBody, ...idempotencyKey, ...secret].filter(({ status }) => status === 400);

const headersOfLists = ['Link', 'X-Total-Count'];

/** The components for reads of records and lists that have not changed. */
export const notModifiedResponses = {
  NotModified: notModified('record', ['ETag']),
  ListNotModified: notModified('page', ['ListETag', ...headersOfLists]),
};

/** A body that is the file itself. */
const fileBody = {
  required: true,
  content: Object.fromEntries(
    fileTypes.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
};

/** One operation of the document, derived from its route and from the decorators of its handler. */
export class OperationEntry {
  private readonly description: OperationDescription;
  private readonly notes: readonly OperationNote[];
  /** The parameters in the path. The method itself need not take all of them: guards read some. */
  private readonly parameters: readonly (readonly [name: string, parameter: PathParameter])[];
  private readonly body: (new () => object) | undefined;
  private readonly takesFile: boolean;
  private readonly isPublic: boolean;
  /** Whether its requests are limited: all are, except health checks and metadata, which are public and have no `ETag`. */
  private readonly isLimited: boolean;
  private readonly isRead: boolean;
  private readonly takesKey: boolean;
  /** Whether a success has an `ETag`: that of a read, and that of a write which responds with the record as a read does. */
  private readonly sendsETag: boolean;
  private readonly takesPreconditions: boolean;

  constructor(
    reflector: Reflector,
    handler: Handler,
    notes: ApiDescription['notes'],
    path: string,
    private readonly method: string,
    private readonly found: OperationPart,
  ) {
    this.description = reflector.get(OperationDetails, handler[0]);
    this.notes = notes.map((note) => note(reflector, handler));
    const controller = reflector.get(OperationsDetails, handler[1]) as OperationsDescription | undefined;
    const parameters = Object.fromEntries(
      [...this.notes, controller].flatMap((each) => Object.entries(each?.parameters ?? {})),
    );
    this.parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
      name,
      parameters[name] ?? { schema: { type: 'string' } },
    ]);
    this.body = reflector.get(TakesBody, handler[0]);
    this.takesFile = reflector.get(TakesFile, handler[0]) === true;
    this.isPublic = reflector.getAllAndOverride(Public, handler) === true;
    this.isRead = method === 'get';
    this.takesKey = method === 'post' && reflector.get(ReturnsSecret, handler[0]) !== true;
    const { answer, list, document } = this.description;
    this.sendsETag =
      ((this.isPublic ? undefined : answer) ?? list ?? document) !== undefined &&
      (this.isRead || method === 'patch' || (method === 'post' && this.statuses.includes('201')));
    this.isLimited = !this.isPublic || this.sendsETag;
    this.takesPreconditions =
      (this.isRead && this.sendsETag) || reflector.get(HonoursPreconditions, handler[0]) === true;
  }

  /** Returns the operation's entry; adds to the schema of its body, and its problems to `problems`. */
  describe(schemas: ClassSchemas, problems: ProblemResponses): OperationPart {
    const { id, summary, description, list } = this.description;
    const sentences = [description, ...this.notes.map(({ sentence }) => sentence)];
    const headers = [
      ...(this.takesPreconditions ? [this.isRead ? 'If-None-Match' : 'If-Match'] : []),
      ...(this.takesKey ? ['Idempotency-Key'] : []),
    ];
    return {
      operationId: id,
      summary,
      description: sentences.filter(Boolean).join('\n\n'),
      tags: this.found['tags'],
      security: this.isPublic ? [] : [{ bearer: this.notes.flatMap(({ scope }) => scope ?? []) }],
      parameters: [
        ...this.parameters.map(([name, parameter]) => pathParameter(name, parameter)),
        ...this.found.parameters
          .filter((parameter) => parameter['in'] !== 'path')
          .map(({ required, ...parameter }) => ({ ...parameter, required: required || undefined })),
        ...headers.map(headerParameter),
      ],
      requestBody: this.takesFile ? fileBody : this.body && this.requestBody(this.body, schemas),
      responses: {
        ...this.successes(),
        ...problems.add(this.problems(), { unexpectedAsDefault: this.isLimited }),
      },
      'x-ndjson': list && true,
    };
  }

  private get statuses(): readonly string[] {
    return Object.keys(this.description.statuses ?? this.found.responses);
  }

  /** Takes over from the response what it says of fields that the body has too. */
  private requestBody(body: new () => object, schemas: ClassSchemas): Json {
    const { answer, body: example } = this.description;
    const answered = answer && schemas[schemaName(answer)]?.properties;
    const schema = schemas[body.name]!;
    const { properties: fields } = schema;
    const properties = mapValues(fields ?? {}, ({ type, ...own }, name): Json => {
      const field = answered?.[name];
      if (!own['readOnly']) return { type, description: field?.['description'], ...own };
      const { format: _, ...ignored } = field ?? {};
      return { ...ignored, description: 'Ignored.', readOnly: true };
    });
    if (fields) schemas[body.name] = { ...schema, properties };
    return { required: true, content: { 'application/json': { schema: schemaRef(body.name), example } } };
  }

  private successes(): Record<string, Json> {
    const { answer, list, array, document, files, statuses } = this.description;
    const responses: Record<string, Json> = {};
    for (const status of this.statuses) {
      const isCreated = this.method === 'post' && status === '201';
      const meaning = isCreated
        ? 'Created.'
        : (answer ?? list ?? array ?? document ?? files)
          ? 'OK.'
          : 'No content.';
      const headers = headerRefs([
        ...(this.sendsETag ? [list ? 'ListETag' : 'ETag'] : []),
        ...(list ? headersOfLists : []),
        ...(files ? ['Content-Disposition'] : []),
        ...(isCreated || status === '202' ? ['Location'] : []),
        ...(this.takesKey ? ['Idempotency-Replayed'] : []),
      ]);
      const description = statuses?.[Number(status)] ?? meaning;
      responses[status] = { description, headers, content: this.content() };
    }
    if (this.isRead && this.sendsETag) {
      responses['304'] = { $ref: `#/components/responses/${list ? 'ListNotModified' : 'NotModified'}` };
    }
    return responses;
  }

  private content(): Json | undefined {
    const { answer, list, array, document, files } = this.description;
    if (files) return Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }]));
    if (document)
      return { [document]: { schema: { type: document.endsWith('json') ? 'object' : 'string' } } };
    const record = list ?? array;
    if (!answer && !record) return undefined;
    const schema = record ? { type: 'array', items: schemaRef(record) } : schemaRef(answer!);
    return { 'application/json': { schema } };
  }

  private problems(): readonly Problem[] {
    return [
      ...this.notes.flatMap(({ problems = [] }) => problems),
      ...this.parameters.flatMap(([, { problems = [], problemsOfReads = [], problemsOfWrites = [] }]) => [
        ...problems,
        ...(this.isRead ? problemsOfReads : problemsOfWrites),
      ]),
      ...(this.takesFile ? file : ['post', 'put', 'patch'].includes(this.method) ? malformed : noBody),
      ...(this.body ? body : []),
      ...(this.takesPreconditions ? commonProblems.preconditions : []),
      ...(this.takesKey ? idempotencyKey : []),
      ...(this.description.problems ?? []),
      ...(this.isLimited ? [...token, ...write, ...expensiveRead] : []),
      ...general,
    ];
  }
}

function pathParameter(name: string, { schema: documented }: PathParameter): Json {
  const { description, example, ...schema } = documented;
  return { name, in: 'path', required: true, description, schema, example };
}

function notModified(what: string, headers: readonly string[]): Json {
  const description = `The ${what} has not changed: \`If-None-Match\` contains its current \`ETag\`.`;
  return { description, headers: headerRefs(headers) };
}
