import type { ProjectAccess } from '../access/application/project-access.js';
import type { UserPresence } from '../people/domain/person.repository.js';

/**
 * What a module stores in projects, and what it does when a project, or something that the project defines, is changed or
 * deleted. A provider that extends this class is found automatically, in whatever module it is provided. It overrides what
 * concerns it.
 */
export abstract class ProjectContents {
  /** Returns whether there is too much of it to be deleted together with the project. */
  async isLarge(_projectId: string): Promise<boolean> {
    return false;
  }

  /** Deletes a part of it in the current unit of work. */
  async removeSome(_projectId: string): Promise<void> {}

  /** Returns whether anything has the status. */
  async hasStatus(_projectId: string, _key: string): Promise<boolean> {
    return false;
  }

  /** Replaces the status of everything that has it, in several units of work. */
  async replaceStatus(_access: ProjectAccess, _key: string, _replacement: string): Promise<void> {}

  /** Returns whether anything is on the board. */
  async isOnBoard(_projectId: string, _slug: string): Promise<boolean> {
    return false;
  }

  /** Moves everything that is on the board to another one, or to none if the slug is `''`, in several units of work. */
  async moveFromBoard(_access: ProjectAccess, _slug: string, _target: string): Promise<void> {}

  /** Returns whether anything has a value of the custom field; with options, one that is or contains one of them. */
  async hasField(_projectId: string, _key: string, _options?: readonly string[]): Promise<boolean> {
    return false;
  }

  /** Removes all values of the custom field, in several units of work. */
  async clearField(_access: ProjectAccess, _key: string): Promise<void> {}

  /**
   * Called in the unit of work in which a company is given another revenue, or is deleted, while its people still belong to
   * it. Nobody can begin to belong to it until the unit of work ends.
   */
  async companyChanged(_projectId: string, _externalId: string): Promise<void> {}

  /** Called in the unit of work in which a user begins or ceases to belong to a company. */
  async userMoved(_userId: string): Promise<void> {}

  /** Returns where users contributed: to these projects, and to others. This decides who can change and name the users. */
  async findPresence(
    _userIds: readonly string[],
    _projectIds: readonly string[],
  ): Promise<readonly UserPresence[]> {
    return [];
  }

  /** Returns the ids of the authors of records by the ids of the records. Other ids are left out. */
  async authorsOf(_ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return new Map();
  }
}

/** The contents of projects in all modules. */
export class ProjectContentsOfModules {
  private found?: readonly ProjectContents[];

  /** @param find returns the providers that extend `ProjectContents`; called when all of them have been created */
  constructor(private readonly find: () => readonly ProjectContents[]) {}

  all(): readonly ProjectContents[] {
    return (this.found ??= this.find());
  }

  /** Returns whether a question is answered with `true` for any of them. */
  async some(test: (contents: ProjectContents) => Promise<boolean>): Promise<boolean> {
    for (const contents of this.all()) if (await test(contents)) return true;
    return false;
  }
}
