import { parseArgs, type ParseArgsConfig } from 'node:util';
import { UsageError } from '../../client/src/cli/arguments.js';
import type { DateOrder } from './files/cells.js';
import { type Format, formats, type RelatedTable } from './sources/index.js';

/** The text of `--help`. */
export const usage = `Moves feedback from another tool into a project of the Feedback & Changelog Service.

Usage:
  feedback-changelog-importer <project> <file> [options]
  feedback-changelog-importer <project> <posts.csv> [--votes <file>] [--comments <file>] [--people <file>] [options]
  feedback-changelog-importer <project> --canny [options]
  feedback-changelog-importer <project> --github <owner/repository> [options]

The project is a slug; it is created if it does not exist. The file is what the other tool exports: the program recognizes it.
The same file, or a newer one, can be imported again.

Options:
  --canny                Read everything through Canny's API, with the key from CANNY_API_KEY or --key-file.
  --github <repository>  Read issues and discussions through GitHub's API, with the token from GITHUB_TOKEN or --key-file.
  --key-file <file>      File that contains the key or token of the other tool.
  --download <folder>    Where answers of the API are kept, so that an interrupted download continues. Default: canny-download,
                         or github-download.
  --from <format>        Kind of the file, if it is not recognized: ${formats.slice(0, 4).join(', ')},
                         ${formats.slice(4).join(', ')}.
  --site <url>           Address of the site that the file is from, if the file does not contain it.
  --status <name=key>    Status of the project, by its key, for a status of the other tool. Repeatable.
  --votes <file>         CSV file of the votes for the posts of another CSV file. In the same way: --comments, --people,
                         --followers, --boards, --statuses and --changes (of statuses).
  --column <field=name>  Column of a field in a CSV file of posts, such as title=Summary. Repeatable.
  --mapping <file>       JSON file with the columns of fields in all CSV files: { "posts": { "title": "Summary" } }.
  --dates <order>        Order of day and month in dates such as 03/04/2024: dmy or mdy.
  --pictures             Fetch pictures that texts of Canny and GitHub have the addresses of.
  --members              Make the team of the other tool editors of the project.
  --name <name>          Name of a project that is created. Default: its slug.
  --out <file>           Only write the file that the service imports.
  -n, --dry-run          Show what would be imported, and store nothing.
  -y, --yes              Do not ask before the import.
  --notify               Send webhooks and chat messages about what is imported.
  --report <file>        Write everything that was cut or could not be read to this file: number, code and detail.
  --url <url>            URL of the service. Default: FEEDBACK_API_URL, or http://127.0.0.1:3000
  --token-file <file>    File that contains an access token. Default: the token is read from FEEDBACK_API_TOKEN.
  -q, --quiet            Show no progress.
  -h, --help             Print this text.
  -v, --version          Print the version.

Exit codes: 0 success; 1 failure, or records that could not be imported; 2 invalid options; 130 interrupted.`;

/** What the command line asks for. */
export interface Options {
  readonly project: string;
  /** What is read; a file without a format is recognized. */
  readonly source:
    | { readonly file: string; readonly format: Format | undefined }
    | { readonly format: 'canny' }
    | { readonly format: 'github'; readonly repository: string };
  readonly keyFile: string | undefined;
  readonly download: string;
  readonly site: string;
  readonly statusMap: Readonly<Record<string, string>>;
  /** Columns of CSV files of posts by their fields. */
  readonly columns: Readonly<Record<string, string>>;
  /** Path of the file with the columns of all CSV files. */
  readonly mappingFile: string | undefined;
  /** Paths of the CSV files that belong to one of posts. */
  readonly tables: Partial<Record<RelatedTable, string>>;
  readonly dates: DateOrder | undefined;
  readonly hasMembers: boolean;
  /** Whether pictures are fetched that the source has the addresses of. */
  readonly hasPictures: boolean;
  readonly name: string;
  readonly out: string | undefined;
  readonly isDryRun: boolean;
  readonly isConfirmed: boolean;
  readonly notify: boolean;
  readonly report: string | undefined;
  readonly url: string | undefined;
  readonly tokenFile: string | undefined;
  readonly isQuiet: boolean;
}

const definitions = {
  canny: { type: 'boolean' },
  github: { type: 'string' },
  'key-file': { type: 'string' },
  download: { type: 'string' },
  from: { type: 'string' },
  site: { type: 'string' },
  status: { type: 'string', multiple: true },
  column: { type: 'string', multiple: true },
  mapping: { type: 'string' },
  votes: { type: 'string' },
  comments: { type: 'string' },
  people: { type: 'string' },
  followers: { type: 'string' },
  boards: { type: 'string' },
  statuses: { type: 'string' },
  changes: { type: 'string' },
  dates: { type: 'string' },
  members: { type: 'boolean' },
  pictures: { type: 'boolean' },
  name: { type: 'string' },
  out: { type: 'string' },
  'dry-run': { type: 'boolean', short: 'n' },
  yes: { type: 'boolean', short: 'y' },
  notify: { type: 'boolean' },
  report: { type: 'string' },
  url: { type: 'string' },
  'token-file': { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'v' },
} as const satisfies ParseArgsConfig['options'];

/**
 * Parses a command line.
 *
 * @throws UsageError
 */
export function parseArguments(args: readonly string[]): 'help' | 'version' | Options {
  const { values, positionals } = parse(args);
  if (values.help) return 'help';
  if (values.version) return 'version';
  const [project] = positionals;
  const { from, site = '', dates } = values;
  if (project === undefined) throw new UsageError('The slug of a project is missing.');
  if (positionals.length > 2) throw new UsageError(`Unexpected argument: ${positionals[2]}`);
  if (from !== undefined && !formats.some((format) => format === from)) {
    throw new UsageError(`--from must be one of: ${formats.join(', ')}.`);
  }
  const source = sourceOf(values, positionals[1]);
  if ('file' in source && values['key-file'] !== undefined)
    throw new UsageError('--key-file needs --canny or --github.');
  const tables = tablesOf(values);
  if (!('file' in source) && Object.keys(tables).length > 0)
    throw new UsageError('Files of votes, comments and others need a CSV file of posts.');
  if (dates !== undefined && dates !== 'dmy' && dates !== 'mdy')
    throw new UsageError('--dates must be dmy or mdy.');
  if (site !== '' && !/^https?:\/\//.test(site)) throw new UsageError('--site must be the URL of a site.');
  return {
    project,
    source,
    keyFile: values['key-file'],
    download: values.download ?? `${source.format}-download`,
    site,
    statusMap: pairs('--status', values.status, (text) => text.lastIndexOf('=')),
    columns: pairs('--column', values.column, (text) => text.indexOf('=')),
    mappingFile: values.mapping,
    tables,
    dates,
    hasMembers: values.members ?? false,
    hasPictures: values.pictures ?? false,
    name: values.name ?? project,
    out: values.out,
    isDryRun: values['dry-run'] ?? false,
    isConfirmed: values.yes ?? false,
    notify: values.notify ?? false,
    report: values.report,
    url: values.url,
    tokenFile: values['token-file'],
    isQuiet: values.quiet ?? false,
  };
}

function sourceOf(
  { canny = false, github: repository, from }: ReturnType<typeof parse>['values'],
  file: string | undefined,
): Options['source'] {
  const given = [file !== undefined, canny, repository !== undefined].filter(Boolean);
  if (given.length !== 1) throw new UsageError('Name a file, or use --canny or --github.');
  if (canny) return { format: 'canny' };
  if (file !== undefined) return { file, format: from as Format | undefined };
  if (!/^[\w.-]+\/[\w.-]+$/.test(repository!))
    throw new UsageError('--github needs the form owner/repository.');
  return { format: 'github', repository: repository! };
}

function tablesOf(values: ReturnType<typeof parse>['values']): Options['tables'] {
  const { votes, comments, people, followers, boards, statuses, changes } = values;
  const all = Object.entries({ votes, comments, people, followers, boards, statuses, changes });
  return Object.fromEntries(all.filter(([, path]) => path !== undefined));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: definitions, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function pairs(
  option: string,
  texts: readonly string[] = [],
  signOf: (text: string) => number,
): Record<string, string> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = signOf(text);
      if (at < 1 || at === text.length - 1) throw new UsageError(`${option} needs the form a=b: ${text}`);
      return [text.slice(0, at), text.slice(at + 1)];
    }),
  );
}
