import { Injectable } from '@nestjs/common';
import { placeholderEmail, UserService, userRules, validOrEmpty } from '../../identity/index.js';
import { PeopleService } from '../../project/index.js';
import type { PortablePerson } from '../../project-export/index.js';
import { type ImportOutcome, ownSource } from '../../shared/imports.js';
import { isUuid } from '../../shared/rules.js';
import { ImportedPeopleRepository } from '../domain/project-import.repository.js';
import type { ImportContext } from './import-context.js';
import { ImportReferences } from './import-references.js';

/** The people of a part of a file. */
export interface ResolvedPeople {
  /** Ids of users by the ids of people; in a dry run, those of new people are missing. */
  readonly userIds: ReadonlyMap<string, string>;
  /** In a dry run, the e-mail addresses with which new people would be registered, by the ids of people. */
  readonly addresses: ReadonlyMap<string, string>;
  /** Of new people, by their ids. */
  readonly outcomes: ReadonlyMap<string, ImportOutcome>;
  /** Ids of people who are not known, and cannot become users because a host application manages the users. */
  readonly unknown: ReadonlySet<string>;
}

const maxNameLength = 200;

/**
 * Finds the users of people in files: those that an earlier import found, otherwise those with the same e-mail address,
 * otherwise, in files of this service, those with the same id whom the person who started the import can name by id, otherwise
 * new ones. People without an address become users with
 * a placeholder. Existing users are left unchanged; new ones count as registered by the project. If a host application manages
 * the users, there are no new ones.
 */
@Injectable()
export class PeopleImporter {
  constructor(
    private readonly imported: ImportedPeopleRepository,
    private readonly users: UserService,
    private readonly people: PeopleService,
    private readonly references: ImportReferences,
  ) {}

  /**
   * Returns the users of people.
   *
   * @param ids ids of people that records refer to; those without a record become placeholders, as does `''`
   */
  async resolve(
    context: ImportContext,
    people: readonly PortablePerson[],
    ids: readonly string[],
  ): Promise<ResolvedPeople> {
    const {
      grant: { projectId },
      mode: { source, dryRun },
    } = context;
    const records = new Map(people.map((person) => [person.external_id, person]));
    const wanted = [...new Set([...records.keys(), ...ids])];
    const userIds = new Map(await this.imported.find(projectId, source, wanted));
    const addresses = new Map<string, string>();
    if (dryRun) {
      const planned = await this.references.people(
        context,
        wanted.filter((id) => !userIds.has(id)),
      );
      for (const [id, owner] of planned) (isUuid(owner) ? userIds : addresses).set(id, owner);
    }
    const outcomes = new Map<string, ImportOutcome>();
    const missing = wanted.filter((id) => !userIds.has(id) && !addresses.has(id));
    const profiles = await this.withoutForeignIds(
      context,
      missing.map((id) => profileOf(projectId, source, id, records.get(id))),
    );
    const unknown = new Set<string>();
    if (missing.length > 0 && (dryRun || !this.users.canRegister)) {
      const known = await this.users.findAll(profiles);
      for (const [index, id] of missing.entries()) {
        const userId = known[index];
        if (userId !== undefined) userIds.set(id, userId);
        else if (this.users.canRegister) addresses.set(id, profiles[index]!.email.toLowerCase());
        else unknown.add(id);
      }
    } else if (missing.length > 0) {
      const found = await this.users.findOrRegisterAll(profiles, projectId);
      for (const [index, id] of missing.entries()) {
        const { id: userId, registered } = found[index]!;
        userIds.set(id, userId);
        if (registered) outcomes.set(id, 'created');
      }
    }
    const added = missing.flatMap((externalId) => {
      const userId = userIds.get(externalId);
      return userId === undefined ? [] : { externalId, userId };
    });
    if (dryRun) {
      const owners = missing.flatMap((id) => {
        const owner = userIds.get(id) ?? addresses.get(id);
        return owner === undefined ? [] : [[id, owner] as const];
      });
      const registered = new Set(await this.references.planPeople(context, new Map(owners)));
      for (const [id, owner] of owners) if (registered.delete(owner)) outcomes.set(id, 'created');
    } else if (added.length > 0) {
      await this.imported.add(projectId, source, added);
    }
    return { userIds, addresses, outcomes, unknown };
  }

  /** Removes the ids of users whom an import must not attribute anything to. */
  private async withoutForeignIds(
    { import: { projectId, userId } }: ImportContext,
    profiles: readonly Profile[],
  ): Promise<readonly Profile[]> {
    const ids = profiles.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return profiles;
    const caller = { userId, instanceAdmin: await this.users.isInstanceAdmin(userId) };
    const foreign = await this.people.findForeign(projectId, caller, ids);
    return profiles.map((profile) =>
      foreign.has(profile.id ?? '') ? { ...profile, id: undefined } : profile,
    );
  }
}

type Profile = ReturnType<typeof profileOf>;

function profileOf(projectId: string, source: string, externalId: string, person?: PortablePerson) {
  const email = validOrEmpty(person?.email, userRules.email);
  return {
    id: source === ownSource && isUuid(externalId) ? externalId.toLowerCase() : undefined,
    email: email || placeholderEmail(projectId, source, externalId),
    fullName: validOrEmpty(cut(person?.full_name), userRules.fullName),
    avatarUrl: validOrEmpty(person?.avatar_url, userRules.avatarUrl),
  };
}

function cut(text: unknown): string | undefined {
  return typeof text === 'string'
    ? [...text.slice(0, 2 * maxNameLength)].slice(0, maxNameLength).join('')
    : undefined;
}
