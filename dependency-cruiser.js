/*
 * Rules of the architecture about imports, for dependency-cruiser. The service checks them on its own sources, and an
 * application that embeds it can check them on its own modules: docs/building-on-the-service.md describes how.
 */

/** The packages of the platform that work with the database. */
const databaseRooms = ['embedded-postgres', 'persistence', 'jobs', 'replicas'];

/** The packages of the platform that reads use. */
const queryPackages = ['persistence', 'search', 'caches', 'secrets'];

/** The folders of a module, or of each aggregate of a module. */
const layers = ['domain', 'application', 'http', 'persistence', 'jobs', 'network'];

const drivers = ['pg', '@types/pg', '@electric-sql/pglite'];

const anyOf = (names) => `(?:${names.join('|')})`;
const packages = (...names) => `(?:^|/)node_modules/${anyOf(names)}/`;

/** Returns the rules for the modules, the platform, and what is around them, in a folder. */
export function importRules({
  root,
  modules,
  platformPackages = [],
  outerFolders = {},
  applicationPackages = [],
}) {
  const module = anyOf(Object.keys(modules));
  // An outer folder, or a single file beside the modules.
  const outer = [...Object.keys(outerFolders).map((name) => `${name}(?=/)`), '[^/]+$'].join('|');
  // Captured as $1: a module, a package of the platform, an outer folder or a single file. Other folders are not checked.
  const part = `^${root}/(platform/[^/]+|${module}(?=/)|${outer})`;
  const checked = `^${root}/(?:(?:${module}|platform|shared)/|${outer})`;
  const own = `^${root}/$1/`;
  const shared = `^${root}/shared/`;
  // The layers of a module lie in its folder, or in a folder for each of its aggregates.
  const aggregate = `(?:|(?!${anyOf(layers)}/)[^/]+/)`;
  const ownLayers = (...names) => `${own}${aggregate}${anyOf(names)}/`;
  const moduleIndex = `^${root}/${module}/index\\.ts$`;
  // Node's modules for pure computations.
  const computing = '^(?:crypto|zlib)$';
  const ofApplication = [
    shared,
    computing,
    moduleIndex,
    packages('@nestjs/common', 'feedback-changelog-service', ...applicationPackages),
  ];
  // A read is a statement in a class of its own, which nothing replaces.
  const queries = `^${root}/(${module})/${aggregate}application/[^/]+\\.queries\\.ts$`;
  const ofQueries = `^${root}/platform/${anyOf(queryPackages)}/index\\.ts$`;

  const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });
  return [
    rule(
      'domain-imports-domain-only',
      'domain/ imports domain/ of its own module and shared/, so that the product can be read and tested without anything around it.',
      { path: `^${root}/(${module})/${aggregate}domain/` },
      { pathNot: [ownLayers('domain'), shared, computing] },
    ),
    rule(
      'application-stays-plain',
      "application/ adds application/ of its own module, other modules' index.ts and Injectable: use cases know neither framework nor database.",
      { path: `^${root}/(${module})/${aggregate}application/`, pathNot: queries },
      { pathNot: [ownLayers('domain', 'application'), ...ofApplication] },
    ),
    rule(
      'application-stays-plain',
      'A *.queries.ts of application/ adds the SQL of its reads: persistence/ of its own module, and the packages of the platform for statements.',
      { path: queries },
      { pathNot: [ownLayers('domain', 'application', 'persistence'), ...ofApplication, ofQueries] },
    ),
    rule(
      'edges-apart',
      'http/, persistence/, jobs/ and network/ of a module do not import one another: each can be replaced without the others.',
      { path: `^${root}/(${module})/${aggregate}(http|persistence|jobs|network)/` },
      { path: ownLayers('http', 'persistence', 'jobs', 'network'), pathNot: ownLayers('$2') },
    ),
    rule(
      'database-in-persistence-only',
      'typeorm, pg and PGlite are used in persistence/ and in the packages of the platform that work with the database only.',
      {
        path: `^${root}/(?:${module}|platform)/`,
        // What application/ may use is the matter of application-stays-plain.
        pathNot: [
          `^${root}/${module}/${aggregate}(?:persistence|application)/`,
          `^${root}/platform/${anyOf(databaseRooms)}/`,
        ],
      },
      { path: packages('typeorm', ...drivers) },
    ),
    rule(
      'database-in-persistence-only',
      'The files around the modules may pass a DataSource on, but no connection.',
      { path: `^${root}/(?:${outer})`, pathNot: `^${root}/[^/]+/persistence/` },
      { path: packages(...drivers) },
    ),
    rule(
      'through-the-index',
      'A module, and a package of the platform, is reached through its index.ts only: one file tells what it offers.',
      { path: part },
      {
        path: `^${root}/(?:${module}|platform/[^/]+)/`,
        pathNot: [own, moduleIndex, `^${root}/platform/[^/]+/index\\.ts$`],
      },
    ),
    rule(
      'through-the-index',
      'An index.ts exports what its own module or package has, nothing else.',
      { path: `${part}/index\\.ts$` },
      { pathNot: own },
    ),
    rule(
      'sql-stays-inside',
      'A module exports nothing of its persistence/: others read its data through its index.ts, or through views of the database.',
      { path: moduleIndex },
      { path: `^${root}/${module}/${aggregate}persistence/` },
    ),
    ...Object.entries(modules).map(([name, uses]) =>
      rule(
        'arrows',
        `${name} uses these modules only: ${uses.join(', ') || 'none'}.`,
        { path: `^${root}/${name}/` },
        { path: `^${root}/${module}/`, pathNot: `^${root}/${anyOf([name, ...uses])}/` },
      ),
    ),
    ...Object.entries(outerFolders).map(([name, uses]) =>
      rule(
        'arrows',
        `Of the folders around the modules, ${name} uses these only: ${uses.join(', ') || 'none'}.`,
        { path: `^${root}/${name}/` },
        {
          path: `^${root}/${anyOf(Object.keys(outerFolders))}/`,
          pathNot: `^${root}/${anyOf([name, ...uses])}/`,
        },
      ),
    ),
    rule(
      'wiring-stays-outside',
      "The layers of a module do not import what puts them together: the module's *.module.ts and index.ts.",
      { path: `^${root}/(${module})/${aggregate}${anyOf(layers)}/` },
      { path: `${own}${aggregate}[^/]+$` },
    ),
    rule(
      'wiring-stays-outside',
      'The files of a module or a package do not import their own index.ts.',
      { path: `${part}/` },
      { path: `${own}index\\.ts$` },
    ),
    rule(
      'wiring-stays-outside',
      'Modules, the platform and shared/ do not import the files around them.',
      { path: `^${root}/(?:${module}|platform|shared)/` },
      { path: `^${root}/(?:${outer})` },
    ),
    rule(
      'shared-imports-nothing',
      'shared/ imports nothing, because everything imports it.',
      { path: shared },
      { pathNot: shared },
    ),
    rule(
      'platform-knows-no-module',
      'platform/ imports packages and shared/: it knows no word of the product.',
      { path: `^${root}/platform/` },
      { path: `^${root}/${module}/` },
    ),
    ...platformPackages.map((name, index) =>
      rule(
        'floors-of-the-platform',
        `A package uses the packages below it only: ${platformPackages.slice(0, index).join(', ') || 'none'}.`,
        { path: `^${root}/platform/${name}/` },
        {
          path: `^${root}/platform/`,
          pathNot: `^${root}/platform/${anyOf(platformPackages.slice(0, index + 1))}/`,
        },
      ),
    ),
    rule(
      'no-cycles',
      'Files do not import each other in a cycle, not even for their types: such files can only be understood together.',
      { path: checked },
      { circular: true },
    ),
    rule(
      'imports-can-be-found',
      'Every import leads to a file or an installed package: an unknown one escapes the other rules.',
      { path: checked },
      { couldNotResolve: true },
    ),
  ];
}

/** How dependency-cruiser reads the sources. */
export const options = {
  // Type imports count too.
  tsPreCompilationDeps: true,
  doNotFollow: 'node_modules',
  enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
};
