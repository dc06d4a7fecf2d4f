import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import type { FeedbackClient } from '../client.js';
import type { ExportProjectQuery } from '../generated/types.js';
import type { ExportOptions } from './arguments.js';
import { ExportCheck } from './export-check.js';
import { printable } from './printable.js';
import { count, type ProgressBar, size } from './progress-bar.js';

/**
 * Writes the file of a project.
 *
 * @returns a text about what was written, for the standard error stream
 * @throws IncompleteExport
 */
export async function exportProject(
  client: FeedbackClient,
  { project, format, kind, output }: ExportOptions,
  progress: ProgressBar,
  signal: AbortSignal,
): Promise<string> {
  // The service knows which kinds there are.
  const query = { format, ...(kind === undefined ? {} : { kind }) } as ExportProjectQuery;
  const file = (await client.projects.export(project, query, { signal })) as ReadableStream;
  const check = format === 'ndjson' ? new ExportCheck() : undefined;
  let bytes = 0;
  const meter = new PassThrough().on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    const records = check ? `${count(check.lines)} records, ` : '';
    progress.update(`${records}${size(bytes)}`, check?.lines ?? 0, check?.total);
  });
  const steps = [Readable.fromWeb(file), ...(check ? [check] : []), meter];
  if (output === undefined) {
    await pipeline([...steps, process.stdout], { signal, end: false });
  } else {
    await writeFile(output, steps, signal);
  }
  return printable(`Exported ${check ? `${count(check.total ?? 0)} records, ` : ''}${size(bytes)}.`);
}

/** Writes a file under another name until it is complete. */
async function writeFile(output: string, steps: NodeJS.ReadableStream[], signal: AbortSignal): Promise<void> {
  const unfinished = `${output}.${process.pid}.part`;
  try {
    // Contains e-mail addresses.
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true });
    await pipeline([...steps, file], { signal });
    await rename(unfinished, output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}
