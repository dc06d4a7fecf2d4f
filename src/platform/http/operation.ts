import { applyDecorators, RequestMethod, UseGuards, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { DomainError } from '../../shared/domain-error.js';
import type { JsonSchema } from '../../shared/rules.js';
import { IdempotencyInterceptor } from './idempotency.js';
import { InputGuard } from './input.js';
import { problemOf, type Problem } from './problem.js';
import type { Shape } from './shape.js';

/** A problem that operations answer with, as an example, and what the caller can do about it. */
export interface ExplainedProblem {
  /** Of the example: that of the problem's code, unless there are several for one code. */
  readonly name: string;
  readonly problem: Problem;
  readonly remedy: string;
}

/** @param error one that is really thrown */
export function explained(error: DomainError | Problem, remedy: string, name = error.code): ExplainedProblem {
  return { name, problem: problemOf(error), remedy };
}

/** What the API's document says of an operation, beside what is there already: its route, input, scope and role. */
export interface OperationDescription {
  /** Reads well as the name of a method: `listFeedback`. */
  readonly id: string;
  /** A few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /** The record that it answers with. Without `answer`, `list` and `array` it answers with nothing. */
  readonly answer?: Shape;
  /** The records of the list that it answers with, a page of them or a stream. */
  readonly list?: Shape;
  /** The records that it answers with all at once. */
  readonly array?: Shape;
  /** What its success means, by status, where there are several. */
  readonly statuses?: Readonly<Record<number, string>>;
  /** A body that it takes. */
  readonly body?: object;
  /** Its problems, beside those that follow from its route, input, scope and role. */
  readonly problems?: readonly ExplainedProblem[];
}

/** What the API's document says of a parameter in the path. */
export interface PathParameter {
  readonly schema: JsonSchema;
  /** Problems of what it names: that there is no such thing, say. */
  readonly problems?: readonly ExplainedProblem[];
  /** Problems of GET alone, and of all other methods. */
  readonly problemsOfReads?: readonly ExplainedProblem[];
  readonly problemsOfWrites?: readonly ExplainedProblem[];
}

/** What the API's document says of the operations of a controller. */
export interface OperationsDescription {
  /** The heading that they stand under. */
  readonly tag: string;
  readonly parameters?: Readonly<Record<string, PathParameter>>;
}

/** Holds what {@link Operation} was given. */
export const DescribedOperation = Reflector.createDecorator<OperationDescription>();

/** Holds what {@link Operations} was given. */
export const DescribedOperations = Reflector.createDecorator<OperationsDescription>();

/**
 * Puts a method of a controller into the API's document, and has its input read and checked. One without it is not in
 * there, and fails a test.
 */
export function Operation(description: OperationDescription): MethodDecorator {
  const { id, summary, description: text = '' } = description;
  return applyDecorators(
    DescribedOperation(description),
    ApiOperation({ operationId: id, summary, description: text }),
    UseGuards(InputGuard),
  );
}

/**
 * What the operations of a controller have in common in the API's document. Each POST among them can be repeated with an
 * `Idempotency-Key`; the others need no interceptor, which would take them through RxJS.
 */
export function Operations(description: OperationsDescription): ClassDecorator {
  return applyDecorators(DescribedOperations(description), ApiTags(description.tag), repeatablePosts);
}

/** The decorators of a class come after those of its methods, so their HTTP methods are known. */
const repeatablePosts: ClassDecorator = ({ prototype }) => {
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(prototype as object))) {
    const { value } = descriptor as TypedPropertyDescriptor<unknown>;
    if (typeof value !== 'function') continue;
    if (Reflect.getMetadata(METHOD_METADATA, value) !== RequestMethod.POST) continue;
    UseInterceptors(IdempotencyInterceptor)(prototype as object, value.name, descriptor);
  }
};
