/*
 * Rules of the architecture about the contents of files, for ESLint. Each message begins with the name of the rule,
 * which is also the name of the sample in test/architecture/samples that the rule must report.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const environmentMessage =
  'environment-read-once: Environment variables are read in server/environment.ts only, where each is checked.';

const environment = {
  properties: [
    { object: 'process', property: 'env', message: environmentMessage },
    { object: 'globalThis', property: 'process', message: environmentMessage },
  ],
  imports: [{ regex: '^(node:)?process$', importNames: ['env'], message: environmentMessage }],
};

const clockMessage =
  'clock-and-ids-through-ports: The time, ids and random values come through ports (shared/clock.ts, shared/ids.ts), so that tests can set them.';

const clockAndIds = {
  properties: [
    { object: 'Date', property: 'now', message: clockMessage },
    { object: 'globalThis', property: 'Date', message: clockMessage },
    { object: 'Math', property: 'random', message: clockMessage },
    { property: 'randomUUID', message: clockMessage },
  ],
  imports: [
    { regex: '^(node:)?crypto$', importNames: ['randomUUID'], message: clockMessage },
    { regex: '^uuidv7$', message: clockMessage },
  ],
  syntax: [
    { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: clockMessage },
    { selector: "CallExpression[callee.name='Date']", message: clockMessage },
  ],
};

const randomValues = {
  imports: [{ regex: '^(node:)?crypto$', importNamePattern: '^random', message: clockMessage }],
};

const statuses = {
  imports: [
    {
      regex: '^@nestjs/common$',
      importNamePattern: '^Http(Status|Code)$|Exception$',
      message:
        'statuses-in-http-only: HTTP statuses and exceptions are used in http/ only. Elsewhere an error is a DomainError with a kind.',
    },
  ],
};

const onlyInjectable = {
  imports: [
    {
      regex: '^@nestjs/common$',
      allowImportNamePattern: '^Injectable$',
      message: 'application-stays-plain: Of @nestjs/common, application/ imports Injectable only.',
    },
  ],
};

/** Forbids imports of files inside of packages, except these. */
function entryPointsOnly(exceptions) {
  const allowed = ['node:', ...exceptions.map((path) => `${path.replaceAll('.', '\\.')}$`)].join('|');
  return {
    imports: [
      {
        regex: `^(?!${allowed})(@[^/]+/)?[^@./][^/]*/`,
        message:
          'package-entry-points-only: A package is imported by its name. Files inside of it are private, and change without notice.',
      },
    ],
  };
}

const writtenOut = {
  syntax: [
    "ImportExpression[source.type!='Literal']",
    "CallExpression[callee.name='require'][arguments.0.type!='Literal']",
  ].map((selector) => ({
    selector,
    message:
      'imports-can-be-read: What a file imports is written out: a computed import escapes the other rules.',
  })),
};

const onlyExports = {
  syntax: [
    {
      selector: 'Program > :not(ExportNamedDeclaration[source])',
      message:
        'index-exports-by-name: An index.ts only exports, by name, what its module or package offers to others.',
    },
  ],
};

const emptyName =
  '/^I[A-Z][a-z]|^Base[A-Z]|[a-z]Base$|^(impl|managers?|helpers?|utils?)($|[A-Z])|(Impl|Managers?|Helpers?|Utils?)($|[A-Z])/';

const plainNames = {
  syntax: [
    `ExportNamedDeclaration > *.declaration > Identifier.id[name=${emptyName}]`,
    `ExportNamedDeclaration > VariableDeclaration > VariableDeclarator > Identifier.id[name=${emptyName}]`,
    `ExportSpecifier > Identifier.exported[name=${emptyName}]`,
  ].map((selector) => ({
    selector,
    message:
      'plain-names: No I prefix, Impl, Base, Manager, Helper or utils: a name says what something is, not how it is built.',
  })),
};

/** Forbids the names that the index.ts of a module in `src` exports from these of its layers. */
function notFrom(layers, ruleName, src) {
  return {
    imports: readdirSync(src)
      .filter((module) => existsSync(join(src, module, 'index.ts')))
      .map((module) => ({
        regex: `/${module}/index\\.js$`,
        importNames: exportedNames(readFileSync(join(src, module, 'index.ts'), 'utf8'), layers),
        message: `${ruleName}: This name comes from ${layers.join('/, ')}/ of ${module}.`,
      }))
      .filter(({ importNames }) => importNames.length > 0),
  };
}

/** Returns the names that an index.ts exports from these layers. It has no other statements (`onlyExports`). */
function exportedNames(index, layers) {
  return [...index.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/(?:[\w-]+\/)*(\w+)\/[^/']+'/g)]
    .filter(([, , layer]) => layers.includes(layer))
    .flatMap(([, names]) => [...names.matchAll(/(\w+)\s*(?:,|$)/g)].map(([, name]) => name));
}

/** Combines restrictions, because a later entry of ESLint's configuration replaces the options of an earlier one. */
function restrict(files, ...restrictions) {
  const all = (kind) => restrictions.flatMap((restriction) => restriction[kind] ?? []);
  return {
    files,
    rules: {
      'no-restricted-properties': ['error', ...all('properties')],
      'no-restricted-imports': ['error', { patterns: all('imports') }],
      'no-restricted-syntax': ['error', ...all('syntax')],
    },
  };
}

/**
 * Returns the entries of ESLint's configuration for the modules and the platform in the folder `src`.
 *
 * @param {{ src: string, deepImports?: string[] }} options `deepImports` are files inside of packages that may be imported.
 * @returns {import('eslint').Linter.Config[]}
 */
export function lintRules({ src, deepImports = [] }) {
  const everywhere = [plainNames, writtenOut, entryPointsOnly(deepImports)];
  const ports = [...everywhere, environment, clockAndIds];
  return [
    restrict(['**/*.ts'], plainNames),
    restrict(['src/**/*.{ts,js}'], ...ports, statuses),
    restrict(['src/{*,*/*}/domain/**'], ...ports, statuses, randomValues),
    restrict(
      ['src/{*,*/*}/application/**'],
      ...ports,
      randomValues,
      onlyInjectable,
      notFrom(['http', 'network'], 'application-stays-plain', src),
    ),
    restrict(['src/{*,*/*}/http/**'], ...ports, notFrom(['network'], 'edges-apart', src)),
    restrict(
      ['src/{*,*/*}/persistence/**'],
      ...ports,
      statuses,
      notFrom(['http', 'network'], 'edges-apart', src),
    ),
    restrict(['src/{*,*/*}/network/**'], ...ports, statuses, notFrom(['http'], 'edges-apart', src)),
    restrict(['src/server/environment.ts'], ...everywhere, clockAndIds, statuses),
    restrict(
      ['src/platform/shared-ports/{system-clock,uuid-v7-ids}.ts'],
      ...everywhere,
      environment,
      statuses,
    ),
    restrict(['src/*/index.ts', 'src/platform/*/index.ts'], ...ports, onlyExports),
  ];
}
