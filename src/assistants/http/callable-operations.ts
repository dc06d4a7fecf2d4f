import { Injectable } from '@nestjs/common';
import { DiscoveryService, MetadataScanner, Reflector } from '@nestjs/core';
import { type Caller, requireAccess, RequirePermission } from '../../identity/index.js';
import {
  Created,
  type OperationDescription,
  OperationDetails,
  PagedList,
} from '../../platform/http/index.js';
import { TakesBody, TakesQuery, validInput } from '../../platform/input/index.js';
import { ApiDocument } from '../../platform/openapi/index.js';
import type { ProjectAccess, ProjectPermission } from '../../project/index.js';
import { fieldName } from '../../shared/rules.js';
import { Versioned } from '../../shared/records.js';
import { type ApiSchemas, findOperation, type DocumentedOperation } from './api-schemas.js';

type Method = (...args: unknown[]) => unknown;
type InputClass = new () => object;

/** An operation of the API, which can be called from code. */
export interface CallableOperation {
  readonly id: string;
  readonly details: OperationDescription;
  readonly documented: DocumentedOperation;
  /** Its entry in the `permissions` of its module; without a role, it belongs to no project. */
  readonly permission: ProjectPermission;
  /** The method of the controller, and the controller. */
  readonly marks: [Method, InputClass];
  readonly controller: object;
  readonly bodyClass: InputClass | undefined;
  readonly queryClass: InputClass | undefined;
}

/** What an operation is called with: the values of its parameters and of the fields of its body, by their names. */
export interface OperationInput {
  readonly path: readonly string[];
  readonly query: object;
  readonly body: object;
}

/** What an operation returns: a record or records, and the cursor of the next page, if there is one. */
interface OperationResult {
  readonly records: unknown;
  readonly cursor?: string;
}

/**
 * The operations of the API, for calls from code: the method of the controller runs with the input classes and after the
 * checks of token and role that apply to requests, so that rights, filters and records exist once.
 *
 * The methods of controllers take their arguments in this order: the caller or the access in the project, the parameters of
 * the path, the body, the query, the precondition. An operation with other arguments cannot be called.
 */
@Injectable()
export class CallableOperations {
  constructor(
    private readonly api: ApiDocument,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly reflector: Reflector,
  ) {}

  /** The schemas of the API document. */
  get schemas(): ApiSchemas {
    return (this.api.describe().components?.schemas ?? {}) as ApiSchemas;
  }

  /** Returns the operations by their ids, without the operations of modules that are off. */
  findAll(): Map<string, CallableOperation> {
    const found = new Map<string, CallableOperation>();
    for (const { instance, metatype } of this.discovery.getControllers()) {
      const controller = instance as Record<string, Method>;
      const methods = (metatype as InputClass).prototype as Record<string, Method>;
      for (const name of this.scanner.getAllMethodNames(methods)) {
        const marks: CallableOperation['marks'] = [methods[name]!, metatype as InputClass];
        const operation = this.describe(controller, marks);
        if (operation) found.set(operation.id, operation);
      }
    }
    return found;
  }

  private describe(controller: object, marks: CallableOperation['marks']): CallableOperation | undefined {
    const { reflector } = this;
    const [method] = marks;
    const details = reflector.get(OperationDetails, method) as OperationDescription | undefined;
    const permission = reflector.getAllAndOverride(RequirePermission, marks) as ProjectPermission | undefined;
    const documented = details && findOperation(this.api.describe(), details.id);
    if (!details || !documented || !permission) return undefined;
    const bodyClass = reflector.get(TakesBody, method) as InputClass | undefined;
    const queryClass = reflector.get(TakesQuery, method) as InputClass | undefined;
    return { id: details.id, details, documented, permission, marks, controller, bodyClass, queryClass };
  }

  /**
   * Requires that a token may call the operation.
   *
   * @throws Problem 403, InstanceAdminNeeded
   */
  requireAccess({ marks }: CallableOperation, caller: Caller): void {
    requireAccess(this.reflector, marks, caller);
  }

  /**
   * Validates the input of an operation, and returns a function that runs it. Access and role have been checked.
   *
   * @throws InvalidInput
   */
  prepare(
    operation: CallableOperation,
    caller: Caller | ProjectAccess,
    { path, query, body }: OperationInput,
    scope: string,
  ): () => Promise<OperationResult> {
    const { marks, controller, bodyClass, queryClass } = operation;
    const args: unknown[] = [caller, ...path];
    if (bodyClass) args.push(validInput(bodyClass, body, 'body'));
    if (queryClass) args.push(validInput(queryClass, query, 'query'));
    // The precondition: none.
    if (marks[0].length === args.length + 1) args.push(null);
    if (marks[0].length !== args.length) throw new Error(`${operation.id} takes other arguments.`);
    return async () => resultOf(await marks[0].apply(controller, args), scope);
  }
}

/** Returns the names of the parameters in the path of an operation, in their order. */
export function parametersOf({ documented }: CallableOperation): string[] {
  return [...documented.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
}

/** Returns the names of the parameters in the path of an operation, in their order, as tools name them. */
export function pathParameters(operation: CallableOperation): string[] {
  return parametersOf(operation).map(argumentName);
}

/** Returns the name that a parameter has as an argument of tools: `feedbackId` is `feedback_id`. */
export function argumentName(parameter: string): string {
  return parameter === 'projectSlug' ? 'project' : fieldName(parameter);
}

async function resultOf(result: unknown, scope: string): Promise<OperationResult> {
  if (result instanceof Created) return resultOf(result.record, scope);
  if (result instanceof Versioned) return { records: result.record };
  if (!(result instanceof PagedList)) return { records: result };
  const { query, fetch } = result as PagedList<unknown>;
  const { records, next } = await fetch(query.page(scope));
  return next ? { records, cursor: query.nextCursor(next, scope)[1] } : { records };
}
