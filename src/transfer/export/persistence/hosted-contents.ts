import type { AttachmentContents } from '../../../attachments/index.js';
import type { PortableAttachment } from '../../../shared/portable-records.js';

/** A row of an export, in UTF-8. */
export interface ExportedRow {
  /** The record as JSON, with a line feed. */
  readonly line: Buffer;
  /** For a part of a file whose content is in the storage of a host: the id of the content there. */
  readonly storage_id?: Buffer | null;
}

/** Puts the contents of files into rows that PostgreSQL returns without them, because a host stores them. */
export class HostedContents {
  private parts?: AsyncGenerator<Buffer>;

  constructor(private readonly contents: AttachmentContents) {}

  /** Returns the line with its content. The rows of a file must follow each other in the order of its parts. */
  async lineOf({ line, storage_id: storageId }: ExportedRow): Promise<Buffer> {
    if (!storageId) return line;
    const record = JSON.parse(line.toString()) as PortableAttachment;
    const { external_id: id, size, part } = record;
    if (part === 0) {
      await this.close();
      this.parts = this.contents.parts({ id, size, storageId: storageId.toString() });
    }
    const next = await this.parts!.next();
    const content = next.done ? '' : next.value.toString('base64');
    return Buffer.from(`${JSON.stringify({ ...record, content })}\n`);
  }

  /** Ends reading a file that was not read to its end. */
  async close(): Promise<void> {
    await this.parts?.return(undefined);
  }
}
