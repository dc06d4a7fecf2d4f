import type { ImportFailure } from '../../../shared/imports.js';
import { type PortableKind, portableKinds, type PortableRecord } from '../../../shared/portable-records.js';

/** What is imported at once: the lines that are no records, the records of a kind, or the merges of all feedback. */
export type ImportStep = PortableKind | 'unreadable' | 'reply' | 'merge';

/**
 * The steps in their order. What a record refers to is imported before it, whatever the order of the lines is: replies after other
 * comments, and merges after all feedback.
 */
export const importSteps: readonly ImportStep[] = [
  'unreadable',
  ...portableKinds.flatMap((kind): ImportStep[] => (kind === 'comment' ? [kind, 'reply'] : [kind])),
  'merge',
];

/** A merge of the file, which is applied after all records. */
export interface PendingMerge {
  readonly kind: 'merge';
  readonly external_id: string;
  readonly into: string;
  /** Whether the merged record itself was unchanged. */
  readonly was_skipped: boolean;
}

/** A line of a file: its number, and the record, or why there is none. */
export type StagedLine = readonly [line: number, record: PortableRecord | PendingMerge | ImportFailure];

/** Lines of one step that are staged, in the order of the file, and that are applied in one transaction. */
export interface ImportChunk {
  readonly step: ImportStep;
  /** Its place among the chunks of the import. */
  readonly number: number;
  readonly lines: readonly StagedLine[];
  /** The number of lines that have been applied. */
  readonly applied: number;
}

/** A chunk to be staged. */
export interface NewChunk {
  /** `content` is a part of the file that the attachment before it describes. */
  readonly step: ImportStep | 'content';
  /** The lines as JSON, or the content. */
  readonly bytes: Uint8Array;
}

/** What a file says about itself. */
export interface ImportManifest {
  /** The tool that the records are from. */
  readonly source: string;
  /** Whether the file has everything that the source has. */
  readonly isComplete: boolean;
  /** Why the file as a whole cannot be read; null if it can. */
  readonly failure: ImportFailure | null;
}
