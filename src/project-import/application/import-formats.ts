import type { PortableRecord } from '../../project-export/index.js';
import type { ImportSource } from '../domain/project-import.js';

/** A file to be imported, stored locally while it is read. */
export interface ImportFile {
  /** Its descriptor. The file has no name, so it disappears when the process ends, even if it is killed. */
  readonly fd: number;
  /** In bytes. */
  readonly size: number;
}

/** The content of a file within the file to be imported. */
export interface ImportedContent {
  /** The number of bytes that it takes in the file to be imported. */
  readonly length: number;
  /** Returns the content from the beginning, each time. Fails with an `UnreadableFile` if it is damaged. */
  readonly read: () => AsyncIterable<Buffer>;
}

export interface ImportFormatOptions {
  /** The column of a plain CSV file for each field of a record, such as `{ title: 'Summary' }`. */
  readonly columns?: Readonly<Record<string, string>>;
}

/** A record of a file, or a note for the report: about a row that cannot be read, or about something left out. */
export type ImportItem =
  | {
      /** Line of the record, or its row or index where the format has no lines. Starts at 1. */
      readonly line: number;
      readonly record: PortableRecord;
      /** With attachments, whose record has no content: all their parts. */
      readonly content?: ImportedContent;
    }
  | {
      readonly line: number;
      /** Whether a record is missing because of it. */
      readonly failed?: true;
      readonly code: string;
      readonly detail: string;
    };

/** Reads files of all formats. Values are not checked: the aggregates check their own rules. */
export abstract class ImportFormats {
  /**
   * Returns the records of a file in the order in which they can be stored, which is the same each time. Uses memory that
   * does not depend on the size of the file. Ends early, with an error, when the signal aborts.
   *
   * @throws DomainError when the file as a whole cannot be read
   */
  abstract read(
    source: ImportSource,
    file: ImportFile,
    options: ImportFormatOptions,
    signal: AbortSignal,
  ): AsyncIterable<ImportItem>;
}
