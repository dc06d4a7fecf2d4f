import type { Import, Layer, Mention, Source, Target } from './sources.js';

/** For each module, the modules it may use. */
export type Arrows = Readonly<Record<string, readonly string[]>>;

/** A place that breaks a rule. */
export interface Violation {
  readonly path: string;
  readonly line: number;
  /** What stands there. */
  readonly what: string;
}

/** One rule of the architecture. */
export interface Rule {
  /** Names the folder of its sample too. */
  readonly name: string;
  /** The rule in a sentence, with its reason. */
  readonly why: string;
  readonly violations: (sources: readonly Source[], arrows: Arrows) => Violation[];
}

/** All rules on the imports, the names and the words of `src`. */
export const rules: readonly Rule[] = [
  {
    name: 'domain-imports-domain-only',
    why: 'domain/ imports its own domain/, shared/ and Node itself, so that the product can be read and tested without anything around it.',
    violations: imports(
      (source, { target }) =>
        source.place.layer !== 'domain' ||
        target.kind === 'builtin' ||
        isFileIn(target, 'shared') ||
        isOwn(source, target, 'domain'),
    ),
  },
  {
    name: 'application-stays-plain',
    why: "application/ adds to that its own application/, what other modules' doors pass on from domain/ and application/, and Injectable of @nestjs/common: use cases know neither framework nor database.",
    violations: imports(
      (source, { target, bindings }, sources) =>
        source.place.layer !== 'application' ||
        target.kind === 'builtin' ||
        (target.kind === 'package' &&
          target.name === '@nestjs/common' &&
          bindings.every(({ name }) => name === 'Injectable')) ||
        isFileIn(target, 'shared') ||
        isOwn(source, target, 'domain', 'application') ||
        (isForeign(source, target) &&
          layersReached(target, bindings, sources).every((layer) =>
            ['domain', 'application'].includes(layer),
          )),
    ),
  },
  {
    name: 'edges-apart',
    why: 'http/, persistence/ and network/ never see one another, not even through a door: each can be replaced without the others.',
    violations: imports((source, { target, bindings }, sources) => {
      const edges: readonly Layer[] = ['http', 'persistence', 'network'];
      const { layer } = source.place;
      return (
        !edges.includes(layer) ||
        layersReached(target, bindings, sources).every(
          (reached) => reached === layer || !edges.includes(reached),
        )
      );
    }),
  },
  {
    name: 'database-in-persistence-only',
    why: 'typeorm, pg and PGlite stand in persistence/ and platform/persistence/ only, so that a change of the database stays there.',
    violations: imports(
      (source, { target }) =>
        target.kind !== 'package' ||
        !isPackage(target.name, 'typeorm', 'pg', '@electric-sql/pglite') ||
        source.place.layer === 'persistence' ||
        /^platform\/(persistence|jobs|embedded-postgres|replicas)\//.test(source.path),
    ),
  },
  {
    name: 'statuses-in-http-only',
    why: 'HTTP statuses and exceptions stand in http/ only: everywhere else an error is a DomainError with a kind.',
    violations: imports(
      (source, { target, bindings }) =>
        target.kind !== 'package' ||
        target.name !== '@nestjs/common' ||
        source.place.layer === 'http' ||
        source.path.startsWith('platform/http/') ||
        !bindings.some(({ name }) => /^\*$|^Http(Status|Code)$|Exception$/.test(name)),
    ),
  },
  {
    name: 'through-the-door',
    why: 'Others reach a module through its index.ts, and that only passes on, by name, what the module itself has: one file tells what a module promises.',
    violations: (sources, arrows) => [
      ...imports((source, { target }) =>
        source.place.layer === 'door'
          ? isOwn(source, target)
          : !isForeign(source, target) || isFileIn(target, 'door'),
      )(sources, arrows),
      ...mentions(
        ({ place }) => place.layer === 'door',
        ({ otherStatements }) => otherStatements,
      )(sources),
    ],
  },
  {
    name: 'arrows',
    why: 'A module uses another only where the table of arrows has it, and every module stands in the table.',
    violations: (sources, arrows) => [
      ...imports(
        (source, { target }) =>
          !isForeign(source, target) ||
          source.place.module === undefined ||
          arrows[source.place.module]?.includes(moduleOf(target) ?? '') === true,
      )(sources, arrows),
      ...[...new Set(sources.flatMap(({ place }) => place.module ?? []))]
        .filter((module) => !Object.hasOwn(arrows, module))
        .map((module) => ({
          path: sources.find(({ place }) => place.module === module)?.path ?? module,
          line: 1,
          what: `the module ${module} is not in the table`,
        })),
    ],
  },
  {
    name: 'same-skeleton',
    why: 'A module is index.ts, <module>.module.ts, domain/, application/, http/, persistence/ and network/: whoever knows one finds their way in all.',
    violations: mentions(
      ({ place }) => place.layer === 'nowhere',
      () => wholeFile,
    ),
  },
  {
    name: 'wiring-stays-outside',
    why: 'The files that put the parts together (src/*.ts, *.module.ts, the own index.ts) see all layers; a layer that imports them would see all layers too.',
    violations: imports((source, { target }) => {
      if (target.kind !== 'file') return true;
      if (target.place.layer === 'root') return source.place.layer === 'root';
      const isDoor = source.place.layer === 'door';
      return !isOwn(source, target, 'door') && (isDoor || !isOwn(source, target, 'wiring'));
    }),
  },
  {
    name: 'shared-imports-nothing',
    why: 'shared/ imports nothing, because everything imports it.',
    violations: imports(
      (source, { target }) => source.place.layer !== 'shared' || isFileIn(target, 'shared'),
    ),
  },
  {
    name: 'shared-stays-small',
    why: 'shared/ has at most 8 files: what only some modules need belongs to one of them.',
    violations: (sources) =>
      sources
        .filter(({ place }) => place.layer === 'shared')
        .slice(8)
        .map(({ path }) => ({ path, line: 1, what: 'one file too many' })),
  },
  {
    name: 'platform-knows-no-module',
    why: 'platform/ imports only itself, shared/ and packages: it knows no word of the product.',
    violations: imports(
      (source, { target }) =>
        source.place.layer !== 'platform' ||
        target.kind !== 'file' ||
        ['shared', 'platform'].includes(target.place.layer),
    ),
  },
  {
    name: 'no-cycles',
    why: 'Files do not import each other in a circle, not even for their types: such files can only be understood and loaded together.',
    violations: (sources) => cycles(sources),
  },
  {
    name: 'imports-can-be-read',
    why: 'What a file imports is written out: a computed import escapes every other rule.',
    violations: (sources) =>
      sources.flatMap(({ path, imports }) =>
        imports
          .filter(({ specifier }) => specifier === null)
          .map(({ line }) => ({ path, line, what: 'a computed import' })),
      ),
  },
  {
    name: 'clock-and-ids-through-ports',
    why: 'The time, ids and chance come through ports, so that tests can set them; only platform/…/system-clock.ts and uuid-v7-ids.ts have the real ones.',
    violations: (sources, arrows) => {
      const isAdapter = ({ path }: Source): boolean =>
        /^platform\/(.*\/)?(system-clock|uuid-v7-ids)\.ts$/.test(path);
      return [
        ...imports(
          (source, { target }) =>
            target.kind !== 'package' || !isPackage(target.name, 'uuidv7') || isAdapter(source),
        )(sources, arrows),
        ...mentions(
          (source) => !isAdapter(source),
          ({ impurities }) => impurities,
        )(sources),
      ];
    },
  },
  {
    name: 'environment-read-once',
    why: 'process.env is read in platform/config/environment.ts only, where every setting is checked.',
    violations: mentions(
      ({ path }) => path !== 'platform/config/environment.ts',
      ({ environmentReads }) => environmentReads,
    ),
  },
  {
    name: 'kebab-case',
    why: 'Files and folders are named in kebab-case.',
    violations: mentions(
      ({ path }) => !path.split('/').every((part) => /^[a-z0-9]+([-.][a-z0-9]+)*$/.test(part)),
      () => wholeFile,
    ),
  },
  {
    name: 'plain-names',
    why: 'No I prefix, Impl, Base, Manager, Helper or utils in the names of files and exports: they say how something is built and not what it is.',
    violations: (sources) => [
      ...mentions(
        ({ path }) => path.split('/').some((part) => isEmptyName(part.replace(/\.ts$/, ''))),
        () => wholeFile,
      )(sources),
      ...mentions(
        () => true,
        ({ exports }) => exports.filter(({ text }) => isEmptyName(text)),
      )(sources),
    ],
  },
];

type Known = Import & { readonly target: Target };

/** A rule on single imports. */
function imports(
  isAllowed: (source: Source, imported: Known, sources: readonly Source[]) => boolean,
): Rule['violations'] {
  return (sources) =>
    sources.flatMap((source) =>
      source.imports
        .filter((imported): imported is Known => imported.target !== null)
        .filter((imported) => !isAllowed(source, imported, sources))
        .map(({ specifier, bindings, line }) => ({
          path: source.path,
          line,
          what: `imports ${bindings.map(({ name }) => name).join(', ')} from '${specifier}'`,
        })),
    );
}

const wholeFile: readonly Mention[] = [{ text: 'the file itself', line: 1 }];

/** A rule on what certain files must not have. */
function mentions(
  applies: (source: Source) => boolean,
  forbidden: (source: Source) => readonly Mention[],
): (sources: readonly Source[]) => Violation[] {
  return (sources) =>
    sources
      .filter(applies)
      .flatMap((source) =>
        forbidden(source).map(({ text, line }) => ({ path: source.path, line, what: text })),
      );
}

function isFileIn(target: Target, layer: Layer): boolean {
  return target.kind === 'file' && target.place.layer === layer;
}

function moduleOf(target: Target): string | undefined {
  return target.kind === 'file' ? target.place.module : undefined;
}

/** Whether the target is of the same module, and in one of these layers where any are given. */
function isOwn(source: Source, target: Target, ...layers: readonly Layer[]): boolean {
  const module = moduleOf(target);
  return (
    module !== undefined &&
    module === source.place.module &&
    (layers.length === 0 || layers.some((layer) => isFileIn(target, layer)))
  );
}

/** Whether the target is of a module that the file is no part of. */
function isForeign(source: Source, target: Target): boolean {
  return moduleOf(target) !== undefined && !isOwn(source, target);
}

function isPackage(name: string, ...packages: readonly string[]): boolean {
  return packages.some((each) => name === each || name.startsWith(`${each}/`));
}

/** The layers that the imported names come from, also where a door passes them on. */
function layersReached(
  target: Target,
  bindings: Import['bindings'],
  sources: readonly Source[],
): readonly Layer[] {
  if (target.kind !== 'file') return [];
  if (target.place.layer !== 'door') return [target.place.layer];
  const wanted = new Set(bindings.map(({ name }) => name));
  const passedOn = sources
    .find(({ path }) => path === target.path)
    ?.imports.filter((each) => wanted.has('*') || each.bindings.some(({ as }) => wanted.has(as)));
  return passedOn?.flatMap(({ target }) => (target?.kind === 'file' ? target.place.layer : [])) ?? [];
}

function isEmptyName(name: string): boolean {
  const words = name
    .split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word) => word.toLowerCase());
  return (
    /^I[A-Z][a-z]/.test(name) ||
    // `databaseUrl` and `baseUrl` are words of the trade; a class or a file that calls itself a base is not.
    /^Base[A-Z]|[a-z]Base$|^base([.-](?!url)|$)|-base(\.|$)/.test(name) ||
    words.some((word) => /^(impl|managers?|helpers?|utils?)$/.test(word))
  );
}

/** The circles in a graph: for each its last edge, and the way from that edge's end to its start. */
export function circles<Node>(edgesOf: ReadonlyMap<Node, readonly Node[]>): { from: Node; way: Node[] }[] {
  const found: { from: Node; way: Node[] }[] = [];
  const done = new Set<Node>();
  const way: Node[] = [];
  const visit = (node: Node): void => {
    way.push(node);
    for (const next of edgesOf.get(node) ?? []) {
      const start = way.indexOf(next);
      if (start >= 0) found.push({ from: node, way: way.slice(start) });
      else if (!done.has(next)) visit(next);
    }
    way.pop();
    done.add(node);
  };
  for (const node of edgesOf.keys()) if (!done.has(node)) visit(node);
  return found;
}

function cycles(sources: readonly Source[]): Violation[] {
  const targetsOf = ({ imports }: Source): string[] =>
    imports.flatMap(({ target }) => (target?.kind === 'file' ? target.path : []));
  const graph = new Map(sources.map((source) => [source.path, targetsOf(source)]));
  return circles(graph).map(({ from, way }) => {
    const closing = sources
      .find(({ path }) => path === from)
      ?.imports.find(({ target }) => target?.kind === 'file' && target.path === way[0]);
    return { path: from, line: closing?.line ?? 1, what: [...way, way[0]].join(' → ') };
  });
}
