import { setTimeout as sleep } from 'node:timers/promises';
import { UnreadableFile } from '../files/unreadable-file.js';

/** How often a request is repeated after a failure, and the time before the first repetition, in milliseconds. */
const [maxRetries, firstDelay] = [6, 1_000];

/** The longest time that is waited because an API asks for it, and the time limit of a request, in milliseconds. */
const [maxDelay, timeout] = [3_900_000, 60_000];

/** What an API has answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** How an API is read. */
export interface ApiOptions {
  /** Name of the tool, for messages. */
  readonly tool: string;
  /**
   * Returns for how many milliseconds the API asks to wait before the request is repeated; undefined if it does not refuse the
   * request because there have been too many.
   */
  readonly limitOf: (answer: Answer) => number | undefined;
  /** Receives the milliseconds before a request is repeated. */
  readonly onWait: (delay: number) => void;
  readonly signal: AbortSignal;
}

/** Sends requests to an API, and repeats them while it cannot be reached, fails, or refuses them because there are too many. */
export class ApiClient {
  constructor(private readonly options: ApiOptions) {}

  /** @throws UnreadableFile when the API cannot be reached */
  async send(url: string, init: RequestInit): Promise<Answer> {
    const { signal, limitOf, onWait } = this.options;
    for (let retry = 0; ; retry++) {
      let reason: string;
      let delay = firstDelay * 2 ** retry;
      try {
        const response = await fetch(url, {
          ...init,
          signal: AbortSignal.any([signal, AbortSignal.timeout(timeout)]),
        });
        const { status, headers } = response;
        const answer = { status, headers, text: await response.text() };
        const limit = limitOf(answer);
        if (limit === undefined && status < 500) return answer;
        delay = limit ?? delay;
        reason = `${status} ${answer.text.slice(0, 200)}`;
      } catch (error) {
        if (signal.aborted) throw error;
        reason = String((error as Error).cause ?? error);
      }
      if (retry === maxRetries) throw this.unavailable(reason);
      onWait(Math.min(delay, maxDelay));
      await sleep(Math.min(delay, maxDelay), undefined, { signal });
    }
  }

  /** Returns an error of the API, after which the download is incomplete. */
  error(reason: string): UnreadableFile {
    const { tool } = this.options;
    return new UnreadableFile(`${tool.toLowerCase()}_error`, `${tool} ${reason}`);
  }

  private unavailable(reason: string): UnreadableFile {
    const { tool } = this.options;
    return new UnreadableFile(
      `${tool.toLowerCase()}_unavailable`,
      `${tool} cannot be reached: ${reason}. Run it again to continue.`,
    );
  }
}

/** Returns the milliseconds of a `Retry-After`, which is a number of seconds or a date; undefined if there is none. */
export function retryAfter(headers: Headers): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const seconds = Number(header);
  return Number.isFinite(seconds) ? seconds * 1_000 : Math.max(0, Date.parse(header) - Date.now()) || 0;
}
