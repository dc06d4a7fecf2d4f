import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { outerFolders, platformPackages } from '../../.dependency-cruiser.js';

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
  const layer = '(?:domain|application|http|persistence|jobs|network)';
  const places = [
    /^[^/]+$/,
    new RegExp(`^(?:${Object.keys(outerFolders).join('|')})/(?:persistence/)?[^/]+$`),
    /^shared\/[^/]+$/,
    /^platform\/platform\.module\.ts$/,
    new RegExp(`^platform/(?:${platformPackages.join('|')})/`),
    new RegExp(`^${module}/index\\.ts$`),
    new RegExp(`^(${module})/\\1\\.module\\.ts$`),
    new RegExp(`^${module}/${layer}/`),
    // The aggregates of a module. The name of the Nest module may begin with more than the folder says.
    new RegExp(`^${module}/(?!${layer}/)([a-z-]+)/(?:[a-z]+-)*\\1\\.module\\.ts$`),
    new RegExp(`^${module}/(?!${layer}/)[a-z-]+/${layer}/`),
  ];
  return [
    ...nameRules,
    {
      name: 'same-skeleton',
      why: 'A module is index.ts, <module>.module.ts, and domain/, application/, http/, persistence/, jobs/ and network/, or folders of aggregates with these. Modules and packages are listed in .dependency-cruiser.js.',
      violations: filesThat(({ path }) => !places.some((place) => place.test(path))),
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
    why: 'A service has at most 14 kB.',
    violations: filesThat(({ path, text }) => path.endsWith('.service.ts') && text.length > 14_000),
  },
];

/** Returns the number of lines of all files together. */
function countLines(files: readonly SourceFile[]): number {
  return files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);
}

function filesThat(breaks: (file: SourceFile) => boolean): FileRule['violations'] {
  return (files) => files.filter(breaks);
}
