import type { ClientError } from './errors.js';

/** Options of a client. Times are in milliseconds. */
export interface ClientOptions {
  /** URL of the service, such as `https://feedback.example.com`. Default: `http://127.0.0.1:3000`. A trailing `/v1` is ignored. */
  readonly baseUrl?: string;
  /** An access token, or a function that returns one. It is called before each attempt, and once more after a 401 response. */
  readonly token: string | (() => string | Promise<string>);
  /** Time limit of one attempt, and of a pause within a stream. Default: 30,000. */
  readonly timeout?: number;
  /** Maximum number of retries. Default: 4. */
  readonly maxRetries?: number;
  /** No retry starts later than this after the first attempt. Default: 120,000. */
  readonly retryTimeout?: number;
  /** Headers to add to every request. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Text to precede the client's own name in `User-Agent`, such as `importer/1.2`. Browsers send their own. */
  readonly userAgent?: string;
  /** Called before the delay that precedes each retry. */
  readonly onRetry?: (retry: Retry) => void;
  /** Replaces the global `fetch`. */
  readonly fetch?: typeof fetch;
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

/** Options of a request. They take precedence over those of the client; times are in milliseconds. */
export interface RequestOptions {
  /** Aborts the request: the method throws the signal's reason. */
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly maxRetries?: number;
  readonly retryTimeout?: number;
  /** Value of `X-Request-Id`. It appears in the logs of the service and in its errors. */
  readonly requestId?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Options of a request that can have a precondition. */
export interface ConditionalOptions extends RequestOptions {
  /** The expected ETag. If the record has another one, the method throws a `PreconditionFailedError`. */
  readonly ifMatch?: string;
}

/** Options of a POST. */
export interface IdempotentOptions extends RequestOptions {
  /** `Idempotency-Key`, 1 to 255 characters. Default: a random key, the same for all attempts. */
  readonly idempotencyKey?: string;
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
  readonly idempotencyKey?: string;
}
