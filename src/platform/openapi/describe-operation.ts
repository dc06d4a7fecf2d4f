import type { Reflector } from '@nestjs/core';
import { commonProblems, type Problem, problemOf } from '../problems/index.js';
import {
  HonorsPreconditions,
  type OperationDescription,
  OperationDetails,
  type OperationsDescription,
  OperationsDetails,
  type PathParameter,
  Public,
  ReturnsSecret,
} from '../http/index.js';
import { type FileKind, TakesBody, TakesFile } from '../input/index.js';
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
import { problemResponses } from './describe-problems.js';

const { token, write, expensiveRead, general, body, noBody, preconditions, idempotencyKey, secret } =
  commonProblems;

/** The problems of files by the setting with their maximum size. */
const fileProblems = {
  maxImportBytes: commonProblems.importFile,
  maxAttachmentBytes: commonProblems.attachmentFile,
};

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

/** What follows from an operation's decorators and its method. */
interface Traits {
  readonly isRead: boolean;
  readonly isPublic: boolean;
  /** Whether it belongs to the product: health checks do not. */
  readonly isResource: boolean;
  readonly isExpensive: boolean;
  /** The files that it takes as its body; undefined if it takes none. */
  readonly fileKind: FileKind | undefined;
  /** The class of the JSON body; undefined if it takes none. */
  readonly bodyClass: (new () => object) | undefined;
  readonly takesKey: boolean;
  readonly takesPreconditions: boolean;
  readonly sendsETag: boolean;
}

/**
 * Describes an operation, from its route and from the decorators of its handler.
 *
 * @param schemas the schemas of all classes
 * @returns the entry of the operation, the problems that it may respond with, and the schema of its JSON body by name
 */
export function describeOperation(
  reflector: Reflector,
  operation: FoundOperation,
  schemas: ClassSchemas,
): { entry: OperationPart; problems: readonly Problem[]; bodySchema: ClassSchemas } {
  const { method, found, notes, handler } = operation;
  const details: OperationDescription = reflector.get(OperationDetails, handler[0]);
  const traits = traitsOf(reflector, operation, details);
  const { isPublic, isResource, bodyClass, sendsETag, takesKey } = traits;
  const pathParameters = pathParametersOf(reflector, operation);
  const problems = problemsOf(operation, details, traits, pathParameters);
  const entry = {
    operationId: details.id,
    summary: details.summary,
    description: [details.description, ...notes.map(({ sentence }) => sentence)].filter(Boolean).join('\n\n'),
    tags: found.tags,
    security: isPublic ? [] : [{ bearer: notes.flatMap(({ scope }) => scope ?? []) }],
    parameters: [
      ...pathParameters.map(pathParameter),
      ...found.parameters
        .filter((parameter) => parameter['in'] !== 'path')
        .map(({ required, ...parameter }) => ({ ...parameter, required: required || undefined })),
      ...headersOf(traits),
    ],
    requestBody: bodyClass ? jsonBody(bodyClass, details, found) : found['requestBody'],
    responses: {
      ...successes(details, found, { method, sendsETag, takesKey }),
      ...problemResponses(problems, { unexpectedAsDefault: isResource }),
    },
    // Read by the generator of the client.
    'x-ndjson': details.list && true,
  };
  return { entry, problems, bodySchema: bodyClass ? bodySchema(bodyClass, details, schemas) : {} };
}

function traitsOf(
  reflector: Reflector,
  { method, found, handler }: FoundOperation,
  { answer, list, array, document, revalidated, expensive }: OperationDescription,
): Traits {
  const [handle, controller] = handler;
  const ofController = reflector.get(OperationsDetails, controller) as OperationsDescription | undefined;
  const taken = reflector.get(TakesBody, handle) as (new () => object) | undefined;
  const fileKind = reflector.get(TakesFile, handle) as FileKind | undefined;
  const isRead = method === 'get';
  const isResource = ofController?.isOperational !== true;
  const isPublic = reflector.getAllAndOverride(Public, handler) === true;
  const isCreation = method === 'post' && '201' in found.responses;
  // Reads have an `ETag`, and writes that respond with the record as a read does.
  const sendsETag =
    isResource &&
    (isRead
      ? (answer ?? list ?? array ?? document ?? revalidated) !== undefined
      : (answer ?? document) !== undefined && (method === 'patch' || isCreation));
  return {
    isRead,
    isPublic,
    isResource,
    // Lists are, if they search or count.
    isExpensive: (expensive ?? list) !== undefined,
    fileKind,
    bodyClass: fileKind ? undefined : taken,
    // A key belongs to a user.
    takesKey: method === 'post' && !isPublic && reflector.get(ReturnsSecret, handle) !== true,
    takesPreconditions: (isRead && sendsETag) || reflector.get(HonorsPreconditions, handle) === true,
    sendsETag,
  };
}

type NamedParameter = { name: string } & PathParameter;

/** Returns the parameters of the path. The method itself need not take all of them: guards read some. */
function pathParametersOf(reflector: Reflector, { path, notes, handler }: FoundOperation): NamedParameter[] {
  const ofController = reflector.get(OperationsDetails, handler[1]) as OperationsDescription | undefined;
  const described = new Map(
    [...notes, ofController].flatMap((each) => Object.entries(each?.parameters ?? {})),
  );
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    schema: { type: 'string' },
    ...described.get(name),
  }));
}

/** Returns what the operation may respond with in place of a success. */
function problemsOf(
  { method, notes }: FoundOperation,
  details: OperationDescription,
  traits: Traits,
  pathParameters: readonly NamedParameter[],
): Problem[] {
  return [
    ...notes.flatMap((note) => note.problems ?? []),
    ...pathParameters.flatMap((parameter) => [
      ...(parameter.problems ?? []),
      ...((traits.isRead ? parameter.problemsOfReads : parameter.problemsOfWrites) ?? []),
    ]),
    ...(traits.fileKind
      ? fileProblems[traits.fileKind.limit]
      : ['post', 'put', 'patch'].includes(method)
        ? malformed
        : noBody),
    ...(traits.bodyClass ? body : []),
    ...(traits.takesPreconditions ? preconditions : []),
    ...(traits.takesKey ? idempotencyKey : []),
    ...(details.problems ?? []),
    ...(traits.isResource ? [...token, ...write, ...expensiveRead] : []),
    ...general,
  ].map(problemOf);
}

/** Returns the headers that the operation honors. */
function headersOf({ isRead, isPublic, isExpensive, takesPreconditions, takesKey }: Traits): Json[] {
  return [
    ...(takesPreconditions ? [headerParameter(isRead ? 'If-None-Match' : 'If-Match')] : []),
    ...(takesKey ? [headerParameter('Idempotency-Key')] : []),
    ...(isExpensive && !isPublic ? [headerParameter('On-Behalf-Of')] : []),
  ];
}

function pathParameter({ name, schema: documented }: NamedParameter): Json {
  const { description, example, ...schema } = documented;
  return { name, in: 'path', required: true, description, schema, example };
}

function jsonBody(
  model: new () => object,
  { body: example }: OperationDescription,
  { requestBody }: OperationPart,
): Json {
  const { required } = requestBody as { required: boolean };
  return { required, content: { 'application/json': { schema: schemaRef(model), example } } };
}

/** Returns the schema of the body by its name, with what the response says of fields that both have. */
function bodySchema(
  model: new () => object,
  { answer }: OperationDescription,
  schemas: ClassSchemas,
): ClassSchemas {
  const name = schemaName(model);
  const answered = answer && schemas[schemaName(answer)]?.properties;
  const schema = schemas[name]!;
  if (!schema.properties) return {};
  const properties = mapValues(schema.properties, ({ type, ...own }, field): Json => {
    const { description, format: _, ...ignored } = answered?.[field] ?? {};
    return own['readOnly']
      ? { ...ignored, description: 'Ignored.', readOnly: true }
      : { type, description, ...own };
  });
  return { [name]: { ...schema, properties } };
}

/** Returns the responses that are no errors. Those that decorators describe keep their descriptions. */
function successes(
  details: OperationDescription,
  found: OperationPart,
  { method, sendsETag, takesKey }: { method: string; sendsETag: boolean; takesKey: boolean },
): Record<string, Json> {
  const { list, files, headers: further = [] } = details;
  const content = contentOf(details);
  const responses = mapValues(found.responses, ({ description }, status): Json => {
    const isCreated = method === 'post' && status === '201';
    const meaning = isCreated ? 'Created.' : content ? 'OK.' : 'No content.';
    const headers = headerRefs([
      ...(sendsETag ? [list ? 'ListETag' : 'ETag'] : []),
      ...(list ? headersOfLists : []),
      ...further,
      ...(files ? ['Content-Disposition'] : []),
      ...(isCreated || (status === '202' && content) ? ['Location'] : []),
      ...(takesKey ? ['Idempotency-Replayed'] : []),
    ]);
    return { description: description || meaning, headers, content };
  });
  if (method !== 'get' || !sendsETag) return responses;
  if (list && further.length > 0) {
    return { ...responses, 304: notModified('page', ['ListETag', ...headersOfLists, ...further]) };
  }
  const unchanged = list ? 'ListNotModified' : 'NotModified';
  return { ...responses, 304: { $ref: `#/components/responses/${unchanged}` } };
}

function contentOf({ answer, list, array, document, files }: OperationDescription): Json | undefined {
  if (files) return Object.fromEntries(files.map((type) => [type, { schema: { type: 'string' } }]));
  if (document) return { [document]: { schema: { type: document.endsWith('json') ? 'object' : 'string' } } };
  const record = list ?? array;
  if (!answer && !record) return undefined;
  const schema = record ? { type: 'array', items: schemaRef(record) } : schemaRef(answer!);
  return { 'application/json': { schema } };
}

function notModified(what: string, headers: readonly string[]): Json {
  const description = `The ${what} has not changed: \`If-None-Match\` contains its current \`ETag\`.`;
  return { description, headers: headerRefs(headers) };
}
