import type { PortableRecord } from '../../project-export/index.js';

/** The content of a file within the file to be imported. */
export interface ImportedContent {
  /** The number of bytes that it takes in the file to be imported. */
  readonly length: number;
  /** Returns the content from the beginning, each time. Fails with an `UnreadableFile` if it is damaged. */
  readonly read: () => AsyncIterable<Buffer>;
}

/** A record of a file, or a note for the report: about a line that cannot be read. */
export type ImportItem =
  | {
      /** Line of the record. Starts at 1. */
      readonly line: number;
      readonly record: PortableRecord;
      /** With attachments, whose record has no content: all their parts. */
      readonly content?: ImportedContent;
    }
  | {
      readonly line: number;
      readonly code: string;
      readonly detail: string;
    };
