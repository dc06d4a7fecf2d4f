import type { Reflector } from '@nestjs/core';
import type { OperationObject } from '@nestjs/swagger';
import {
  commonProblems,
  type DocumentedProblem,
  HonoursPreconditions,
  type OperationDescription,
  OperationDetails,
  type OperationsDescription,
  OperationsDetails,
  type PathParameter,
  Public,
  ReturnsSecret,
  TakesBody,
} from '../http/index.js';
import type { ApiDescription, Handler, OperationNote } from './api-description.js';
import { headerParameterRef, headerRefs } from './components.js';
import { type ClassSchemas, type Json, mapValues, schemaName, schemaRef } from './json-schemas.js';
import type { ProblemResponses } from './problem-responses.js';

/** One operation of the document, derived from its route and from the decorators of its handler. */
export class OperationEntry {
  private readonly description: OperationDescription;
  private readonly notes: readonly OperationNote[];
  /** The parameters in the path. The method itself need not take all of them: guards read some. */
  private readonly parameters: readonly (readonly [name: string, parameter: PathParameter])[];
  private readonly body: (new () => object) | undefined;
  private readonly statuses: readonly string[];
  private readonly isPublic: boolean;
  private readonly isRead: boolean;
  private readonly isCreation: boolean;
  private readonly returnsSecret: boolean;
  /** Whether a success has an `ETag`: that of a read, and that of a write which answers with the record as a read does. */
  private readonly sendsETag: boolean;
  private readonly takesPreconditions: boolean;

  constructor(
    reflector: Reflector,
    handler: Handler,
    notes: ApiDescription['notes'],
    path: string,
    private readonly method: string,
    private readonly found: OperationObject,
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
    this.statuses = Object.keys(this.description.statuses ?? found.responses);
    this.isPublic = reflector.getAllAndOverride(Public, handler) === true;
    this.isRead = method === 'get';
    this.isCreation = method === 'post' && this.statuses.includes('201');
    this.returnsSecret = reflector.get(ReturnsSecret, handler[0]) === true;
    this.sendsETag =
      !this.isPublic &&
      (this.description.answer ?? this.description.list) !== undefined &&
      (this.isRead || method === 'patch' || this.isCreation);
    this.takesPreconditions =
      (this.isRead && this.sendsETag) || reflector.get(HonoursPreconditions, handler[0]) === true;
  }

  /** Returns the operation's entry; adds to the schema of its body, and its problems to `problems`. */
  describe(schemas: ClassSchemas, problems: ProblemResponses): Json {
    const { id, summary, description } = this.description;
    const sentences = [description, ...this.notes.map(({ sentence }) => sentence)];
    return {
      operationId: id,
      summary,
      description: sentences.filter(Boolean).join('\n\n'),
      tags: this.found.tags,
      security: this.isPublic ? [] : [{ bearer: this.notes.flatMap(({ scope }) => scope ?? []) }],
      parameters: [
        ...this.parameters.map(([name, parameter]) => pathParameter(name, parameter)),
        ...(this.found.parameters ?? []).filter(
          (parameter) => !('in' in parameter && parameter.in === 'path'),
        ),
        ...(this.takesPreconditions ? ['If-None-Match', 'If-Match'] : []).map(headerParameterRef),
        ...(this.takesKey ? ['Idempotency-Key'] : []).map(headerParameterRef),
        headerParameterRef('X-Request-Id'),
      ],
      requestBody: this.body && this.requestBody(this.body, schemas),
      responses: {
        ...this.successes(),
        ...problems.add(this.problems(), this.headers, this.isPublic ? ['open'] : []),
      },
    };
  }

  private get takesKey(): boolean {
    return this.method === 'post' && !this.returnsSecret;
  }

  /** Names of the headers of every answer. */
  private get headers(): readonly string[] {
    return this.isPublic
      ? ['X-Request-Id']
      : ['X-Request-Id', 'Cache-Control', 'RateLimit', 'RateLimit-Policy'];
  }

  /** Takes over from the answer what it says of fields that the body has too. */
  private requestBody(body: new () => object, schemas: ClassSchemas): Json {
    const { answer, body: example } = this.description;
    const answered = answer && schemas[schemaName(answer)]?.properties;
    const schema = schemas[body.name]!;
    const properties = mapValues(schema.properties ?? {}, ({ type, ...own }, name): Json => {
      const field = answered?.[name];
      if (!own['readOnly']) return { type, description: field?.['description'], ...own };
      return { ...field, description: 'Cannot be written: what is sent is ignored.', readOnly: true };
    });
    schemas[body.name] = { ...schema, properties };
    return { required: true, content: { 'application/json': { schema: schemaRef(body.name), example } } };
  }

  private successes(): Json {
    const { answer, list, array, statuses } = this.description;
    const tagged = [...this.headers, ...(this.sendsETag ? [list ? 'ListETag' : 'ETag'] : [])];
    const listed = list ? ['Link', 'X-Total-Count'] : [];
    const responses = this.statuses.map((status) => {
      const isCreated = this.method === 'post' && status === '201';
      const meaning = isCreated ? 'Created.' : (answer ?? list ?? array) ? 'OK.' : 'No content.';
      const headers = headerRefs([
        ...tagged,
        ...listed,
        ...(isCreated ? ['Location'] : []),
        ...(this.takesKey ? ['Idempotency-Replayed'] : []),
      ]);
      return [
        status,
        { description: statuses?.[Number(status)] ?? meaning, headers, content: this.content() },
      ];
    });
    const notModified = {
      description: 'You have it already: nothing has changed since the `ETag` that `If-None-Match` names.',
      headers: headerRefs([...tagged, ...listed]),
    };
    return {
      ...(Object.fromEntries(responses) as Json),
      ...(this.isRead && this.sendsETag ? { 304: notModified } : {}),
    };
  }

  private content(): Json | undefined {
    const { answer, list, array } = this.description;
    if (answer) return { 'application/json': { schema: schemaRef(answer), example: answer.example } };
    const record = list ?? array;
    if (!record) return undefined;
    const schema = { type: 'array', items: schemaRef(record) };
    const stream = list && {
      schema: { type: 'string', description: `A ${schemaName(list)} a line, to the end of the list.` },
      example: `${JSON.stringify(list.example)}\n`,
    };
    return { 'application/json': { schema, example: [record.example] }, 'application/x-ndjson': stream };
  }

  private problems(): readonly DocumentedProblem[] {
    return [
      ...commonProblems.general,
      ...(this.isPublic ? [] : commonProblems.token),
      ...(this.isPublic || this.isRead ? [] : commonProblems.write),
      ...this.notes.flatMap(({ problems = [] }) => problems),
      ...this.parameters.flatMap(([, { problems = [], problemsOfReads = [], problemsOfWrites = [] }]) => [
        ...problems,
        ...(this.isRead ? problemsOfReads : problemsOfWrites),
      ]),
      ...(this.body ? commonProblems.body : []),
      ...(this.body ? [] : commonProblems.noBody),
      ...(this.takesPreconditions ? commonProblems.preconditions : []),
      ...(this.takesKey ? commonProblems.idempotencyKey : []),
      ...(this.method === 'post' && this.returnsSecret ? commonProblems.secret : []),
      ...(this.description.problems ?? []),
    ];
  }
}

function pathParameter(name: string, { schema: documented }: PathParameter): Json {
  const { description, example, ...schema } = documented;
  return { name, in: 'path', required: true, description, schema, example };
}
