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
import { FileBody, TakesBody } from '../input/index.js';
import type { Handler, OperationNote } from './api-description.js';
import { headerParameter, headerRefs } from './headers.js';
import {
  type ClassSchemas,
  type Json,
  mapValues,
  type OperationPart,
  schemaName,
  schemaRef,
} from './json-schemas.js';
import { problemResponses } from './problem-responses.js';

const { token, write, expensiveRead, general, body, file, noBody, idempotencyKey, secret } = commonProblems;

/** Malformed POST, PUT and PATCH requests: the same for all of them, so that operations share one response. */
const malformed = [...body, ...noBody, ...idempotencyKey, ...secret].filter(({ status }) => status === 400);

const headersOfLists = ['Link', 'X-Total-Count'];

/** The components for reads of records and lists that have not changed. */
export const notModifiedResponses = {
  NotModified: notModified('record', ['ETag']),
  ListNotModified: notModified('page', ['ListETag', ...headersOfLists]),
};

/** An operation as `@nestjs/swagger` found it, and what modules note about it. */
interface FoundOperation {
  readonly path: string;
  readonly method: string;
  readonly found: OperationPart;
  readonly handler: Handler;
  readonly notes: readonly OperationNote[];
}

/** An operation with the properties that follow from its route and from the decorators of its handler. */
export type DescribedOperation = ReturnType<typeof readOperation>;

export function readOperation(reflector: Reflector, operation: FoundOperation) {
  const { path, method, found, notes, handler } = operation;
  const [handle, controller] = handler;
  const details: OperationDescription = reflector.get(OperationDetails, handle);
  const { answer, list, document, statuses } = details;
  const ofController = reflector.get(OperationsDetails, controller) as OperationsDescription | undefined;
  const documented = new Map(
    [...notes, ofController].flatMap((each) => Object.entries(each?.parameters ?? {})),
  );
  // The method itself need not take all parameters of the path: guards read some.
  const pathParameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    schema: { type: 'string' },
    ...documented.get(name),
  }));
  const body = reflector.get(TakesBody, handle) as (new () => object) | undefined;
  const isRead = method === 'get';
  const isPublic = reflector.getAllAndOverride(Public, handler) === true;
  const successes = Object.keys(statuses ?? found.responses);
  /** Whether a success has an `ETag`: that of a read, and that of a write which responds with the record as a read does. */
  const sendsETag =
    ((isPublic ? undefined : answer) ?? list ?? document) !== undefined &&
    (isRead || method === 'patch' || (method === 'post' && successes.includes('201')));
  return {
    method,
    found,
    notes,
    details,
    pathParameters,
    successes,
    body: body === FileBody ? undefined : body,
    takesFile: body === FileBody,
    isRead,
    isPublic,
    sendsETag,
    /** Whether its requests are limited: all are, except health checks and metadata, which are public and have no `ETag`. */
    isLimited: !isPublic || sendsETag,
    takesKey: method === 'post' && reflector.get(ReturnsSecret, handle) !== true,
    takesPreconditions: (isRead && sendsETag) || reflector.get(HonoursPreconditions, handle) === true,
  };
}

/** Returns the entry of an operation, and adds to the schema of its body. */
export function entryOf(operation: DescribedOperation, schemas: ClassSchemas): OperationPart {
  const { found, notes, details, isPublic, isRead, takesKey, takesPreconditions } = operation;
  const headers = [
    ...(takesPreconditions ? [isRead ? 'If-None-Match' : 'If-Match'] : []),
    ...(takesKey ? ['Idempotency-Key'] : []),
  ];
  return {
    operationId: details.id,
    summary: details.summary,
    description: [details.description, ...notes.map(({ sentence }) => sentence)].filter(Boolean).join('\n\n'),
    tags: found['tags'],
    security: isPublic ? [] : [{ bearer: notes.flatMap(({ scope }) => scope ?? []) }],
    parameters: [
      ...operation.pathParameters.map(pathParameter),
      ...found.parameters
        .filter((parameter) => parameter['in'] !== 'path')
        .map(({ required, ...parameter }) => ({ ...parameter, required: required || undefined })),
      ...headers.map(headerParameter),
    ],
    requestBody: requestBody(operation, schemas),
    responses: {
      ...successResponses(operation),
      ...problemResponses(problemsOf(operation), { unexpectedAsDefault: operation.isLimited }),
    },
    'x-ndjson': details.list && true,
  };
}

/** Returns the body, with what the response says of fields that both have. */
function requestBody({ found, body, details }: DescribedOperation, schemas: ClassSchemas): unknown {
  if (!body) return found['requestBody'];
  const { answer, body: example } = details;
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

function successResponses(operation: DescribedOperation): Record<string, Json> {
  const { method, details, successes, sendsETag, isRead, takesKey } = operation;
  const { list, files, statuses } = details;
  const content = contentOf(details);
  const responses: Record<string, Json> = {};
  for (const status of successes) {
    const isCreated = method === 'post' && status === '201';
    const meaning = isCreated ? 'Created.' : content ? 'OK.' : 'No content.';
    const headers = headerRefs([
      ...(sendsETag ? [list ? 'ListETag' : 'ETag'] : []),
      ...(list ? headersOfLists : []),
      ...(files ? ['Content-Disposition'] : []),
      ...(isCreated || status === '202' ? ['Location'] : []),
      ...(takesKey ? ['Idempotency-Replayed'] : []),
    ]);
    responses[status] = { description: statuses?.[Number(status)] ?? meaning, headers, content };
  }
  if (isRead && sendsETag) {
    responses['304'] = { $ref: `#/components/responses/${list ? 'ListNotModified' : 'NotModified'}` };
  }
  return responses;
}

function contentOf({ answer, list, array, document, files }: OperationDescription): Json | undefined {
  if (files) return Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }]));
  if (document) return { [document]: { schema: { type: document.endsWith('json') ? 'object' : 'string' } } };
  const record = list ?? array;
  if (!answer && !record) return undefined;
  const schema = record ? { type: 'array', items: schemaRef(record) } : schemaRef(answer!);
  return { 'application/json': { schema } };
}

/** Returns all problems that the operation may respond with. */
export function problemsOf(operation: DescribedOperation): readonly Problem[] {
  const { method, details, notes, pathParameters, isRead, isLimited, takesFile } = operation;
  const ofBody = takesFile ? file : ['post', 'put', 'patch'].includes(method) ? malformed : noBody;
  return [
    ...notes.flatMap(({ problems = [] }) => problems),
    ...pathParameters.flatMap(({ problems = [], problemsOfReads = [], problemsOfWrites = [] }) => [
      ...problems,
      ...(isRead ? problemsOfReads : problemsOfWrites),
    ]),
    ...ofBody,
    ...(operation.body ? body : []),
    ...(operation.takesPreconditions ? commonProblems.preconditions : []),
    ...(operation.takesKey ? idempotencyKey : []),
    ...(details.problems ?? []),
    ...(isLimited ? [...token, ...write, ...expensiveRead] : []),
    ...general,
  ];
}

function pathParameter({ name, schema: documented }: { name: string } & PathParameter): Json {
  const { description, example, ...schema } = documented;
  return { name, in: 'path', required: true, description, schema, example };
}

function notModified(what: string, headers: readonly string[]): Json {
  const description = `The ${what} has not changed: \`If-None-Match\` contains its current \`ETag\`.`;
  return { description, headers: headerRefs(headers) };
}
