import { member, NoAnswerError } from './errors.js';

/** Failures before anything was sent. */
const beforeSending: ReadonlySet<string> = new Set(
  'ECONNREFUSED ENOTFOUND EAI_AGAIN EHOSTUNREACH ENETUNREACH UND_ERR_CONNECT_TIMEOUT'.split(' '),
);

/** One request and its answer, which the caller's signal ends, and each of whose steps may take a while only. */
export class Exchange {
  private readonly abort = new AbortController();
  private isLate = false;
  private hasBegun = false;
  private readonly leave = () => this.abort.abort(this.caller?.reason);

  /**
   * @param timeout of a step, in milliseconds
   * @param caller the caller's signal
   */
  constructor(
    private readonly operation: string,
    private readonly timeout: number,
    private readonly caller: AbortSignal | undefined,
  ) {
    caller?.addEventListener('abort', this.leave, { once: true });
  }

  /**
   * Does a step, such as to send the request or to read on.
   *
   * @throws NoAnswerError where it fails or takes too long; the reason of the caller's signal where that ended it
   */
  async step<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    this.caller?.throwIfAborted();
    const timer = setTimeout(() => {
      this.isLate = true;
      this.abort.abort();
    }, this.timeout);
    try {
      return await work(this.abort.signal);
    } catch (cause) {
      this.caller?.throwIfAborted();
      const sent = !isBeforeSending(cause);
      const reason = this.isLate ? 'timeout' : this.hasBegun ? 'broken_off' : 'network';
      throw new NoAnswerError(this.operation, reason, sent, { cause });
    } finally {
      clearTimeout(timer);
    }
  }

  /** From now on the answer is there in part. */
  begin(): void {
    this.hasBegun = true;
  }

  /** Lets go of the caller's signal, which may live longer; of an answer that was not read to its end, too. */
  end(): void {
    this.caller?.removeEventListener('abort', this.leave);
    this.abort.abort();
  }
}

function isBeforeSending(error: unknown): boolean {
  const cause = member(error, 'cause');
  // Of several addresses that were tried, all have to have failed so.
  const all = member(cause, 'errors');
  const failures: unknown[] = Array.isArray(all) && all.length > 0 ? all : [cause];
  return failures.every((each) => beforeSending.has(String(member(each, 'code'))));
}
