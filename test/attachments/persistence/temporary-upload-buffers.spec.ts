import { open } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { StorageUnavailable } from '../../../src/attachments/domain/attachment.errors.js';
import {
  bufferIn,
  TemporaryUploadBuffers,
} from '../../../src/attachments/persistence/temporary-upload-buffers.js';

async function textOf(content: AsyncIterable<Uint8Array>): Promise<string> {
  let text = '';
  for await (const bytes of content) text += Buffer.from(bytes).toString();
  return text;
}

it('returns what was appended, as often as it is read', async () => {
  await new TemporaryUploadBuffers().use(async (buffer) => {
    await buffer.append(Buffer.from('Hello, '));
    await buffer.append(Buffer.from('world'));
    for (let time = 0; time < 2; time++) expect(await textOf(buffer.read())).toBe('Hello, world');
  });
});

it('reports a full disk', async () => {
  // Every write to this device fails with ENOSPC.
  const file = await open('/dev/full', 'a');
  try {
    await expect(bufferIn(file).append(Buffer.from('Hello'))).rejects.toThrow(StorageUnavailable);
  } finally {
    await file.close();
  }
});
