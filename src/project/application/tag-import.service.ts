import { Injectable } from '@nestjs/common';
import { Events } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import type { ImportMode, ImportOutcome } from '../../shared/imports.js';
import { firstError } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey, tagRules } from '../domain/tag.js';
import { permissions } from './permissions.js';
import type { ProjectGrant } from './project-grant.js';

/** A tag of another system. Its values are not checked yet. */
export interface TagToImport {
  readonly name: string;
  readonly color: string;
}

/** Creates the tags of other systems. Existing tags are left unchanged. */
@Injectable()
export class TagImportService {
  constructor(
    private readonly tags: TagRepository,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates the tags that do not exist. Returns the outcomes in the order of the tags.
   */
  async import(
    grant: ProjectGrant,
    given: readonly TagToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importTags);
    const outcomes = given.map((tag): ImportOutcome => firstError({ ...tag }, tagRules) ?? 'skipped');
    const names = given.flatMap(({ name }, index) => (outcomes[index] === 'skipped' ? name : []));
    if (names.length === 0) return outcomes;
    return this.unitOfWork.run(async () => {
      const known = new Set((await this.tags.findByNames(grant.projectId, names)).map((tag) => tag.nameKey));
      for (const [index, { name, color }] of given.entries()) {
        if (outcomes[index] !== 'skipped' || known.has(tagKey(name))) continue;
        known.add(tagKey(name));
        outcomes[index] = 'created';
        if (mode.dryRun) continue;
        await this.tags.add(Tag.create(this.ids.next(), grant.projectId, { name, color }));
        if (mode.notify) await this.events.record(grant.event('tag.created', { name, color }));
      }
      return outcomes;
    });
  }

  /**
   * Returns the ids of tags by the form of their names that is unique. In a dry run, tags that would have been created have
   * their names as ids.
   */
  async idsOf(
    grant: ProjectGrant,
    names: readonly string[],
    { dryRun }: ImportMode,
  ): Promise<ReadonlyMap<string, string>> {
    grant.authorize(permissions.importTags);
    const { projectId } = grant;
    if (names.length === 0) return new Map();
    const found = await this.tags.findByNames(projectId, [...new Set(names)]);
    const ids = new Map(found.map((tag) => [tag.nameKey, tag.id]));
    if (dryRun) for (const key of names.map(tagKey)) ids.set(key, ids.get(key) ?? key);
    return ids;
  }

  /** Returns those of the names that no tag of the project has. */
  async unknown(projectId: string, names: readonly string[]): Promise<Set<string>> {
    if (names.length === 0) return new Set();
    const found = await this.tags.findByNames(projectId, [...new Set(names)]);
    const known = new Set(found.map((tag) => tag.nameKey));
    return new Set(names.filter((name) => !known.has(tagKey(name))));
  }
}
