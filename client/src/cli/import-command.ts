import { createWriteStream, openAsBlob } from 'node:fs';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FeedbackClient } from '../client.js';
import type { Import, StartImportQuery } from '../generated/types.js';
import { type ImportOptions, UsageError } from './arguments.js';
import { announcedTotal } from './export-check.js';
import { count, type ProgressBar } from './progress-bar.js';

/** Pause between two requests for the state of an import, in milliseconds. */
const interval = 500;

/** Longest first line of an exported file, in bytes. */
const firstLineBytes = 16_384;

/**
 * Uploads a file, waits until it is imported, and prints the result.
 *
 * @returns whether all rows could be imported
 * @throws UsageError if the file cannot be read
 */
export async function importFile(
  client: FeedbackClient,
  options: ImportOptions,
  progress: ProgressBar,
  signal: AbortSignal,
): Promise<boolean> {
  const { project, source, hasReport, isQuiet } = options;
  const { id, total } = await withFile(options.file, signal, async (file) => {
    const started = await client.imports.start(project, file, queryOf(options), { signal });
    const start = source === 'fcs' ? await file.slice(0, firstLineBytes).text() : '';
    return { id: started.id, total: announcedTotal(start) };
  });
  const result = await untilEnded(client, project, id, signal, ({ progress: { read } }) =>
    progress.update(`${count(read)} rows`, read, total),
  );
  progress.clear();
  if (hasReport) await printReport(client, project, id, signal);
  // A report is meant for another program.
  if (hasReport && !isQuiet) console.error(summaryOf(result));
  else if (!hasReport) console.log(summaryOf(result));
  return result.state === 'completed' && result.progress.failed === 0;
}

/** The service checks the values. */
function queryOf(options: ImportOptions): StartImportQuery {
  const { source, dryRun, notify, statusMap, unknownStatus, unknownTags, columns } = options;
  return {
    source,
    ...(dryRun ? { dry_run: true } : {}),
    ...(notify ? { notify: true } : {}),
    ...(statusMap.length > 0 ? { status_map: statusMap } : {}),
    ...(unknownStatus === undefined ? {} : { unknown_status: unknownStatus }),
    ...(unknownTags === undefined ? {} : { unknown_tags: unknownTags }),
    ...(columns.length > 0 ? { columns } : {}),
  } as StartImportQuery;
}

/** Waits until an import has ended, and returns it. */
async function untilEnded(
  client: FeedbackClient,
  project: string,
  id: string,
  signal: AbortSignal,
  onProgress: (state: Import) => void,
): Promise<Import> {
  try {
    for (;;) {
      const state = await client.imports.get(project, id, { signal });
      if (state.state === 'completed' || state.state === 'failed') return state;
      onProgress(state);
      await sleep(interval, undefined, { signal });
    }
  } catch (error) {
    // The file is stored: the service continues.
    console.error(`\nThe import ${id} continues in the service.`);
    throw error;
  }
}

/** Prints what happened to single rows, one per line. */
async function printReport(
  client: FeedbackClient,
  project: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for await (const { line, code, detail } of client.imports.report.listNotes(project, id, {}, { signal })) {
    console.log([line, code, detail.replaceAll(/\s+/g, ' ')].join('\t'));
  }
}

function summaryOf({ state, dry_run: isDryRun, progress }: Import): string {
  const { read, created, updated, skipped, failed } = progress;
  const numbers = Object.entries({ created, updated, skipped, failed }).map(
    ([name, value]) => `${count(value)} ${name}`,
  );
  const start = state === 'failed' ? 'The import failed' : isDryRun ? 'Checked' : 'Imported';
  return `${start}: ${count(read)} rows read, ${numbers.join(', ')}.`;
}

/** Runs work with the file, or with a copy of the standard input, which can be sent again after a failure. */
async function withFile<T>(
  path: string | undefined,
  signal: AbortSignal,
  work: (file: Blob) => Promise<T>,
): Promise<T> {
  if (path !== undefined) return work(await open(path));
  if (process.stdin.isTTY) throw new UsageError('Name a file, or pipe it into the standard input.');
  const folder = await mkdtemp(join(tmpdir(), 'feedback-import-'));
  try {
    const copy = join(folder, 'stdin');
    await pipeline(process.stdin, createWriteStream(copy, { mode: 0o600 }), { signal });
    return await work(await open(copy));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function open(path: string): Promise<Blob> {
  try {
    // Its error states the reason.
    await access(path, constants.R_OK);
    return await openAsBlob(path);
  } catch (error) {
    throw new UsageError(`The file cannot be read: ${(error as Error).message}`);
  }
}
