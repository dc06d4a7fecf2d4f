import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { AttachmentStorage } from '../domain/attachment-storage.js';

/** The size of the pieces in which contents are stored and read, in bytes. */
const chunkSize = 256 * 1024;

/** Stores contents in PostgreSQL. They are deleted with their records. */
@Injectable()
export class SqlAttachmentStorage extends AttachmentStorage {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async write(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let number = 0;
    for await (const bytes of chunksOf(content)) {
      await this.sql.rows(
        'insert into attachment_chunks (attachment_id, number, bytes) values ($1, $2, $3)',
        [id, number, bytes],
      );
      number += 1;
    }
  }

  override async *read(id: string): AsyncGenerator<Uint8Array> {
    const size = await this.sql.row<{ chunks: number }>(
      'select (size + $2 - 1) / $2 as chunks from attachments where id = $1',
      [id, chunkSize],
    );
    for (let number = 0; number < (size?.chunks ?? 1); number++) {
      const chunk = await this.sql.row<{ bytes: Buffer }>(
        'select bytes from attachment_chunks where attachment_id = $1 and number = $2',
        [id, number],
      );
      if (!chunk) throw new Error(`The attachment ${id} has been deleted while it was read.`);
      yield chunk.bytes;
    }
  }
}

/** Returns the bytes in pieces of the same size, except for the last one. */
async function* chunksOf(content: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let [parts, size]: [Uint8Array[], number] = [[], 0];
  for await (const bytes of content) {
    for (let rest = bytes; rest.length > 0;) {
      const part = rest.subarray(0, chunkSize - size);
      rest = rest.subarray(part.length);
      parts.push(part);
      size += part.length;
      if (size < chunkSize) continue;
      yield Buffer.concat(parts);
      [parts, size] = [[], 0];
    }
  }
  if (size > 0) yield Buffer.concat(parts);
}
