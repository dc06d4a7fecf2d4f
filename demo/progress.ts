import type { Retry } from '../client/src/index.js';

/** Where progress is shown: a terminal, or any other output, which gets whole lines only. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const barWidth = 24;

/** Shows progress: a bar on a terminal, and a line for each step. */
export class Progress {
  private step = '';
  private done = 0;
  private total = 0;
  /** End of the last reported delay, in milliseconds since 1970. */
  private delayedUntil = 0;

  constructor(private readonly output: Output) {}

  /** Begins a step with `total` records; `done` of them exist. */
  begin(step: string, total: number, done = 0): void {
    this.step = step;
    this.total = total;
    this.done = done;
    this.draw();
  }

  /** Reports more records that are done. */
  advance(count: number): void {
    this.done += count;
    this.draw();
  }

  /** Ends the step with a line that shows the number of new records. */
  end(created: number): void {
    const result = created === 0 ? 'nothing new' : `${created} new`;
    this.clear();
    this.output.write(`${this.step.padEnd(12)} ${String(this.total).padStart(4)}   ${result}\n`);
    this.step = '';
  }

  /** Reports the delay before a retry. Concurrent requests have nearly the same delay, which is reported once. */
  reportRetry({ delay, error }: Retry): void {
    const until = Date.now() + delay;
    if (until < this.delayedUntil + 1_000) return;
    this.delayedUntil = until;
    const isLimited = 'code' in error && error.code === 'rate_limited';
    const reason = isLimited ? 'The rate limit of the token is reached' : error.message.replace(/\.$/, '');
    this.clear();
    this.output.write(`${reason}: continuing in ${Math.ceil(delay / 1_000)} s.\n`);
    this.draw();
  }

  /** Removes the bar, to make room for other output. */
  clear(): void {
    if (this.output.isTTY && this.step !== '') this.output.write('\r\x1b[2K');
  }

  private draw(): void {
    if (!this.output.isTTY || this.step === '') return;
    const filled = this.total === 0 ? barWidth : Math.round((this.done / this.total) * barWidth);
    const bar = '█'.repeat(filled) + '░'.repeat(barWidth - filled);
    this.output.write(`\r\x1b[2K${this.step.padEnd(12)} ${bar} ${this.done}/${this.total}`);
  }
}
