import { openAsBlob } from 'node:fs';
import { access, constants, mkdtemp, open, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { UsageError } from '../../client/src/cli/arguments.js';
import { failureOf, uploadAndWait } from '../../client/src/cli/import-command.js';
import { printable } from '../../client/src/cli/printable.js';
import { count, ProgressBar } from '../../client/src/cli/progress-bar.js';
import { createClient, messageOf } from '../../client/src/cli/run.js';
import { version } from '../../client/src/generated/version.js';
import { ApiError, type FeedbackClient, type Import } from '../../client/src/index.js';
import { initialStatuses } from '../../src/project/statuses/domain/status.js';
import { type Options, parseArguments, usage } from './arguments.js';
import { downloadCanny } from './api/canny-api.js';
import { downloadGitHub } from './api/github-api.js';
import { LinkedFiles } from './api/linked-files.js';
import { Conversion } from './convert.js';
import type { Part } from './files/part.js';
import { UnreadableFile } from './files/unreadable-file.js';
import type { Item } from './item.js';
import { readMapping } from './mapping.js';
import { Notes } from './notes.js';
import { overviewOf, resultOf } from './overview.js';
import {
  canHaveTable,
  type Format,
  readDownload,
  readFile as readSource,
  recognize,
  type RelatedTable,
  sourceOf,
} from './sources/index.js';
import type { ProjectStatus } from './status-plan.js';

/** Exit codes. */
const exit = { success: 0, failure: 1, usage: 2, interrupted: 130 } as const;

/** The most notes of the service that are printed. */
const maxPrinted = 50;

/** Executes a command line, and returns the exit code. */
export async function run(args: readonly string[]): Promise<number> {
  const interruption = new AbortController();
  const interrupt = (): void => interruption.abort();
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const { signal } = interruption;
  try {
    const options = parseArguments(args);
    if (options === 'help' || options === 'version') {
      console.log(options === 'help' ? usage : version);
      return exit.success;
    }
    return (await withFolder((folder) => new Importer(options, folder, signal).run()))
      ? exit.success
      : exit.failure;
  } catch (error) {
    if (signal.aborted) return exit.interrupted;
    if (error instanceof UsageError) {
      console.error(`${error.message}\nSee feedback-changelog-importer --help.`);
      return exit.usage;
    }
    const isUnreadable = error instanceof UnreadableFile;
    console.error(isUnreadable ? printable(`${error.message} (${error.code})`) : messageOf(error));
    return exit.failure;
  } finally {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
  }
}

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'feedback-importer-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One run of the program. */
class Importer {
  private readonly progress: ProgressBar;

  constructor(
    private readonly options: Options,
    /** An empty folder for temporary files. */
    private readonly folder: string,
    private readonly signal: AbortSignal,
  ) {
    this.progress = new ProgressBar(!options.isQuiet);
  }

  /** Returns whether everything could be imported. */
  async run(): Promise<boolean> {
    const { options } = this;
    const report = options.report === undefined ? undefined : await open(options.report, 'w', 0o600);
    try {
      return await this.convert(new Notes(report));
    } finally {
      this.progress.clear();
      await report?.close();
    }
  }

  private async convert(notes: Notes): Promise<boolean> {
    const { project, out, hasMembers, hasPictures, statusMap } = this.options;
    const client = out === undefined ? await createClient(this.options, this.progress) : undefined;
    const existing = client && (await this.statusesOf(client));
    const { format, items } = await this.source();
    const source = sourceOf(format);
    const statuses = existing ?? initialStatuses;
    const linkedFiles = hasPictures ? new LinkedFiles(source, ownOriginOf(source), this.signal) : undefined;
    const settings = { source, project, statusMap, statuses, hasMembers, linkedFiles };
    const conversion = new Conversion(this.folder, settings, notes);
    try {
      const since = Date.now();
      await conversion.read(items, (records) => {
        const rate = Math.round((1_000 * records) / Math.max(1, Date.now() - since));
        this.progress.update(`Read ${count(records)} records, ${count(rate)} per second`, records, undefined);
      });
      this.progress.clear();
      const file = out ?? join(this.folder, 'import.ndjson');
      await conversion.write(file);
      console.log(`Source: ${format}\n`);
      for (const line of overviewOf(conversion.counts(), conversion.planStatuses(), notes)) print(line);
      console.log('');
      if (!client) {
        console.log(`Written: ${file}`);
        return notes.failed === 0;
      }
      return (await this.import(client, file, existing !== undefined, notes)) && notes.failed === 0;
    } finally {
      await conversion.close();
    }
  }

  /** Returns the statuses of the project; undefined if it does not exist. */
  private async statusesOf(client: FeedbackClient): Promise<ProjectStatus[] | undefined> {
    const { project } = this.options;
    try {
      return await client.statuses.list(project, { signal: this.signal });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'project_not_found') return undefined;
      throw error;
    }
  }

  private async source(): Promise<{ format: Format; items: AsyncIterable<Item> }> {
    const { options, signal } = this;
    const { source } = options;
    if (!('file' in source)) {
      const part = await (source.format === 'canny' ? this.canny() : this.gitHub(source.repository));
      this.progress.clear();
      return { format: source.format, items: readDownload(source.format, part) };
    }
    const { tables, mappingFile, columns, site, dates } = options;
    for (const path of [source.file, ...Object.values(tables)]) await checkReadable(path);
    const mapping = mappingFile === undefined ? {} : await readMapping(mappingFile);
    const posts = { ...mapping.posts, ...columns };
    const format = source.format ?? (await recognize(source.file, signal));
    const [unused] = (Object.keys(tables) as RelatedTable[]).filter((each) => !canHaveTable(format, each));
    if (unused !== undefined)
      throw new UsageError(`--${unused} cannot belong to a file of the kind ${format}.`);
    const settings = { mapping: { ...mapping, posts }, tables, site, dates };
    return { format, items: readSource(format, source.file, settings, signal) };
  }

  private async canny(): Promise<Part> {
    return downloadCanny({
      ...this.downloadOptions,
      key: await readKey(this.options.keyFile, 'CANNY_API_KEY'),
      baseUrl: process.env['CANNY_API_URL'] || 'https://canny.io/api',
    });
  }

  private async gitHub(repository: string): Promise<Part> {
    return downloadGitHub({
      ...this.downloadOptions,
      token: await readKey(this.options.keyFile, 'GITHUB_TOKEN'),
      baseUrl: (process.env['GITHUB_API_URL'] || 'https://api.github.com').replace(/\/+$/, ''),
      repository,
    });
  }

  private get downloadOptions() {
    const { progress, signal } = this;
    return {
      folder: this.options.download,
      onProgress: (list: string, records: number) =>
        progress.update(`Downloaded ${count(records)} ${list}`, records, undefined),
      onWait: (delay: number) => {
        progress.clear();
        progress.update(`Waiting for the API: ${count(Math.ceil(delay / 1_000))} s`, 0, undefined);
      },
      signal,
    };
  }

  private async import(
    client: FeedbackClient,
    path: string,
    exists: boolean,
    notes: Notes,
  ): Promise<boolean> {
    const { project, name, isDryRun, notify } = this.options;
    const { signal } = this;
    if (isDryRun && !exists) {
      console.log(`The project ${project} would be created. Nothing was stored.`);
      return true;
    }
    if (!isDryRun && !(await this.confirm(exists))) return false;
    if (!exists) await client.projects.create({ name, slug: project }, { signal });
    const query = { ...(isDryRun ? { dry_run: true } : {}), ...(notify ? { notify: true } : {}) };
    const file = await openAsBlob(path);
    const result = await uploadAndWait(client, { project, file, query }, this.progress, signal);
    if (result.state === 'failed') console.error(await failureOf(client, project, result.id, signal));
    await this.printNotes(client, result);
    for (const line of resultOf(result, notes)) print(line);
    return result.state === 'completed' && result.progress.failed === 0;
  }

  /** @throws UsageError when nobody can be asked */
  private async confirm(exists: boolean): Promise<boolean> {
    const { project, isConfirmed } = this.options;
    if (isConfirmed) return true;
    if (!process.stdin.isTTY) throw new UsageError('Without a terminal, the import needs --yes.');
    const terminal = createInterface({ input: process.stdin, output: process.stderr });
    try {
      const into = exists ? `the project ${project}` : `the new project ${project}`;
      const answer = await terminal.question(`Import into ${into}? [y/N] `, { signal: this.signal });
      return /^y(?:es)?$/i.test(answer.trim());
    } finally {
      terminal.close();
    }
  }

  /** Prints the beginning of the report of the service. */
  private async printNotes(client: FeedbackClient, { id }: Import): Promise<void> {
    const { project } = this.options;
    let printed = 0;
    const notes = client.imports.report.listNotes(project, id, {}, { signal: this.signal });
    for await (const { line, kind, external_id, title, code, detail } of notes) {
      if (printed === maxPrinted) {
        print(`The rest is in the report of the import ${id}.`);
        break;
      }
      const record = [kind, external_id, title && `“${title}”`].filter(Boolean).join(' ');
      print(`line ${line}${record && `, ${record}`}: ${detail} (${code})`);
      printed += 1;
    }
  }
}

/** Prints a line that may contain texts of strangers, which must not control the terminal. */
function print(line: string): void {
  console.log(printable(line));
}

/** @throws UsageError */
async function checkReadable(path: string): Promise<void> {
  try {
    await access(path, constants.R_OK);
  } catch (error) {
    throw new UsageError(`The file cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the origin of an API whose address is given. */
function ownOriginOf(source: string): string {
  const url = process.env[`${source.toUpperCase()}_API_URL`] ?? '';
  return URL.canParse(url) ? new URL(url).origin : '';
}

/** Returns the key of the other tool. It is never an argument, because other users of the machine can read those. */
async function readKey(keyFile: string | undefined, variable: string): Promise<string> {
  let key = process.env[variable];
  try {
    if (keyFile !== undefined) key = await readFile(keyFile, 'utf8');
  } catch (error) {
    throw new UsageError(`--key-file cannot be read: ${(error as Error).message}`);
  }
  if (!key?.trim()) throw new UsageError(`${variable} or --key-file must contain a key.`);
  return key.trim();
}
