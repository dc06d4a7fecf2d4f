import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { AttachmentStorage, partSize, partsOf } from '../domain/attachment-storage.js';

/** Stores contents in PostgreSQL. They are deleted with their records. Uses SQL, because their parts are only inserted and read. */
@Injectable()
export class SqlAttachmentStorage extends AttachmentStorage {
  constructor(private readonly sql: Sql) {
    super();
  }

  override async write(id: string, content: AsyncIterable<Uint8Array>): Promise<void> {
    let number = 0;
    for await (const bytes of partsOf(content)) {
      await this.sql.rows(
        'insert into attachment_chunks (attachment_id, number, bytes) values ($1, $2, $3)',
        [id, number, bytes],
      );
      number += 1;
    }
  }

  override async *read(id: string): AsyncGenerator<Uint8Array> {
    for (let number = 0, isLast = false; !isLast; number++) {
      const chunk = await this.sql.row<{ bytes: Buffer }>(
        'select bytes from attachment_chunks where attachment_id = $1 and number = $2',
        [id, number],
      );
      if (chunk) yield chunk.bytes;
      isLast = !chunk || chunk.bytes.length < partSize;
    }
  }
}
