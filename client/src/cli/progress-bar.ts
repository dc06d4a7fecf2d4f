import { printable } from './printable.js';

const width = 24;

/** Minimum time between two updates, in milliseconds. */
const interval = 100;

/** A line on the standard error stream that shows how far a transfer is. It shows nothing unless that is a terminal. */
export class ProgressBar {
  private shownAt = 0;
  private isShown = false;

  constructor(
    private readonly isEnabled: boolean,
    private readonly stream: NodeJS.WriteStream = process.stderr,
  ) {}

  /** Shows the progress, with a bar if the total is known. */
  update(text: string, done: number, total: number | undefined): void {
    const now = Date.now();
    if (!this.isActive || now - this.shownAt < interval) return;
    this.shownAt = now;
    this.isShown = true;
    const columns = this.stream.columns || 80;
    this.stream.write(`\r\x1b[K${`${bar(done, total)}${printable(text)}`.slice(0, columns - 1)}`);
  }

  /** Removes the line. */
  clear(): void {
    if (this.isShown) this.stream.write('\r\x1b[K');
    this.isShown = false;
    this.shownAt = 0;
  }

  /** Whether it shows anything. */
  get isActive(): boolean {
    return this.isEnabled && this.stream.isTTY;
  }
}

function bar(done: number, total: number | undefined): string {
  if (total === undefined || total === 0) return '';
  const share = Math.min(1, done / total);
  const filled = Math.round(share * width);
  return `[${'='.repeat(filled)}${' '.repeat(width - filled)}] ${String(Math.floor(share * 100)).padStart(3)} %  `;
}

/** Returns a number with separators of thousands. */
export function count(value: number): string {
  return value.toLocaleString('en');
}

/** Returns a size, such as `1.5 MB`. */
export function size(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
