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
import { printable } from './printable.js';
import { count, type ProgressBar } from './progress-bar.js';

/** Pause between two requests for the state of an import, in milliseconds. */
const interval = 500;

/** Longest first line of an exported file, in bytes. */
const firstLineBytes = 16_384;

/**
 * Uploads a file, waits until it is imported, and prints the result.
 *
 * @returns whether all records could be imported
 * @throws UsageError if the file cannot be read
 */
export async function importFile(
  client: FeedbackClient,
  options: ImportOptions,
  progress: ProgressBar,
  signal: AbortSignal,
): Promise<boolean> {
  const { project, hasReport, isQuiet } = options;
  const result = await withFile(options.file, signal, (file) =>
    uploadAndWait(client, { project, file, query: queryOf(options) }, progress, signal),
  );
  if (hasReport) await printReport(client, project, result.id, signal);
  else if (result.state === 'failed') console.error(await failureOf(client, project, result.id, signal));
  // A report is meant for another program.
  if (hasReport && !isQuiet) console.error(summaryOf(result));
  else if (!hasReport) console.log(summaryOf(result));
  return result.state === 'completed' && result.progress.failed === 0;
}

/** A file for a project, with the parameters of the import. */
export interface Upload {
  readonly project: string;
  readonly file: Blob;
  readonly query: StartImportQuery;
}

/** Uploads a file, and returns the import when it has ended. */
export async function uploadAndWait(
  client: FeedbackClient,
  { project, file, query }: Upload,
  progress: ProgressBar,
  signal: AbortSignal,
): Promise<Import> {
  const { id } = await client.imports.start(project, file, query, { signal });
  const total = announcedTotal(await file.slice(0, firstLineBytes).text());
  const since = Date.now();
  const result = await untilEnded(client, project, id, signal, ({ progress: { read } }) => {
    const rate = Math.round((1_000 * read) / Math.max(1, Date.now() - since));
    progress.update(`${count(read)} records, ${count(rate)} per second`, read, total);
  });
  progress.clear();
  return result;
}

/** Returns why an import has failed, for a terminal. */
export async function failureOf(
  client: FeedbackClient,
  project: string,
  id: string,
  signal: AbortSignal,
): Promise<string> {
  for await (const { line, code, detail } of client.imports.report.listNotes(project, id, {}, { signal })) {
    if (line === 0) return printable(`${detail} (${code})`);
  }
  return 'The report does not say why the import has failed.';
}

/** The service checks the values. */
function queryOf({ dryRun, notify, unknownTags }: ImportOptions): StartImportQuery {
  return {
    ...(dryRun ? { dry_run: true } : {}),
    ...(notify ? { notify: true } : {}),
    ...(unknownTags === undefined ? {} : { unknown_tags: unknownTags }),
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
    console.error(`\nThe import ${printable(id)} continues in the service.`);
    throw error;
  }
}

/** Prints what happened to single records, one per line. */
async function printReport(
  client: FeedbackClient,
  project: string,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  for await (const { line, code, detail } of client.imports.report.listNotes(project, id, {}, { signal })) {
    const values = [line, code, detail].map((value) => printable(String(value)).replaceAll(/\s+/g, ' '));
    console.log(values.join('\t'));
  }
}

function summaryOf({ state, dry_run: isDryRun, progress }: Import): string {
  const { read, created, updated, skipped, failed } = progress;
  const numbers = Object.entries({ created, updated, skipped, failed }).map(
    ([name, value]) => `${count(value)} ${name}`,
  );
  const start = state === 'failed' ? 'The import failed' : isDryRun ? 'Checked' : 'Imported';
  return printable(`${start}: ${count(read)} records read, ${numbers.join(', ')}.`);
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
