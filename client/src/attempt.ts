import { ConnectionError, ConnectionTimeoutError } from './errors.js';
import { maxTimeout } from './retry.js';

/** Codes of errors that occur before a request is sent. */
const connectCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** One attempt of a request. The caller's signal aborts it, and so does a step that exceeds the time limit. */
export class Attempt {
  private readonly controller = new AbortController();
  private readonly abort = (): void => this.controller.abort(this.callerSignal?.reason);
  private hasTimedOut = false;

  /** @param timeout time limit of a step, in milliseconds */
  constructor(
    private readonly operation: string,
    private readonly timeout: number,
    private readonly callerSignal: AbortSignal | undefined,
  ) {
    callerSignal?.addEventListener('abort', this.abort, { once: true });
  }

  /**
   * Executes a step, such as sending the request or reading a part of the response.
   *
   * @throws ConnectionError if it fails; the reason of the caller's signal if that aborted it
   */
  async step<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.callerSignal?.throwIfAborted();
    const timer = setTimeout(
      () => {
        this.hasTimedOut = true;
        this.controller.abort();
      },
      Math.min(this.timeout, maxTimeout),
    );
    try {
      return await work(this.controller.signal);
    } catch (cause) {
      this.callerSignal?.throwIfAborted();
      throw this.hasTimedOut ? this.timeoutError(cause) : this.connectionError(cause);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Aborts what is left of the response, and removes the listener from the caller's signal. */
  end(): void {
    this.callerSignal?.removeEventListener('abort', this.abort);
    this.controller.abort();
  }

  private timeoutError(cause: unknown): ConnectionError {
    const error = new ConnectionTimeoutError(this.operation, 'The service did not respond in time.', {
      cause,
    });
    error.outcomeUnknown = true;
    return error;
  }

  private connectionError(cause: unknown): ConnectionError {
    const message = `The connection failed: ${reasonOf(cause)}.`;
    const error = new ConnectionError(this.operation, message, { cause });
    error.outcomeUnknown = !failedToConnect(cause);
    return error;
  }
}

/** Whether the connection was not established, so that the service cannot have received the request. */
function failedToConnect(error: unknown): boolean {
  const cause = property(error, 'cause');
  // If several addresses were tried, all of them must have failed.
  const errors = property(cause, 'errors');
  const causes: unknown[] = Array.isArray(errors) && errors.length > 0 ? errors : [cause];
  return causes.every((each) => connectCodes.has(String(property(each, 'code'))));
}

/** Returns the message of the cause: the one of fetch is only `fetch failed`. */
function reasonOf(error: unknown): string {
  const cause = property(error, 'cause');
  // An error of several addresses has a code but no message.
  const candidates = [property(cause, 'message'), property(cause, 'code'), property(error, 'message')];
  return String(candidates.find(Boolean) ?? error);
}

/** Returns a property of a thrown value, which can be an error of another realm. */
function property(thrown: unknown, name: string): unknown {
  return typeof thrown === 'object' && thrown !== null
    ? (thrown as Record<string, unknown>)[name]
    : undefined;
}
