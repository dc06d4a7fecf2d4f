import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { rooms } from '../../.dependency-cruiser.js';

/** A file, with its path relative to the folder that was read. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** Reads all files below a folder, in the order of their paths. */
export function readFiles(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({
      path: relative(folder, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** A rule about names, places or sizes of files. */
export interface FileRule {
  readonly name: string;
  readonly why: string;
  /** Returns the files that break the rule. */
  readonly violations: (files: readonly SourceFile[]) => readonly SourceFile[];
}

/** The rules for the files of `src` and of `test`. */
export const nameRules: readonly FileRule[] = [
  {
    name: 'kebab-case',
    why: 'Files and folders are named in kebab-case.',
    violations: filesThat(
      ({ path }) => !path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part)),
    ),
  },
  {
    name: 'plain-names',
    why: 'No base, impl, manager, helper or utils: a name says what something is, not how it is built.',
    violations: filesThat(({ path }) =>
      path.split(/[/.-]/).some((word) => /^(base|impl|managers?|helpers?|utils?)$/.test(word)),
    ),
  },
];

/** The rules for the files of `src`, or of a sample with other modules. */
export function sourceRules(modules: readonly string[]): readonly FileRule[] {
  const module = `(?:${modules.join('|')})`;
  const places = [
    /^[^/]+$/,
    /^shared\/[^/]+$/,
    /^platform\/platform\.module\.ts$/,
    new RegExp(`^platform/(?:${rooms.join('|')})/`),
    new RegExp(`^${module}/index\\.ts$`),
    new RegExp(`^(${module})/\\1\\.module\\.ts$`),
    new RegExp(`^${module}/(?:domain|application|http|persistence|network)/`),
    // Files of other tools are neither a database nor a network.
    /^project-import\/formats\//,
  ];
  return [
    ...nameRules,
    {
      name: 'same-skeleton',
      why: 'A module is index.ts, <module>.module.ts, domain/, application/, http/, persistence/ and network/; project-import also has formats/. Modules and rooms are listed in .dependency-cruiser.js.',
      violations: filesThat(({ path }) => !places.some((place) => place.test(path))),
    },
    {
      name: 'shared-stays-small',
      why: 'shared/ has at most 10 files: what only some modules need belongs to one of them.',
      violations: (files) => files.filter(({ path }) => path.startsWith('shared/')).slice(10),
    },
  ];
}

/** The rules about the sizes of single files. */
export const sizeRules: readonly FileRule[] = [
  {
    name: 'file-size',
    why: 'A file has at most 350 lines.',
    violations: filesThat((file) => countLines([file]) > 350),
  },
  {
    name: 'service-size',
    why: 'A service has at most 12 kB.',
    violations: filesThat(({ path, text }) => path.endsWith('.service.ts') && text.length > 12_000),
  },
];

/**
 * The most lines that each room of the platform may have, and what they are for. A room that needs more gets a higher limit
 * together with the reason, in the same change; one that has become smaller gets a lower one.
 */
const limits: Readonly<Record<string, { readonly lines: number; readonly why: string }>> = {
  config: {
    lines: 120,
    why: 'The settings as the rooms and modules read them. What reads and checks them is not part of the platform.',
  },
  logging: {
    lines: 35,
    why: 'The port for lines of requests, and its adapter for the logger of Nest.',
  },
  'shared-ports': {
    lines: 40,
    why: 'Adapters of the ports of shared/ that need no database: clock, ids, slugs.',
  },
  telemetry: {
    lines: 310,
    why: 'Metrics with a server of their own, and spans of requests, jobs and statements.',
  },
  'embedded-postgres': {
    lines: 700,
    why: 'The wire protocol, sessions and the lock of the data directory of PGlite.',
  },
  persistence: {
    lines: 1_400,
    why: 'Pools, transactions, those of a host application that are joined, keyset pages and migrations.',
  },
  secrets: { lines: 170, why: 'Encryption of secrets with two keys, and their rotation.' },
  caches: { lines: 100, why: 'An LRU cache, and caches of stored data that changes clear.' },
  jobs: {
    lines: 420,
    why: 'Repeated work of a process; graphile-worker in two lanes, half of which replaces failed workers and releases the jobs of killed processes; failed jobs.',
  },
  search: { lines: 380, why: 'Folding of words, typos, unspaced scripts, and the table of words.' },
  replicas: { lines: 250, why: 'Reads of what a user has written, from replicas that may lag behind.' },
  problems: {
    lines: 345,
    why: 'A catalogue: 32 errors with their texts, 15 codes of field errors, and limits.',
  },
  input: {
    lines: 565,
    why: 'Decorators of fields and parameters, a parser of bodies that ends with the first violation, the parameters of queries, and uploads of files.',
  },
  'rate-limit': {
    lines: 315,
    why: 'Budgets of tokens and addresses, in memory or Redis, and a limit of parallel reads.',
  },
  http: {
    lines: 1_270,
    why: 'Lists and streams, conditional requests, idempotency keys, errors of the HTTP parser, health, and all that as middleware of a host application.',
  },
  openapi: {
    lines: 1_035,
    why: 'All errors, headers and examples of the document, in JSON, YAML and Markdown, its page, and unknown routes, which are not in it.',
  },
};

/** Returns the rooms that have more lines of TypeScript than they may have, or no limit. */
export function roomsAboveLimit(files: readonly SourceFile[]): string[] {
  return rooms.flatMap((room) => {
    const source = files.filter(({ path }) => path.startsWith(`platform/${room}/`) && path.endsWith('.ts'));
    const lines = countLines(source);
    const { lines: limit, why } = limits[room] ?? { lines: 0, why: 'It has no limit.' };
    return lines > limit ? `${room} has ${lines} lines, and may have ${limit}. ${why}` : [];
  });
}

/** Returns the number of lines of all files together. */
function countLines(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

function filesThat(breaks: (file: SourceFile) => boolean): FileRule['violations'] {
  return (files) => files.filter(breaks);
}
