import { ApiError, ClientError } from '../../client/src/index.js';

/** What the client knows about a write: its outcome is unknown if the response was lost. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

/** The values that a field may have now, according to the responses. Only one worker writes a field. */
export class Possible<T> {
  values: ReadonlySet<T>;

  constructor(...values: T[]) {
    this.values = new Set(values);
  }

  has(value: unknown): boolean {
    return this.values.has(value as T);
  }

  /** Whether the value is known. */
  is(value: T): boolean {
    return this.values.size === 1 && this.values.has(value);
  }

  settle(value: T, outcome: Outcome): void {
    if (outcome === 'acknowledged') this.values = new Set([value]);
    if (outcome === 'unknown') this.values = new Set([...this.values, value]);
  }
}

/** Feedback that a worker has created. */
export interface Entry {
  readonly id: string;
  readonly slug: string;
  readonly title: Possible<string>;
  readonly description: Possible<string>;
  readonly exists: Possible<boolean>;
  /** By the ids of the users. */
  readonly votes: Map<string, Possible<boolean>>;
  readonly comments: { readonly id: string; readonly content: Possible<string> }[];
}

/** Everything that the load has written, and what the responses said about it. */
export class Ledger {
  /** Each write contains a unique string, by which its event is found. */
  readonly texts = new Map<string, Outcome>();
  readonly entries: Entry[] = [];
  readonly counts: Record<Outcome, number> = { acknowledged: 0, refused: 0, unknown: 0 };
  readonly differences: string[] = [];
  private last = 0;

  /** Returns a string that nothing else contains. */
  text(name: string): string {
    return `${name} ${++this.last}`;
  }

  /** Records something that must not happen. Further ones are counted only. */
  report(difference: string): void {
    this.differences.push(this.differences.length < 50 ? difference : '…');
  }

  /** Sends a write, and returns its result if it was acknowledged. */
  async write<T>(text: string | undefined, send: () => Promise<T>, settle?: (outcome: Outcome) => void) {
    let outcome: Outcome = 'unknown';
    try {
      const result = await send();
      outcome = 'acknowledged';
      return result;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (!error.outcomeUnknown) outcome = 'refused';
      this.checkHonesty(error);
      return undefined;
    } finally {
      this.counts[outcome] += 1;
      if (text !== undefined) this.texts.set(text, outcome);
      settle?.(outcome);
    }
  }

  /** Reports responses with 5xx that do not say what has happened and when to try again. */
  private checkHonesty(error: ClientError): void {
    if (!(error instanceof ApiError) || error.status < 500) return;
    if (error.status !== 503 || error.retryAfter === undefined)
      this.report(`A write returned: ${error.message}`);
  }
}
