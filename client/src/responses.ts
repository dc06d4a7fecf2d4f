import type { Attempt } from './attempt.js';
import { type ApiError, createApiError, UnexpectedResponseError } from './errors.js';
import type { Problem } from './generated/types.js';
import type { ApiResponse } from './promises.js';
import { mayBeExecuted } from './retry.js';

/** A response, before its body is parsed. */
export interface RawResponse {
  readonly response: Response;
  /** Its URL, after redirects. */
  readonly url: URL;
  /** The body; empty if it is read from `response`. */
  readonly text: string;
  /** Not yet ended if the body is read from `response`. */
  readonly attempt: Attempt;
}

/** Parses a successful response. */
export function parseResponse<T>(operation: string, raw: RawResponse): ApiResponse<T> {
  const { status, headers } = raw.response;
  // The types come from the API's document, which the service complies with.
  const data = (raw.text === '' ? undefined : parseJson(operation, raw, raw.text)) as T;
  const [etag, requestId] = [headers.get('etag') ?? undefined, headers.get('x-request-id') ?? undefined];
  return { data, status, headers, etag, requestId, url: raw.url.href };
}

/** @throws UnexpectedResponseError */
export function parseJson(operation: string, raw: RawResponse, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw unexpected(operation, 'The response is not JSON', { ...raw, text }, cause);
  }
}

/** Returns the error that a response is. */
export function errorOf(operation: string, raw: RawResponse): ApiError | UnexpectedResponseError {
  const { status, statusText } = raw.response;
  const problem = hasType(raw.response, 'application/problem+json') ? parseProblem(raw.text) : undefined;
  const error = problem
    ? createApiError(operation, problem, raw.response.headers)
    : unexpected(operation, `The response is ${`${status} ${statusText}`.trimEnd()}`, raw);
  error.outcomeUnknown = mayBeExecuted(error);
  return error;
}

function parseProblem(text: string): Problem | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const isProblem = typeof value === 'object' && value !== null && 'code' in value && 'status' in value;
    return isProblem ? (value as Problem) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the body of a response has one of the media types. */
export function hasType(response: Response, ...types: string[]): boolean {
  return types.some((type) => (response.headers.get('content-type') ?? '').startsWith(type));
}

/** Returns the error for a response that is not one of the service. */
export function unexpected(
  operation: string,
  message: string,
  { response: { status, headers }, text }: RawResponse,
  cause?: unknown,
): UnexpectedResponseError {
  const body = text.slice(0, 1_000);
  return new UnexpectedResponseError(operation, `${message}.`, status, headers, body, { cause });
}
