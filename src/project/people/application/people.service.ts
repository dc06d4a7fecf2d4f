import { Injectable } from '@nestjs/common';
import { type Caller, externalIdRules, type UserByReference, UserService } from '../../../identity/index.js';
import { Clock } from '../../../shared/clock.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { Ids } from '../../../shared/ids.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../../shared/records.js';
import { check, firstViolation, isUuid } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { ProjectContentsOfModules } from '../../application/project-contents.js';
import { AccessQueries } from '../../access/application/access.queries.js';
import { PersonRepository } from '../domain/person.repository.js';
import type { PersonRecord } from '../domain/person.js';
import { PersonNotFound } from '../domain/person.errors.js';
import { CompanyService } from '../../companies/application/company.service.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { PersonQueries } from './person.queries.js';

/** The profile of a person, and the company that they belong to. Omitted fields stay unchanged. */
export interface PersonProfile extends Omit<UserByReference, 'externalId'> {
  /** External id of the company; `''`: none. */
  readonly company?: string | undefined;
}

/**
 * Manages the people of a project by the ids that they have in the team's own system.
 *
 * Editors of a project must not be able to take over an account. So the profile of a user is changed only if the project has
 * registered the user, also by an import, nobody has ever been able to sign in as the user, the user is a member of no
 * project, and no other project knows the user by an external id or has content of the user. Every other user is found, and
 * stays unchanged.
 */
@Injectable()
export class PeopleService {
  constructor(
    private readonly people: PersonRepository,
    private readonly access: AccessQueries,
    private readonly queries: PersonQueries,
    private readonly users: UserService,
    private readonly companies: CompanyService,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly contents: ProjectContentsOfModules,
  ) {}

  /**
   * Returns the given users whom the caller cannot name by id, because only projects that the caller does not edit know
   * them. The ids of users are in all records, and a caller who acts for a user sees the e-mail
   * address: without this rule, editors of one project would find out the addresses of the people of all others.
   */
  async findForeign(
    projectId: string,
    { userId, instanceAdmin }: Pick<Caller, 'userId' | 'instanceAdmin'>,
    userIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    const foreign = new Set<string>();
    const named = userIds.map((id) => id.toLowerCase()).filter((id) => isUuid(id) && id !== userId);
    if (instanceAdmin || named.length === 0) return foreign;
    const projectIds = [projectId, ...(await this.access.projectsEditedBy(userId))];
    const known = new Set<string>();
    for (const contents of [this.people, ...this.contents.all()]) {
      for (const { userId: id, isHere, isElsewhere } of await contents.findPresence(named, projectIds)) {
        if (isHere) known.add(id);
        else if (isElsewhere) foreign.add(id);
      }
    }
    return new Set([...foreign].filter((id) => !known.has(id)));
  }

  /** Returns whether the caller cannot name a user by id. */
  async belongsToOtherProjects(access: ProjectAccess, userId: string): Promise<boolean> {
    access.authorize(permissions.resolvePerson);
    const { projectId, caller } = access;
    return (await this.findForeign(projectId, caller, [userId])).size > 0;
  }

  /** Returns the id of the user whom a body refers to; null when there is none. Registers nobody. */
  async find(access: ProjectAccess, { externalId, email }: UserByReference): Promise<string | null> {
    access.authorize(permissions.resolvePerson);
    if (externalId !== undefined) {
      check({ externalId }, { externalId: externalIdRules });
      return this.people.findUserId(access.projectId, externalId);
    }
    if (email === undefined) throw emailRequired();
    return this.users.idOf(email);
  }

  /**
   * Creates or updates a person. A new person is the user with the e-mail address, who stays unchanged, or a new user.
   *
   * @throws PreconditionFailed; EmailTaken when a known person would get the e-mail address of another user;
   * UsersManagedElsewhere when a new user would be registered; InvalidInput when a value violates a rule, or the company does
   * not exist
   */
  async put(
    access: ProjectAccess,
    externalId: string,
    { company, ...profile }: PersonProfile,
    precondition: Precondition = null,
  ): Promise<{ person: Versioned<PersonRecord>; created: boolean }> {
    access.authorize(permissions.putPerson);
    check({ externalId }, { externalId: externalIdRules });
    return this.unitOfWork.run(async () => {
      const before = await this.people.load(access.projectId, externalId);
      expectVersion(precondition, before);
      if (!before) {
        return { person: await this.add(access, externalId, profile, company), created: true };
      }
      const { user } = before.record;
      const isMoved = company !== undefined && company !== before.record.company;
      const isChanged = await this.users.updateRegistered(user.id, access.projectId, profile, () =>
        this.isKnownElsewhere(user.id, access.projectId),
      );
      if (!isChanged && !isMoved) return { person: before, created: false };
      const person = { projectId: access.projectId, externalId, ...(isMoved && { company }) };
      const saved = await this.people.save(person, this.clock.now());
      if (isMoved) await this.companies.userMoved(user.id);
      return { person: saved, created: false };
    });
  }

  /**
   * Returns the id of a user. Creates a person if the external id is unknown, and otherwise registers a user if none has the
   * e-mail address. Existing users stay unchanged.
   *
   * @throws InsufficientRole when a person would be created, and the caller is not an editor; UsersManagedElsewhere when a
   * new user would be registered; InvalidInput when a value violates a rule
   */
  async resolve(access: ProjectAccess, { externalId, ...profile }: UserByReference): Promise<string> {
    access.authorize(permissions.resolvePerson);
    if (externalId === undefined) {
      if (profile.email === undefined) throw emailRequired();
      return this.findOrRegister(access, profile);
    }
    check({ externalId }, { externalId: externalIdRules });
    const known = await this.people.findUserId(access.projectId, externalId);
    if (known !== null) return known;
    access.require('editor', 'Creating a person', '/user');
    return this.unitOfWork.run(async () => {
      const other = await this.people.load(access.projectId, externalId);
      return (other ?? (await this.add(access, externalId, profile))).record.user.id;
    });
  }

  /**
   * Returns a page of the people, oldest first.
   *
   * @param filter `email` selects people with this e-mail address (case-insensitive), `name` people whose name contains it,
   * `company` the people of a company
   */
  async list(
    access: ProjectAccess,
    {
      email,
      ...filter
    }: { email?: string | undefined; name?: string | undefined; company?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PersonRecord>> {
    access.authorize(permissions.readPeople);
    if (email === undefined) return this.queries.list(access.projectId, filter, page);
    const userId = await this.users.idOf(email);
    if (userId === null) return { records: [], ...(page.count ? { total: 0 } : {}) };
    return this.queries.list(access.projectId, { ...filter, userId }, page);
  }

  /** @throws PersonNotFound */
  async read(access: ProjectAccess, externalId: string): Promise<Versioned<PersonRecord>> {
    access.authorize(permissions.readPeople);
    const person = isExternalId(externalId) && (await this.queries.find(access.projectId, externalId));
    if (!person) throw new PersonNotFound();
    return person;
  }

  /**
   * Removes the external id. The user stays.
   *
   * @throws PersonNotFound, PreconditionFailed
   */
  async remove(access: ProjectAccess, externalId: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deletePerson);
    if (!isExternalId(externalId)) throw new PersonNotFound();
    await this.unitOfWork.run(async () => {
      const before = await this.people.load(access.projectId, externalId);
      if (!before) throw new PersonNotFound();
      expectVersion(precondition, before);
      await this.people.remove(access.projectId, externalId);
      if (before.record.company) await this.companies.userMoved(before.record.user.id);
    });
  }

  /** Removes the external ids of a user in all projects. */
  async removeEverywhere(userId: string): Promise<void> {
    await this.people.removeAllOf(userId);
    await this.companies.userMoved(userId);
  }

  private async add(
    access: ProjectAccess,
    externalId: string,
    profile: PersonProfile,
    company = '',
  ): Promise<Versioned<PersonRecord>> {
    const userId = await this.findOrRegister(access, profile);
    const person = { projectId: access.projectId, externalId, userId, company };
    const added = await this.people.add(person, this.clock.now());
    if (company) await this.companies.userMoved(userId);
    return added;
  }

  /** A person without an e-mail address gets a placeholder, which nobody can guess and use for an account before. */
  private async findOrRegister({ projectId }: ProjectAccess, profile: PersonProfile): Promise<string> {
    const person = { ...profile, identity: [this.ids.next()] };
    return (await this.users.findOrRegister(person, projectId)).id;
  }

  private async isKnownElsewhere(userId: string, projectId: string): Promise<boolean> {
    if (await this.people.isKnownElsewhere(userId, projectId)) return true;
    return this.contents.some(async (each) =>
      (await each.findPresence([userId], [projectId])).some(({ isElsewhere }) => isElsewhere),
    );
  }
}

function emailRequired(): InvalidInput {
  return new InvalidInput([{ pointer: '/email', code: 'required', detail: 'The field is required.' }]);
}

/** PostgreSQL cannot store other texts. */
function isExternalId(text: string): boolean {
  return firstViolation(externalIdRules, text) === undefined;
}
