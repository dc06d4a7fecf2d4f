import { createHash } from 'node:crypto';
import type { LinkedFiles } from './api/linked-files.js';
import type { LinkedFile, SourceAttachment } from './item.js';
import type { Notes } from './notes.js';
import type { Spool } from './spool.js';

/** The bytes of a part of an attached file. */
const partBytes = 256 * 1024;

/** The files that are attached to records. */
export class Attachments {
  /** @param linkedFiles fetches files that the source has the addresses of; undefined: they are left out */
  constructor(
    private readonly spool: Spool,
    private readonly notes: Notes,
    private readonly linkedFiles: LinkedFiles | undefined,
  ) {}

  /** Adds a file that the source has the address of only. If it cannot be fetched, that is noted. */
  async fetch(linked: LinkedFile, line: number): Promise<void> {
    const { url, feedback, comment, person, createdAt, position } = linked;
    if (!this.linkedFiles) {
      this.notes.leaveOut('pictures behind addresses (--pictures fetches them)');
      return;
    }
    const file = await this.linkedFiles.fetch(linked);
    if ('reason' in file) {
      const detail = `The picture ${url.slice(0, 200)} was not fetched: ${file.reason}.`;
      await this.notes.add({ code: 'picture_missing', detail }, line);
      return;
    }
    const { content, filename } = file;
    const digest = createHash('sha256')
      .update(JSON.stringify([feedback, comment, url]))
      .digest('hex');
    const attachment: SourceAttachment = {
      kind: 'attachment',
      external_id: `picture:${digest.slice(0, 32)}`,
      feedback,
      comment,
      changelog: '',
      person,
      filename,
      media_type: '',
      size: content.length,
      created_at: createdAt,
      position,
    };
    await this.add(attachment, async function* () {
      yield await Promise.resolve(content);
    });
  }

  async add(attachment: SourceAttachment, content: () => AsyncIterable<Buffer>): Promise<void> {
    let [part, rest] = [0, Buffer.alloc(0)];
    const add = async (bytes: Buffer) => {
      await this.spool.add('attachment', { ...attachment, part, content: bytes.toString('base64') });
      part += 1;
    };
    for await (const chunk of content()) {
      rest = Buffer.concat([rest, chunk]);
      for (; rest.length >= partBytes; rest = rest.subarray(partBytes))
        await add(rest.subarray(0, partBytes));
    }
    if (rest.length > 0) await add(rest);
  }
}
