import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';

/** The first or the last line of an exported file. */
interface Summary {
  readonly kind?: unknown;
  readonly counts?: Readonly<Record<string, number>>;
  readonly sha256?: unknown;
}

const newline = 10;

/** The file that the service has sent is incomplete or damaged. */
export class IncompleteExport extends Error {}

/**
 * Passes an exported file on, and fails at its end unless its last line has the SHA-256 of all bytes before it. Only one line
 * is held in memory.
 */
export class ExportCheck extends Transform {
  /** The number of lines that have been passed on, with the first and the last one. */
  lines = 0;
  bytes = 0;
  /** The number of records that the first line announces. */
  total: number | undefined;
  private readonly hash = createHash('sha256');
  /** The last line so far, which is not part of the checksum if it is the last one of the file. */
  private lastLine: Buffer = Buffer.alloc(0);

  override _transform(chunk: Buffer, _encoding: BufferEncoding, callback: TransformCallback): void {
    this.bytes += chunk.length;
    const text = this.lastLine.length === 0 ? chunk : Buffer.concat([this.lastLine, chunk]);
    const start = text.lastIndexOf(newline, -2) + 1;
    const complete = text.subarray(0, start);
    if (this.lines === 0 && start > 0) {
      this.total = totalOf(summary(complete.subarray(0, complete.indexOf(newline)), 'manifest'));
    }
    for (let at = complete.indexOf(newline); at !== -1; at = complete.indexOf(newline, at + 1))
      this.lines += 1;
    this.hash.update(complete);
    this.lastLine = text.subarray(start);
    callback(null, chunk);
  }

  override _flush(callback: TransformCallback): void {
    this.lines += 1;
    const end = summary(this.lastLine, 'end');
    if (end === undefined) {
      callback(new IncompleteExport('The file is incomplete: its last line is missing. Export again.'));
    } else if (end.sha256 !== this.hash.digest('hex')) {
      callback(new IncompleteExport('The file is damaged: its checksum is wrong. Export again.'));
    } else {
      callback();
    }
  }
}

/** Returns a line of this kind, or undefined. */
function summary(line: Buffer, kind: string): Summary | undefined {
  try {
    const parsed = JSON.parse(line.toString()) as Summary | null;
    return parsed?.kind === kind ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the number of records of a manifest. */
export function totalOf(manifest: Summary | undefined): number | undefined {
  const counts = Object.values(manifest?.counts ?? {});
  return manifest?.counts && counts.reduce((sum, each) => sum + each, 0);
}

/** Returns the number of records that the start of a file announces, or undefined if it is not an exported file. */
export function announcedTotal(start: string): number | undefined {
  return totalOf(summary(Buffer.from(start.slice(0, start.indexOf('\n'))), 'manifest'));
}
