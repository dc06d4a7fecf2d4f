import type { ICruiseOptions, IForbiddenRuleType } from 'dependency-cruiser';

/** The modules of an application. */
export interface ModuleLayout {
  /** The folder of the modules, such as `src`. It is part of regular expressions, without a capturing group. */
  readonly root: string;
  /** The modules, each with the modules that it may use. Folders that are not listed are not checked. */
  readonly modules: Readonly<Record<string, readonly string[]>>;
  /** The packages of `platform/`, from the ground up. A package may only use packages that are listed before it. */
  readonly platformPackages?: readonly string[];
  /** Folders around the modules, such as `commands`, each with those of them that it may use. */
  readonly outerFolders?: Readonly<Record<string, readonly string[]>>;
  /** Packages that `application/` may use, such as `typeorm`, beside `@nestjs/common` and `feedback-changelog-service`. */
  readonly applicationPackages?: readonly string[];
}

/** Returns the rules for the modules and the platform in a folder. */
export function importRules(layout: ModuleLayout): IForbiddenRuleType[];

/** How dependency-cruiser reads the sources. */
export const options: ICruiseOptions;
