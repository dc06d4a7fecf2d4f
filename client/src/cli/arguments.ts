import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The text of `--help`. */
export const usage = `Exports and imports projects of the Feedback & Changelog Service.

Usage:
  feedback-changelog-client export <project> [options]
  feedback-changelog-client import <project> [file] [options]

Without --output and without a file, they write to the standard output and read from the standard input.

Options of both:
  --url <url>            URL of the service. Default: FEEDBACK_API_URL, or http://127.0.0.1:3000
  --token-file <file>    File that contains an access token. Default: the token is read from FEEDBACK_API_TOKEN.
  -q, --quiet            Show no progress.
  -h, --help             Print this text.
  -v, --version          Print the version.

Options of export:
  -o, --output <file>    Write to this file, which appears when it is complete.
  --format <format>      ndjson (default), or csv for spreadsheets, which needs --kind.
  --kind <kind>          Kind of the records of a CSV file, such as feedback.

Options of import:
  --dry-run              Check everything, and store nothing.
  --notify               Send webhooks and chat messages about what is imported.
  --unknown-tags <mode>  create (default) or skip.
  --report               Print what happened to single records: line, code and detail, separated by tabs.

Exit codes: 0 success; 1 failure, or records that could not be imported; 2 invalid options; 130 interrupted.`;

/** The command line is wrong. */
export class UsageError extends Error {}

/** Options of both commands. */
export interface CommonOptions {
  readonly project: string;
  readonly url: string | undefined;
  readonly tokenFile: string | undefined;
  readonly isQuiet: boolean;
}

export interface ExportOptions extends CommonOptions {
  readonly command: 'export';
  readonly output: string | undefined;
  readonly format: 'ndjson' | 'csv';
  readonly kind: string | undefined;
}

export interface ImportOptions extends CommonOptions {
  readonly command: 'import';
  /** Path of the file; undefined for the standard input. */
  readonly file: string | undefined;
  readonly dryRun: boolean;
  readonly notify: boolean;
  readonly unknownTags: string | undefined;
  readonly hasReport: boolean;
}

const common = {
  url: { type: 'string' },
  'token-file': { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];

const exportOptions = {
  ...common,
  output: { type: 'string', short: 'o' },
  format: { type: 'string' },
  kind: { type: 'string' },
} as const satisfies ParseArgsConfig['options'];

const importOptions = {
  ...common,
  'dry-run': { type: 'boolean' },
  notify: { type: 'boolean' },
  'unknown-tags': { type: 'string' },
  report: { type: 'boolean' },
} as const satisfies ParseArgsConfig['options'];

/**
 * Parses a command line.
 *
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): 'help' | 'version' | ExportOptions | ImportOptions {
  const [command, ...rest] = args;
  if (command === 'export') return parseExport(rest);
  if (command === 'import') return parseImport(rest);
  if (command === '-h' || command === '--help') return 'help';
  if (command === '-v' || command === '--version') return 'version';
  throw new UsageError(command === undefined ? 'A command is missing.' : `Unknown command: ${command}`);
}

function parseExport(args: string[]): 'help' | 'version' | ExportOptions {
  const { values, positionals } = parse(args, exportOptions);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const { output, kind, format = kind === undefined ? 'ndjson' : 'csv' } = values;
  if (format !== 'ndjson' && format !== 'csv') throw new UsageError('--format must be ndjson or csv.');
  if ((format === 'csv') !== (kind !== undefined)) {
    throw new UsageError('--format csv and --kind must be used together.');
  }
  return { command: 'export', ...commonOptions(values, positionals, 1), output, format, kind };
}

function parseImport(args: string[]): 'help' | 'version' | ImportOptions {
  const { values, positionals } = parse(args, importOptions);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const { notify = false, report = false } = values;
  return {
    command: 'import',
    ...commonOptions(values, positionals, 2),
    file: positionals[1] === '-' ? undefined : positionals[1],
    notify,
    dryRun: values['dry-run'] ?? false,
    unknownTags: values['unknown-tags'],
    hasReport: report,
  };
}

function parse<const T extends NonNullable<ParseArgsConfig['options']>>(args: string[], options: T) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function commonOptions(
  values: { url?: string | undefined; 'token-file'?: string | undefined; quiet?: boolean | undefined },
  positionals: readonly string[],
  most: number,
): CommonOptions {
  const [project] = positionals;
  if (project === undefined) throw new UsageError('The slug of a project is missing.');
  if (positionals.length > most) throw new UsageError(`Unexpected argument: ${positionals[most]}`);
  return { project, url: values.url, tokenFile: values['token-file'], isQuiet: values.quiet ?? false };
}
