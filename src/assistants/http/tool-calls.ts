import { Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type AuthenticatedRequest, type Caller, resolveMe } from '../../identity/index.js';
import { hideAddresses, Idempotency, problemFor } from '../../platform/http/index.js';
import { Problem } from '../../platform/problems/index.js';
import { Replicas } from '../../platform/replicas/index.js';
import { ProjectAuthorizer, type ProjectAccess } from '../../project/index.js';
import { type FieldError, InvalidInput } from '../../shared/domain-error.js';
import { isObject } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { boundAnswer, type ToolAnswer } from './bounded-answer.js';
import {
  type CallableOperation,
  type OperationInput,
  CallableOperations,
  parametersOf,
  pathParameters,
} from './callable-operations.js';
import { pageSize } from './tool-schemas.js';
import type { Tool } from './tools.js';

/** A tool with the operations that it calls. */
export interface BoundTool {
  readonly tool: Tool;
  readonly operation: CallableOperation;
  readonly parts: Readonly<Record<string, CallableOperation>>;
}

/** What a tool returns to a client of MCP. */
interface ToolResult {
  [name: string]: unknown;
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
}

/** What a call is about: the arguments by what they are for. */
interface ToolInput extends OperationInput {
  readonly project: string | undefined;
  readonly idempotencyKey: unknown;
  readonly dryRun: boolean;
}

/** Runs the calls of tools, with the limits and the guarantees that requests have. */
@Injectable()
export class ToolCalls {
  constructor(
    private readonly operations: CallableOperations,
    private readonly authorizer: ProjectAuthorizer,
    private readonly replicas: Replicas,
    private readonly idempotency: Idempotency,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns the answer, or for each error its code, what it means, and the arguments that cause it. */
  async run(bound: BoundTool, args: unknown, request: AuthenticatedRequest): Promise<ToolResult> {
    request.tool = bound.tool.name;
    try {
      const answer = boundAnswer(await this.call(bound, args ?? {}, request), bound.tool.takes);
      return { content: [{ type: 'text', text: JSON.stringify(answer) }], structuredContent: { ...answer } };
    } catch (error) {
      const problem = problemFor(error);
      const response = request.res as Response;
      const isUnexpected = problem.status >= 500;
      if (isUnexpected) response.err = error instanceof Error ? error : new Error(String(error));
      // The log has the id.
      const about = { ...errorOf(problem), ...(isUnexpected && { request_id: request.id }) };
      return { content: [{ type: 'text', text: JSON.stringify(about) }], isError: true };
    }
  }

  private async call(bound: BoundTool, args: unknown, request: AuthenticatedRequest): Promise<ToolAnswer> {
    const { tool, operation } = bound;
    const { caller } = request;
    this.operations.requireAccess(operation, caller);
    const input = inputOf(bound, args, caller);
    const { role } = operation.permission;
    const access =
      input.project === undefined ? undefined : await this.authorizer.authorize(caller, input.project, role);
    const read = this.prepare(bound, input, caller, access);
    const answer = tool.writes
      ? await this.replicas.write(caller.userId, () => this.write(bound, input, access, caller, read))
      : await this.replicas.read(caller.userId, read, (error) => error instanceof Problem);
    const json = JSON.stringify(answer);
    const seesAddresses = access ? access.has('editor') : caller.instanceAdmin;
    return JSON.parse(seesAddresses ? json : hideAddresses(json, caller.userId)) as ToolAnswer;
  }

  /** Validates the input, and returns a function that calls the operation and the operations of the parts. */
  private prepare(
    { tool, operation, parts }: BoundTool,
    input: ToolInput,
    caller: Caller,
    access: ProjectAccess | undefined,
  ): () => Promise<ToolAnswer> {
    const scope = access?.projectId ?? '';
    const main = this.operations.prepare(operation, access ?? caller, input, scope);
    const others = Object.entries(parts)
      .filter(([, { permission }]) => access?.has(permission.role))
      .map(([name, part]) => {
        const query = tool.parts?.[name]?.query ?? {};
        return [name, this.operations.prepare(part, access!, { ...input, query }, scope)] as const;
      });
    return async () => {
      const { records, cursor } = await main();
      const answer: Record<string, unknown> = { [tool.answer]: records };
      for (const [name, run] of others) answer[name] = (await run()).records;
      return cursor === undefined ? answer : { ...answer, next_cursor: cursor };
    };
  }

  private async write(
    { tool, operation }: BoundTool,
    { project, path, query, body, idempotencyKey: key, dryRun }: ToolInput,
    access: ProjectAccess | undefined,
    { userId, scope, instanceAdmin }: Caller,
    run: () => Promise<ToolAnswer>,
  ): Promise<ToolAnswer> {
    if (dryRun) return { ...(await this.unitOfWork.rehearse(run)), dry_run: true };
    if (key === undefined) return run();
    const call = { userId, name: `mcp ${tool.name}`, key };
    const input = { project, path, query, body };
    const names = parametersOf(operation).filter((name) => name !== 'projectSlug');
    const params = Object.fromEntries(names.map((name, index) => [name, path[index] ?? '']));
    const request = { access, params, rights: access?.rights ?? [scope, instanceAdmin] };
    const reader = this.idempotency.readerOf(operation.marks[0], request);
    const canSee = (answer: unknown) => reader.canSee((answer as ToolAnswer)[tool.answer]);
    const { result, isReplayed } = await this.idempotency.runCall(call, input, { ...reader, canSee }, run);
    return isReplayed ? { ...result, replayed: true } : result;
  }
}

/** @throws InvalidInput with the arguments that are unknown, missing, or no texts where they must be */
function inputOf({ tool, operation }: BoundTool, args: unknown, caller: Caller): ToolInput {
  if (!isObject.isSatisfiedBy(args))
    throw new InvalidInput([error('', 'invalid_type', 'The arguments must be an object.')]);
  const { idempotency_key: idempotencyKey, dry_run: dryRun, ...others } = args as Record<string, unknown>;
  const errors: FieldError[] = [];
  if (idempotencyKey !== undefined && !tool.writes) errors.push(unknown('idempotency_key'));
  if (dryRun !== undefined && !tool.writes?.dryRun) errors.push(unknown('dry_run'));
  else if (dryRun !== undefined && typeof dryRun !== 'boolean') {
    errors.push(error('dry_run', 'invalid_type', 'The argument must be true or false.'));
  }
  const names = pathParameters(operation);
  const values = names.map((name) => {
    const given =
      others[name] ?? (name === 'project' ? caller.projectId : name === 'user_id' ? 'me' : undefined);
    if (typeof given === 'string') return name === 'user_id' ? resolveMe(given, caller) : given;
    errors.push(
      given === undefined || given === null
        ? error(name, 'required', 'The argument is required.')
        : error(name, 'invalid_type', 'The argument must be a string.'),
    );
    return '';
  });
  const { query, body } = split(
    Object.entries(others).filter(([name]) => !names.includes(name)),
    tool,
    operation,
    errors,
  );
  if (errors.length > 0) throw new InvalidInput(errors);
  const isInProject = names[0] === 'project';
  const [project] = values;
  const path = isInProject ? values.slice(1) : values;
  return {
    project: isInProject ? project : undefined,
    path,
    query,
    body,
    idempotencyKey,
    dryRun: dryRun === true,
  };
}

/** Separates the parameters of the query and the fields of the body. */
function split(
  args: readonly [string, unknown][],
  { takes }: Tool,
  { documented }: CallableOperation,
  errors: FieldError[],
): { query: object; body: object } {
  const isField = (name: string) => Object.hasOwn(documented.fields, name);
  for (const [name] of args) if (!takes.includes(name)) errors.push(unknown(name));
  const body = Object.fromEntries(args.filter(([name]) => isField(name)));
  // Parameters with free names are the members of one argument.
  const families = documented.parameters
    .filter(({ schema }) => schema['type'] === 'object')
    .map(({ name }) => name);
  const parameters = args
    .filter(([name]) => !isField(name))
    .flatMap(([name, value]) =>
      families.includes(name) && isObject.isSatisfiedBy(value)
        ? Object.entries(value as object)
        : [[name, value]],
    );
  const query = Object.fromEntries(parameters) as { limit?: unknown };
  if (!takes.includes('limit')) return { query, body };
  if (typeof query.limit === 'number' && query.limit > pageSize.max) {
    errors.push(error('limit', 'invalid_limit', `The argument must be at most ${pageSize.max}.`));
  }
  return { query: { limit: pageSize.default, ...query }, body };
}

function unknown(name: string): FieldError {
  return error(name, 'unknown', 'The argument is unknown.');
}

function error(name: string, code: string, detail: string): FieldError {
  return { parameter: name, code, detail };
}

/** Returns what a model learns of an error. */
function errorOf({ code, detail, errors }: Problem): object {
  const fields = errors.map(({ pointer, parameter, ...about }) => ({
    field: pointer === undefined ? parameter : pointer.slice(1),
    ...about,
  }));
  return { code, detail, ...(fields.length > 0 && { errors: fields }) };
}
