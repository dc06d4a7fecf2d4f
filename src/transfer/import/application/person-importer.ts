import { Injectable } from '@nestjs/common';
import { UserService, userRules, validOrEmpty } from '../../../identity/index.js';
import { type ImportRun, PeopleService, type RecordImporter } from '../../../project/index.js';
import { type ImportedRecord, type ImportResult, keyText, ownSource } from '../../../shared/imports.js';
import type { PortablePerson } from '../../../shared/portable-records.js';
import { isUuid } from '../../../shared/rules.js';
import { missingId, userNotFound } from './import-references.js';

const maxNameLength = 200;

/**
 * Finds the users of people in files: those that an earlier import found, otherwise those with the same e-mail address,
 * otherwise, in files of this service, those with the same id whom the person who started the import can name by id, otherwise
 * new ones. People without an address become users with a placeholder. Existing users are left unchanged; new ones count as
 * registered by the project. If a host application manages the users, there are no new ones.
 */
@Injectable()
export class PersonImporter implements RecordImporter<PortablePerson> {
  constructor(
    private readonly users: UserService,
    private readonly people: PeopleService,
  ) {}

  async import(run: ImportRun, records: readonly PortablePerson[]): Promise<ImportResult[]> {
    const byId = new Map(records.map((record) => [keyText(record.external_id), record]));
    byId.delete('');
    const { ids, registered } = await this.findAll(run, byId);
    return records.map(({ external_id }): ImportResult => {
      const [key, id] = [keyText(external_id), ids.get(keyText(external_id))];
      if (id === undefined) return { outcome: key === '' ? missingId : userNotFound };
      return { outcome: registered.delete(key) ? 'created' : 'skipped', id };
    });
  }

  /** Returns the ids of users. People without a record, and `''`, become placeholders. Unknown users of a host have none. */
  async idsOf(run: ImportRun, externalIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return (await this.findAll(run, new Map(externalIds.map((id) => [id, undefined])))).ids;
  }

  private async findAll(
    run: ImportRun,
    people: ReadonlyMap<string, PortablePerson | undefined>,
  ): Promise<{ ids: ReadonlyMap<string, string>; registered: Set<string> }> {
    const keys = [...people.keys()];
    const known = await run.known('person', keys);
    const ids = new Map([...known].map(([key, { id }]) => [key, id!]));
    const missing = keys.filter((key) => !ids.has(key));
    const registered = new Set<string>();
    if (missing.length === 0) return { ids, registered };
    const profiles = await this.withoutForeignIds(
      run,
      missing.map((key) => profileOf(run, key, people.get(key))),
    );
    const found = this.users.canRegister
      ? await this.users.findOrRegisterAll(profiles, run.access.projectId)
      : (await this.users.findAll(profiles)).map((id) => id && { id, registered: false });
    const brought = new Map<string, ImportedRecord>();
    for (const [index, key] of missing.entries()) {
      const user = found[index];
      if (!user) continue;
      brought.set(key, { id: user.id, given: '', stored: '' });
      ids.set(key, user.id);
      if (user.registered) registered.add(key);
    }
    await run.remember('person', brought);
    return { ids, registered };
  }

  /** Removes the ids of users whom an import must not attribute anything to. */
  private async withoutForeignIds(
    { access: { projectId, caller } }: ImportRun,
    profiles: readonly Profile[],
  ): Promise<readonly Profile[]> {
    const ids = profiles.flatMap(({ id }) => id ?? []);
    if (ids.length === 0) return profiles;
    const { userId } = caller;
    const instanceAdmin = await this.users.isInstanceAdmin(userId);
    const foreign = await this.people.findForeign(projectId, { userId, instanceAdmin }, ids);
    return profiles.map((profile) =>
      foreign.has(profile.id ?? '') ? { ...profile, id: undefined } : profile,
    );
  }
}

type Profile = ReturnType<typeof profileOf>;

function profileOf(run: ImportRun, externalId: string, person?: PortablePerson) {
  const { projectId } = run.access;
  const { source } = run.mode;
  return {
    id: source === ownSource && isUuid(externalId) ? externalId.toLowerCase() : undefined,
    email: validOrEmpty(person?.email, userRules.email) || undefined,
    identity: [projectId, source, externalId],
    fullName: validOrEmpty(cut(person?.full_name), userRules.fullName),
    avatarUrl: validOrEmpty(person?.avatar_url, userRules.avatarUrl),
  };
}

function cut(text: unknown): string | undefined {
  return typeof text === 'string'
    ? [...text.slice(0, 2 * maxNameLength)].slice(0, maxNameLength).join('')
    : undefined;
}
