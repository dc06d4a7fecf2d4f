import type { ClientError } from './errors.js';

/** Options of a client. Times are in milliseconds. */
export interface ClientOptions {
  /** URL of the service, such as `https://feedback.example.com`. Default: `http://127.0.0.1:3000`. A trailing `/v1` is ignored. */
  readonly baseUrl?: string | undefined;
  /**
   * An access token, or a function that returns one. It is called before each attempt, and once more after a 401 response.
   * Without it, requests have no `Authorization` header: only operations that require no token succeed.
   */
  readonly token?: string | (() => string | Promise<string>) | undefined;
  /** Time limit of one attempt, and of a pause within a stream. Default: 30,000. */
  readonly timeout?: number | undefined;
  /** Maximum number of retries. Default: 4. */
  readonly maxRetries?: number | undefined;
  /** No retry starts later than this after the first attempt. Default: 120,000. */
  readonly retryTimeout?: number | undefined;
  /** Headers to add to every request. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Precedes the client's own name in `User-Agent`, such as `importer/1.2`. Browsers send their own. */
  readonly userAgent?: string | undefined;
  /** Called before the delay that precedes each retry. */
  readonly onRetry?: ((retry: Retry) => void) | undefined;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch | undefined;
}

/** A retry that is about to happen. */
export interface Retry {
  /** The operation's id. */
  readonly operation: string;
  /** Number of the retry: 1 for the first one. */
  readonly retry: number;
  /** Delay before the retry, in milliseconds. */
  readonly delay: number;
  /** The error of the last attempt. */
  readonly error: ClientError;
}

/** Options of a request, which override the options of the client. Times are in milliseconds. */
export interface RequestOptions {
  /** Aborts the request: the method throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  readonly timeout?: number | undefined;
  readonly maxRetries?: number | undefined;
  readonly retryTimeout?: number | undefined;
  /** Value of `X-Request-Id`. It appears in the logs of the service and in its errors. */
  readonly requestId?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Options of a request that can have a precondition. */
export interface ConditionalOptions extends RequestOptions {
  /** The expected ETag. If the record has another one, the method throws a `PreconditionFailedError`. */
  readonly ifMatch?: string;
}

/** Options of a POST. */
export interface IdempotentOptions extends RequestOptions {
  /** `Idempotency-Key`, 1 to 255 characters. Default: a random key, the same for all attempts. */
  readonly idempotencyKey?: string | undefined;
}

/** Content of a file: a string, bytes, or a `Blob`, which Node can open without reading it into memory (`openAsBlob`). */
export type UploadBody = string | Uint8Array | Blob;

/** Options of a request with a file. */
export interface UploadOptions extends IdempotentOptions {
  /** Media type of the file. Default: the type of the `Blob`, or else the first type that the operation accepts. */
  readonly contentType?: string | undefined;
}

/** Options of a read. */
export interface ReadOptions extends ConditionalOptions {
  readonly ifNoneMatch?: never;
}

/** Options of a read by a caller that may have a current copy. */
export interface RevalidationOptions extends ConditionalOptions {
  /** ETag of the caller's copy. If the record still has it, the method returns undefined (304). */
  readonly ifNoneMatch: string | undefined;
}

/** All options that a request can have. */
export interface AnyOptions extends RequestOptions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string | undefined;
  readonly idempotencyKey?: string | undefined;
  readonly contentType?: string | undefined;
}
