import {
  applyDecorators,
  UseFilters,
  UseGuards,
  UseInterceptors,
  Version,
  VERSION_NEUTRAL,
} from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import { ApiExcludeEndpoint, ApiExtraModels, ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { JsonSchema } from '../../shared/rules.js';
import { AccessGuard } from './access.guard.js';
import type { RecordClass } from './api-record.js';
import { InputGuard } from '../input/index.js';
import { ExpensiveRead, type IsExpensive, ParallelReadsGuard } from '../rate-limit/index.js';
import type { ApiError } from '../problems/index.js';
import { ProblemFilter } from './problem.filter.js';
import { ResponseInterceptor } from './response.interceptor.js';

/** What the API document says of an operation beyond its route, input, scope and role. */
export interface OperationDescription {
  /** A name that suits a method: `listFeedback`. */
  readonly id: string;
  /** A few words. */
  readonly summary: string;
  /** Markdown. */
  readonly description?: string;
  /** The record in the answer. Without `answer`, `list`, `array`, `document` and `files` the answer is empty. */
  readonly answer?: RecordClass;
  /** The records of the list in the answer, which is a page or a stream. */
  readonly list?: RecordClass;
  /** The records in the answer, where it always has all of them. */
  readonly array?: RecordClass;
  /** The media type of the answer, where it is a document other than a record. */
  readonly document?: string;
  /** The media types of the answer, where it is a file that is created for the request. */
  readonly files?: readonly string[];
  /** Names of headers of the response that other operations of its kind do not have. */
  readonly headers?: readonly string[];
  /** Set for files that are sent with an `ETag`. */
  readonly revalidated?: true;
  /** The meaning of each successful status, for operations with several. */
  readonly statuses?: Readonly<Record<number, string>>;
  /**
   * Set for a read that takes long, always or with some queries: a token can run only a few of them in parallel. Lists
   * count as such if they are searched or counted.
   */
  readonly expensive?: true | IsExpensive;
  /** An example of the body. */
  readonly body?: object;
  /** Problems beyond those that follow from route, input, scope and role. */
  readonly problems?: readonly ApiError[];
}

/** What the API document says of a path parameter. */
export interface PathParameter {
  readonly schema: JsonSchema;
  /** Problems with the resource that the parameter names, such as its absence. */
  readonly problems?: readonly ApiError[];
  /** Problems of GET only. */
  readonly problemsOfReads?: readonly ApiError[];
  /** Problems of all methods other than GET. */
  readonly problemsOfWrites?: readonly ApiError[];
}

/** What the API document says of all operations of a controller. */
export interface OperationsDescription {
  readonly tag: string;
  readonly parameters?: Readonly<Record<string, PathParameter>>;
  /** Set for health checks and metadata: their requests are not limited, and their responses have no `ETag`. */
  readonly isOperational?: true;
}

/** The metadata that {@link Operation} stores. */
export const OperationDetails = Reflector.createDecorator<OperationDescription>();

/** The metadata that {@link Operations} stores. */
export const OperationsDetails = Reflector.createDecorator<OperationsDescription>();

/**
 * Documents a method of a controller, validates its input, sends what it returns ({@link ResponseInterceptor}), and limits the
 * reads of a client that run at once where they are expensive. Its path has no version of the application around the service,
 * and the API document of that application does not contain it. Each method of a controller has it.
 */
export function Operation(description: OperationDescription): MethodDecorator {
  const { id, answer, list, array, statuses = {}, expensive } = description;
  const records = [answer, list, array].filter((record) => record !== undefined);
  return applyDecorators(
    OperationDetails(description),
    Version(VERSION_NEUTRAL),
    ApiOperation({ operationId: id }),
    ApiExcludeEndpoint(),
    ApiExtraModels(...records),
    ...Object.entries(statuses).map(([status, meaning]) =>
      ApiResponse({ status: Number(status), description: meaning }),
    ),
    ...(expensive ? [ExpensiveRead(expensive)] : []),
    ...(list || expensive ? [UseGuards(ParallelReadsGuard)] : []),
    UseGuards(InputGuard),
    UseInterceptors(ResponseInterceptor),
  );
}

/**
 * Makes a controller part of the API: its operations require access unless it is `Public`, and their errors are sent as
 * problem details. Guards and filters of the controller's own belong above this decorator: decorators below apply first.
 */
export function Operations(description: OperationsDescription): ClassDecorator {
  return applyDecorators(
    OperationsDetails(description),
    ApiTags(description.tag),
    UseFilters(ProblemFilter),
    UseGuards(AccessGuard),
  );
}
