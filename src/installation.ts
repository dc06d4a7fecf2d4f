import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { Module, type NestModule } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import semver from 'semver';

/*
 * Checks of what is installed around the service. npm refuses most of it, unless it is called with --legacy-peer-deps. Without
 * the checks, the start fails somewhere else, with an error that does not name the cause.
 */

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** Packages of Nest that must use the same copies of `@nestjs/common` and `@nestjs/core` as the service. */
const users = ['@nestjs/core', '@nestjs/platform-express', '@nestjs/swagger'];
const shared = ['@nestjs/common', '@nestjs/core'];

/**
 * Returns a sentence if packages have another version than the service needs, or if the service loads other copies of
 * Nest than Nest itself or the application; undefined if all can be used.
 *
 * @param file URL of a file in a folder beside the `package.json` of the service
 * @param program path of the file that Node was started with; absent if there is none
 */
export function checkPackages(file: string | URL, program?: string): string | undefined {
  const require = createRequire(file);
  const manifest = attempt(() => readManifest(require.resolve('../package.json')));
  const unusable = Object.entries(manifest?.peerDependencies ?? {}).flatMap(([name, range]) => {
    const version = manifestOf(name, require)?.version;
    return version === undefined || semver.satisfies(version, range, { includePrerelease: true })
      ? []
      : `${name} ${range} (installed: ${version})`;
  });
  if (unusable.length > 0) return `${manifest!.name} needs ${unusable.join(', ')}.`;
  return shared.map((name) => copiesOf(name, require, program)).find((sentence) => sentence !== undefined);
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
}

/** Looks in the folders, because the `exports` of some packages, such as TypeORM, do not lead to their `package.json`. */
function manifestOf(name: string, require: NodeJS.Require): Manifest | undefined {
  const folder = require.resolve.paths(name)?.find((path) => existsSync(join(path, name, 'package.json')));
  return folder === undefined ? undefined : readManifest(join(folder, name, 'package.json'));
}

/** Returns a sentence if a package of Nest, or the application, loads another copy of a package than the service does. */
function copiesOf(name: string, require: NodeJS.Require, program: string | undefined): string | undefined {
  const own = attempt(() => require.resolve(name));
  // A tool that is installed, such as Jest, may find the packages of another application in a monorepo.
  const isTool = program === undefined || /[\\/]node_modules[\\/]/.test(program);
  const others = [
    ...users.map((user) => attempt(() => createRequire(require.resolve(user)).resolve(name))),
    ...(isTool ? [] : [attempt(() => createRequire(resolve(program)).resolve(name))]),
  ];
  const other = others.find((path) => path !== undefined && path !== own);
  if (own === undefined || other === undefined) return undefined;
  return `There are two copies of ${name}: ${own} and ${other}. The service and the application must use one: \`npm ls ${name}\` shows what has installed them.`;
}

/** Returns undefined where a package cannot be found, for example in a bundle. */
function attempt<T>(find: () => T): T | undefined {
  try {
    return find();
  } catch {
    return undefined;
  }
}

/** @throws Error for an HTTP adapter other than the one for Express. Applications without HTTP have none. */
function checkAdapter({ httpAdapter }: HttpAdapterHost): void {
  const type = httpAdapter?.getType();
  if (type === undefined || type === 'express') return;
  throw new Error(
    `The service needs Express, and the application uses ${type}: create it with the adapter of @nestjs/platform-express, which is the default.`,
  );
}

/** Checks the HTTP adapter of the application before anything else is created. */
@Module({})
export class InstallationModule implements NestModule {
  constructor(private readonly adapterHost: HttpAdapterHost) {
    checkAdapter(adapterHost);
  }

  /** Testing modules get their adapter later. */
  configure(): void {
    checkAdapter(this.adapterHost);
  }
}
