import { Injectable } from '@nestjs/common';
import { Clock } from '../../../shared/clock.js';
import { Ids } from '../../../shared/ids.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../../shared/records.js';
import { AccessTokenRepository } from '../../access-tokens/domain/access-token.repository.js';
import type { Caller } from '../../authentication/domain/caller.js';
import {
  EmailTaken,
  InstanceAdminNeeded,
  LastInstanceAdmin,
  UserNotFound,
} from '../domain/identity.errors.js';
import { ProjectDirectory } from '../domain/project-directory.js';
import { UserRepository } from '../domain/user.repository.js';
import { UserDirectory } from '../domain/user-directory.js';
import { UserSource } from '../domain/user-source.js';
import { isUuid } from '../../../shared/rules.js';
import { addressOf, type PersonKey, User, type UserChanges } from '../domain/user.js';
import { type AccountRecord, IdentityQueries } from './identity.queries.js';
import { type ContentOfUser, PersonalDataOfModules } from './personal-data.js';

/** What identifies a user: the person or, where the same user has the same id elsewhere, the id. */
export interface ProfileKey extends PersonKey {
  readonly id?: string | undefined;
}

/** Registers, updates and anonymizes the users of the instance. */
@Injectable()
export class UserService {
  constructor(
    private readonly users: UserRepository,
    private readonly directory: UserDirectory,
    private readonly source: UserSource,
    private readonly tokens: AccessTokenRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
    private readonly queries: IdentityQueries,
    private readonly projects: ProjectDirectory,
    private readonly personalData: PersonalDataOfModules,
  ) {}

  /** Whether new users can be registered. They cannot if a host application manages the users. */
  get canRegister(): boolean {
    return !this.source.isHost;
  }

  /**
   * Returns the id of the user with this e-mail address, or its placeholder, who stays unchanged, or registers a new one.
   *
   * @param registeredBy id of the project whose editors can change the profile of a new user, until somebody can sign in
   * @throws InvalidInput when a value violates a rule; UsersManagedElsewhere when a new user would be registered
   */
  async findOrRegister(
    profile: UserChanges & PersonKey,
    registeredBy: string | null = null,
  ): Promise<{ id: string; registered: boolean }> {
    const user = User.register(this.ids.next(), profile, this.clock.now(), registeredBy);
    return this.unitOfWork.run(async () => {
      const found = await this.directory.findIdByEmail(user.email);
      if (found !== null) return { id: found, registered: false };
      if (await this.users.add(user)) return { id: user.id, registered: true };
      // Another request has registered the address in the meantime.
      const other = await this.directory.findIdByEmail(user.email);
      if (other === null) throw new EmailTaken();
      return { id: other, registered: false };
    });
  }

  /**
   * Returns the users with these e-mail addresses unchanged, otherwise those with these ids, and registers new ones for all
   * others, in the order of the profiles.
   *
   * @param profiles with the ids that new users should have, where these are free
   * @param registeredBy id of the project whose editors can change the profiles of new users, until somebody can sign in
   * @throws InvalidInput when a value violates a rule; UsersManagedElsewhere when a new user would be registered
   */
  async findOrRegisterAll(
    profiles: readonly (UserChanges & ProfileKey)[],
    registeredBy: string | null = null,
  ): Promise<{ id: string; registered: boolean }[]> {
    if (profiles.length === 0) return [];
    return this.unitOfWork.run(async () => {
      const registered = new Set<string>();
      let found = await this.findAll(profiles);
      for (const keepIds of [true, false]) {
        const missing = new Map<string, User>();
        for (const [index, { id, ...profile }] of profiles.entries()) {
          if (found[index] !== undefined) continue;
          const newId = (keepIds ? id : undefined) ?? this.ids.next();
          const user = User.register(newId, profile, this.clock.now(), registeredBy);
          if (!missing.has(user.emailKey ?? '')) missing.set(user.emailKey ?? '', user);
        }
        if (missing.size === 0) break;
        for (const id of await this.users.addAll([...missing.values()])) registered.add(id);
        found = await this.findAll(profiles);
      }
      return found.map((id) => {
        if (id === undefined) throw new EmailTaken();
        return { id, registered: registered.delete(id) };
      });
    });
  }

  /** Returns the ids of the users with these e-mail addresses, otherwise of those with these ids; undefined for unknown ones. */
  async findAll(profiles: readonly ProfileKey[]): Promise<(string | undefined)[]> {
    const emails = profiles.map(addressOf);
    const byEmail = await this.directory.findIdsByEmails(emails);
    const found = emails.map((email) => byEmail.get(email));
    const ids = profiles.flatMap(({ id }, index) => (found[index] === undefined ? (id ?? []) : []));
    const known = ids.length > 0 ? await this.users.findIds(ids) : new Set<string>();
    return profiles.map(({ id }, index) => found[index] ?? (known.has(id ?? '') ? id : undefined));
  }

  /**
   * Returns the account with this e-mail address unchanged, or registers a new one.
   *
   * @throws InvalidInput when a value violates a rule
   */
  async create(
    profile: UserChanges & { email: string },
  ): Promise<{ account: Versioned<AccountRecord>; registered: boolean }> {
    return this.unitOfWork.run(async () => {
      const { id, registered } = await this.findOrRegister(profile);
      return { account: await this.read(id), registered };
    });
  }

  /**
   * Returns a page of the users that are not anonymized, oldest first. Instance admins list all users. Editors and owners of
   * a project can look up a user by e-mail address.
   *
   * @param email selects the user with this e-mail address (case-insensitive)
   * @throws InstanceAdminNeeded
   */
  async list(caller: Caller, email: string | undefined, page: PageRequest): Promise<Page<AccountRecord>> {
    const mayList = caller.instanceAdmin || (email !== undefined && (await this.projects.isEditor(caller)));
    if (!mayList) throw new InstanceAdminNeeded();
    return this.queries.accounts({ email }, page);
  }

  /** @throws UserNotFound */
  async read(userId: string): Promise<Versioned<AccountRecord>> {
    const account = await this.queries.account(userId);
    if (!account) throw new UserNotFound();
    return account;
  }

  /** Returns the id of the user with this e-mail address (case-insensitive); null when there is none. */
  async idOf(email: string): Promise<string | null> {
    return this.directory.findIdByEmail(email);
  }

  /** Returns whether a user with this id exists and is not anonymized. */
  async isKnown(userId: string): Promise<boolean> {
    return this.directory.exists(userId);
  }

  async isInstanceAdmin(userId: string): Promise<boolean> {
    return (await this.queries.account(userId))?.record.instance_admin ?? false;
  }

  /**
   * @throws UserNotFound, PreconditionFailed, EmailTaken, LastInstanceAdmin, UsersManagedElsewhere; InvalidInput when a value
   * violates a rule
   */
  async update(
    userId: string,
    changes: UserChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<AccountRecord>> {
    return this.unitOfWork.run(async () => {
      const admins = changes.instanceAdmin === false ? await this.users.lockInstanceAdmins() : [];
      const user = await this.load(userId);
      expectVersion(precondition, await this.queries.account(userId));
      if (isLast(user, admins)) throw new LastInstanceAdmin();
      user.update(changes);
      await this.users.save(user);
      return this.read(userId);
    });
  }

  /**
   * Changes the profile of a user whom a project registered, if nobody has been able to sign in as the user. Returns
   * whether the user was changed.
   *
   * @param isProtected returns whether something else forbids the change; called once the user is locked
   * @throws UserNotFound, EmailTaken; InvalidInput when a value violates a rule
   */
  async updateRegistered(
    userId: string,
    projectId: string,
    changes: Omit<UserChanges, 'instanceAdmin'>,
    isProtected: () => Promise<boolean>,
  ): Promise<boolean> {
    if (this.source.isHost) return false;
    return this.unitOfWork.run(async () => {
      const user = await this.load(userId);
      const before = JSON.stringify(user);
      user.update(changes);
      if (JSON.stringify(user) === before) return false;
      if (user.registeredBy !== projectId || user.instanceAdmin || (await isProtected())) return false;
      await this.users.save(user);
      return true;
    });
  }

  /**
   * Anonymizes the user and removes their tokens and memberships. Where a host application manages the users, it has to
   * anonymize or delete its own record of the user afterwards, in the same transaction: the address of a record that is gone is not
   * known any more, and its subscriptions by mail stay.
   *
   * @param actorId id of the user who requested it
   * @param content what happens to the user's feedback, comments and votes afterwards
   * @throws UserNotFound, PreconditionFailed, LastInstanceAdmin, and the errors of
   * `PersonalData.beforeAnonymize`
   */
  async remove(
    userId: string,
    actorId: string,
    precondition: Precondition = null,
    content: ContentOfUser = 'keep',
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      if (!isUuid(userId)) throw new UserNotFound();
      const user = this.source.isHost ? null : await this.loadToRemove(userId, precondition);
      if (!user && precondition) expectVersion(precondition, await this.queries.account(userId));
      for (const each of this.personalData.all()) await each.beforeAnonymize({ userId, actorId, content });
      await this.tokens.removeAllOf(userId);
      user?.anonymize();
      if (user) await this.users.save(user);
    });
  }

  private async loadToRemove(userId: string, precondition: Precondition): Promise<User> {
    const admins = await this.users.lockInstanceAdmins();
    const user = await this.load(userId);
    expectVersion(precondition, await this.queries.account(userId));
    if (isLast(user, admins)) throw new LastInstanceAdmin();
    return user;
  }

  private async load(userId: string): Promise<User> {
    const user = await this.users.load(userId);
    if (!user) throw new UserNotFound();
    return user;
  }
}

function isLast(user: User, admins: readonly User[]): boolean {
  return admins.length === 1 && admins[0]?.id === user.id;
}
