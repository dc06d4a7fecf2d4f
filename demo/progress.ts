import type { Wait } from '../client/src/index.js';

/** Where progress is shown: a terminal, or what has lines only. */
export interface Output {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const width = 24;

/** Shows how far the work is: on a terminal a bar, elsewhere a line for each part. */
export class Progress {
  private part = '';
  private done = 0;
  private total = 0;
  /** Until when it has been told that nothing happens. */
  private quietUntil = 0;

  constructor(private readonly output: Output) {}

  /** Begins a part of the work, with so many pieces of which some are there already. */
  begin(part: string, total: number, done = 0): void {
    this.part = part;
    this.total = total;
    this.done = done;
    this.draw();
  }

  /** One more piece is done. */
  advance(): void {
    this.done += 1;
    this.draw();
  }

  /** Ends the part: its line stays. */
  end(made: number): void {
    const line = `${this.part.padEnd(12)} ${String(this.total).padStart(4)}   ${made === 0 ? 'nothing new' : `${made} new`}`;
    this.clear();
    this.output.write(`${line}\n`);
    this.part = '';
  }

  /** Says why nothing happens for a while. */
  wait({ milliseconds, reason }: Wait): void {
    const seconds = Math.ceil(milliseconds / 1_000);
    const isLimited = 'code' in reason && reason.code === 'rate_limited';
    const why = isLimited
      ? 'The rate limit of the token is reached'
      : `It has to be tried again (${reason.message})`;
    // Several requests wait at once, for the same.
    if (Date.now() + milliseconds < this.quietUntil + 1_000) return;
    this.quietUntil = Date.now() + milliseconds;
    this.clear();
    this.output.write(`${why}: going on in ${seconds} s.\n`);
    this.draw();
  }

  /** Takes the bar away, for other lines. */
  clear(): void {
    if (this.output.isTTY && this.part !== '') this.output.write('\r\x1b[2K');
  }

  private draw(): void {
    if (!this.output.isTTY || this.part === '') return;
    const filled = this.total === 0 ? width : Math.round((this.done / this.total) * width);
    const bar = '█'.repeat(filled) + '░'.repeat(width - filled);
    this.output.write(`\r\x1b[2K${this.part.padEnd(12)} ${bar} ${this.done}/${this.total}`);
  }
}
