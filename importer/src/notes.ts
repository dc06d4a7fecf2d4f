import type { FileHandle } from 'node:fs/promises';
import type { Note } from './item.js';

/** The number of examples that are kept for a code. */
const maxExamples = 3;

/** Notes of one code. */
export interface NoteGroup {
  readonly code: string;
  count: number;
  /** How many records are missing because of them. */
  failed: number;
  readonly examples: string[];
}

/** What could not be read, or not completely, and what has no place in the service. */
export class Notes {
  private readonly byCode = new Map<string, NoteGroup>();
  private readonly leftOutCounts = new Map<string, number>();

  /** @param file receives each note as a line: number, code and detail, separated by tabs */
  constructor(private readonly file?: FileHandle) {}

  async add({ code, detail }: Note, line: number, failed = false): Promise<void> {
    let group = this.byCode.get(code);
    if (!group) this.byCode.set(code, (group = { code, count: 0, failed: 0, examples: [] }));
    group.count += 1;
    if (failed) group.failed += 1;
    if (group.examples.length < maxExamples) group.examples.push(`${line}: ${detail}`);
    await this.file?.appendFile(`${line}\t${code}\t${detail.replaceAll(/\s+/g, ' ')}\n`);
  }

  /** @param name what has no place, such as `likes of comments` */
  leaveOut(name: string): void {
    this.leftOutCounts.set(name, (this.leftOutCounts.get(name) ?? 0) + 1);
  }

  get groups(): NoteGroup[] {
    return [...this.byCode.values()];
  }

  /** How often each thing that has no place was found. */
  get leftOut(): ReadonlyMap<string, number> {
    return this.leftOutCounts;
  }

  /** How many notes there are. */
  get count(): number {
    return this.groups.reduce((sum, { count }) => sum + count, 0);
  }

  /** How many records are missing. */
  get failed(): number {
    return this.groups.reduce((sum, { failed }) => sum + failed, 0);
  }
}
