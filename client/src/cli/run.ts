import { readFile } from 'node:fs/promises';
import { FeedbackClient } from '../client.js';
import { ApiError } from '../errors.js';
import { version } from '../generated/version.js';
import { type CommonOptions, parseArguments, usage, UsageError } from './arguments.js';
import { exportProject } from './export-command.js';
import { importFile } from './import-command.js';
import { printable } from './printable.js';
import { ProgressBar } from './progress-bar.js';
import { fetchWithProgress } from './upload-progress.js';

/** Exit codes. */
const exit = { success: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** Time limit of one attempt of a request, in milliseconds: a large file takes a while over a slow connection. */
const timeout = 3_600_000;

/** Executes a command line, and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  // A reader such as `head` has enough, and what is written further is lost.
  let isClosed = false;
  process.stdout.on('error', () => {
    isClosed = true;
    interrupt();
  });
  const { signal } = interruption;
  try {
    return await execute(args, signal);
  } catch (error) {
    if (isClosed) return exit.failure;
    if (signal.aborted) return exit.interrupted;
    if (error instanceof UsageError) {
      console.error(`${error.message}\nSee feedback-changelog-client --help.`);
      return exit.usage;
    }
    console.error(messageOf(error));
    return exit.failure;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function execute(args: readonly string[], signal: AbortSignal): Promise<number> {
  const options = parseArguments(args);
  if (options === 'help' || options === 'version') {
    console.log(options === 'help' ? usage : version);
    return exit.success;
  }
  const progress = new ProgressBar(!options.isQuiet);
  const client = await createClient(options, progress);
  try {
    if (options.command === 'export') {
      const summary = await exportProject(client, options, progress, signal);
      progress.clear();
      if (!options.isQuiet && process.stderr.isTTY) console.error(summary);
      return exit.success;
    }
    return (await importFile(client, options, progress, signal)) ? exit.success : exit.failure;
  } finally {
    progress.clear();
  }
}

/**
 * Creates the client of a command. A token is never an argument, because other users of the machine can read those.
 *
 * @throws UsageError
 */
export async function createClient(
  { url, tokenFile }: Pick<CommonOptions, 'url' | 'tokenFile'>,
  progress: ProgressBar,
): Promise<FeedbackClient> {
  const { FEEDBACK_API_URL, FEEDBACK_API_TOKEN } = process.env;
  const token = tokenFile === undefined ? FEEDBACK_API_TOKEN : await readToken(tokenFile);
  if (!token?.trim())
    throw new UsageError('FEEDBACK_API_TOKEN or --token-file must contain an access token.');
  try {
    const baseUrl = url ?? (FEEDBACK_API_URL || undefined);
    const transfer = progress.isActive ? { fetch: fetchWithProgress(progress) } : {};
    return new FeedbackClient({ baseUrl, token: token.trim(), timeout, userAgent: 'cli', ...transfer });
  } catch (error) {
    throw new UsageError(`The URL of the service is invalid: ${(error as Error).message}`);
  }
}

async function readToken(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--token-file cannot be read: ${(error as Error).message}`);
  }
}

/** Returns what to print about an error, which may contain texts of the service. */
export function messageOf(error: unknown): string {
  if (!(error instanceof ApiError)) return printable(error instanceof Error ? error.message : String(error));
  const fields = error.fieldErrors.map(({ detail, ...place }) => {
    return `${'parameter' in place ? place.parameter : place.pointer}: ${detail}`;
  });
  const lines = [`${error.detail} (${error.status} ${error.code})`, ...fields];
  return lines.map(printable).join('\n  ');
}
