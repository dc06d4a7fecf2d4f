import { ApiError, type ClientError, ConnectionError, UnexpectedResponseError } from './errors.js';

const firstDelay = 500;
const maxDelay = 8_000;

/** The codes of 503 with which the service rejects a request before it changes anything. */
const rejections = [
  'database_unavailable',
  'identity_provider_unavailable',
  'shutting_down',
  'storage_unavailable',
];

/** The longest delay of `setTimeout`, in milliseconds; a longer one would end at once. */
export const maxTimeout = 2 ** 31 - 1;

/**
 * Whether a repetition can succeed and cannot execute the request twice.
 *
 * @param isIdempotent whether the service executes the request once, however often it is sent
 */
export function isRetryable(error: ClientError, isIdempotent: boolean): boolean {
  if (error.outcomeUnknown && !isIdempotent) return false;
  if (error instanceof ConnectionError) return true;
  if (error instanceof ApiError) {
    return [408, 429, 500, 502, 503, 504].includes(error.status) || isInProgress(error);
  }
  return error instanceof UnexpectedResponseError && [429, 502, 503, 504].includes(error.status);
}

/** Whether the service may have executed a request with this response. */
export function mayBeExecuted(error: ApiError | UnexpectedResponseError): boolean {
  if (error instanceof ApiError) {
    return [500, 502, 503, 504].includes(error.status) && !rejections.includes(error.code);
  }
  // A proxy responded, which can have passed the request on.
  return error.status < 300 || error.status >= 500;
}

/** Whether an earlier attempt with the same `Idempotency-Key` is still being executed. */
export function isInProgress(error: ClientError): boolean {
  return error instanceof ApiError && error.code === 'idempotency_key_in_use';
}

/**
 * Returns the delay before a retry in milliseconds: the time in `Retry-After`, or else an exponentially growing one, with
 * jitter.
 *
 * @param retry its number, from 1 on
 */
export function retryDelay(error: ClientError, retry: number): number {
  const { retryAfter } = error as { retryAfter?: number };
  if (retryAfter !== undefined) return retryAfter * 1_000 + 100 + Math.random() * 200;
  return Math.min(maxDelay, firstDelay * 2 ** (retry - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Waits.
 *
 * @throws unknown the reason of the signal, when it is aborted
 */
export async function sleep(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, Math.min(milliseconds, maxTimeout));
    signal?.addEventListener('abort', end, { once: true });
  });
  signal?.throwIfAborted();
}
