import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Opens an empty file for appending and reading that no other process can open, and that disappears when it is closed, or when
 * the process is killed.
 *
 * @param purpose part of the name of the folder in which the file is for an instant, such as `export`
 */
export async function openTemporaryFile(purpose: string): Promise<FileHandle> {
  const folder = await mkdtemp(join(tmpdir(), `${purpose}-`));
  try {
    return await open(join(folder, 'file'), 'ax+', 0o600);
  } finally {
    await rm(folder, { recursive: true });
  }
}
