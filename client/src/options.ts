import type { CallError } from './errors.js';

/** How a client is made. Times are in milliseconds. */
export interface ClientOptions {
  /** Where the service is, such as `https://feedback.example.com`: http://127.0.0.1:3000 unless told. A `/v1` at its end is taken off. */
  readonly baseUrl?: string;
  /** The access token, or what gives the present one: it is asked before each try, and once more where a token is refused. */
  readonly token: string | (() => string | Promise<string>);
  /** How long a try may take, or a stream be silent: 30,000 unless told. */
  readonly timeout?: number;
  /** How often a request is sent at most: 5 times unless told, 1 is without retries. */
  readonly tries?: number;
  /** How long a call may take with all its tries and waits: 120,000 unless told. No wait is begun that would end later. */
  readonly patience?: number;
  /** What stands before the client's own name in `User-Agent`, such as `importer/1.2`. */
  readonly userAgent?: string;
  /** Called before each wait for another try, such as to tell people why nothing happens. */
  readonly onWait?: (wait: Wait) => void;
  /** What sends requests in place of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/** A pause before a request is sent again. */
export interface Wait {
  /** The operation's id. */
  readonly operation: string;
  readonly milliseconds: number;
  /** How often the request has been sent so far. */
  readonly tries: number;
  /** Why it is sent again. */
  readonly reason: CallError;
}

/** What any call may be given. Times are in milliseconds, and go before those of the client. */
export interface CallOptions {
  /** Ends the call: it throws the signal's reason. */
  readonly signal?: AbortSignal;
  readonly timeout?: number;
  readonly tries?: number;
  readonly patience?: number;
  /** `X-Request-Id`: it stands in the service's log, and in its problems. */
  readonly requestId?: string;
}

/** Of calls that are refused (412 `precondition_failed`) where somebody has changed the record meanwhile. */
export interface ConditionalOptions extends CallOptions {
  /** The `etag` of the record that is meant. */
  readonly ifMatch?: string;
}

/** Of a POST that is done once, however often it is sent. */
export interface KeyedOptions extends CallOptions {
  /** `Idempotency-Key`, of 1 to 255 characters: a random one unless told, the same for all tries of a call. */
  readonly idempotencyKey?: string;
}

/** Of reads. */
export interface ReadOptions extends ConditionalOptions {
  readonly ifNoneMatch?: never;
}

/** Of reads by somebody who may have the answer already. */
export interface UnlessKnownOptions extends ConditionalOptions {
  /** The `etag` of what the caller has: where that is still it, the call gives undefined (304). */
  readonly ifNoneMatch: string | undefined;
}

/** How the event feed is followed. */
export interface FollowOptions extends CallOptions {
  /** The id of the last event that was processed: the feed continues after it. Without it, all retained events follow. */
  readonly after?: string;
  /** Delay before polling again at the end of the feed, in milliseconds. Default: 2,000. */
  readonly interval?: number;
}

/** All that an operation may be given. */
export interface SentOptions extends CallOptions {
  readonly ifMatch?: string;
  readonly ifNoneMatch?: string | undefined;
  readonly idempotencyKey?: string;
}
