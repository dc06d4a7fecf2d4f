import { Injectable } from '@nestjs/common';
import { Events } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import { type ImportFailure, type ImportResult, keyText } from '../../../shared/imports.js';
import type { PortableTag } from '../../../shared/portable-records.js';
import { firstError, normalizedFields } from '../../../shared/rules.js';
import { TagRepository } from '../domain/tag.repository.js';
import { maxTags, Tag, tagKey, tagRules } from '../domain/tag.js';
import { permissions } from '../../access/application/permissions.js';
import type { ImportRun, RecordImporter } from '../../importing/application/record-importer.js';

/** The color of tags whose color is unknown. */
const unknownColor = '#64748b';

/** Creates tags. Existing tags are left unchanged. */
@Injectable()
export class TagImporter implements RecordImporter<PortableTag> {
  constructor(
    private readonly tags: TagRepository,
    private readonly events: Events,
    private readonly ids: Ids,
  ) {}

  async import({ access, mode }: ImportRun, records: readonly PortableTag[]): Promise<ImportResult[]> {
    access.authorize(permissions.importTags);
    const given = records.map(({ name = '', color }) =>
      normalizedFields({ name, color: color || unknownColor }, tagRules),
    );
    const failures = given.map((tag) => firstError(tag, tagRules));
    const names = given.flatMap(({ name }, index) => (failures[index] ? [] : name));
    const known = await this.idsOf(access.projectId, names);
    const results: ImportResult[] = [];
    for (const [index, { name, color }] of given.entries()) {
      const failure = failures[index];
      const id = failure ? undefined : known.get(tagKey(name));
      if (failure || id !== undefined) {
        results.push({ outcome: failure ?? 'skipped', id });
        continue;
      }
      const created = Tag.create(this.ids.next(), access.projectId, { name, color });
      known.set(created.nameKey, created.id);
      results.push({ outcome: 'created', id: created.id });
      if (mode.dryRun) continue;
      await this.tags.add(created);
      if (mode.notify) await this.events.record(access.event('tag.created', { name, color }));
    }
    return results;
  }

  /** Finds the tags that records name, after unknown ones were created if the options say so. */
  async find(run: ImportRun, records: readonly TaggedRecord[]): Promise<FoundTags> {
    const creates = run.mode.unknownTags !== 'skip';
    // A record that cannot be imported creates no tags.
    const accepted = creates ? records.filter((record) => !namesTooMany(record)) : records;
    const names = [...new Set(accepted.flatMap(tagNamesOf))];
    const planned = await run.planned('tag', names.map(tagKey));
    const ids = new Map([...planned, ...(await this.idsOf(run.access.projectId, names))]);
    const unknown = names.filter((name) => !ids.has(tagKey(name)));
    const refused = new Map<string, ImportFailure>();
    if (!creates) {
      for (const name of unknown) refused.set(name, unknownTag(name));
      return new FoundTags(ids, refused, creates);
    }
    const tags = unknown.map((name): PortableTag => ({ kind: 'tag', name, color: unknownColor }));
    for (const [index, { outcome, id }] of (await this.import(run, tags)).entries()) {
      if (typeof outcome === 'string') ids.set(tagKey(unknown[index]!), id!);
      else refused.set(unknown[index]!, outcome);
    }
    return new FoundTags(ids, refused, creates);
  }

  /** Returns the ids of the tags of a project by the forms of their names that are unique. */
  async idsOf(projectId: string, names: readonly string[]): Promise<Map<string, string>> {
    if (names.length === 0) return new Map();
    const found = await this.tags.findByNames(projectId, [...new Set(names)]);
    return new Map(found.map((tag) => [tag.nameKey, tag.id]));
  }
}

/** A record with names of tags, which are not checked yet. */
interface TaggedRecord {
  readonly tags?: readonly string[];
}

/** The tags that records name. */
export class FoundTags {
  /**
   * @param ids ids by the forms of the names that are unique
   * @param refused why the other names are left out
   * @param creates whether unknown tags are created, and therefore count
   */
  constructor(
    private readonly ids: ReadonlyMap<string, string>,
    private readonly refused: ReadonlyMap<string, ImportFailure>,
    private readonly creates: boolean,
  ) {}

  /** Returns whether a record names more tags than it can have. */
  hasTooMany(record: TaggedRecord): boolean {
    return this.creates ? namesTooMany(record) : this.keysOf(record).length > maxTags;
  }

  /** Returns the unique forms of the names of the tags of a record. */
  keysOf(record: TaggedRecord): string[] {
    return [...new Set(tagNamesOf(record).map(tagKey))].filter((key) => this.ids.has(key)).sort();
  }

  /** Returns the ids of tags by these forms. */
  idsOf(keys: readonly string[]): string[] {
    return keys.flatMap((key) => this.ids.get(key) ?? []);
  }

  /** Returns why tags of a record are left out. */
  remarksOf(record: TaggedRecord): ImportFailure[] {
    return tagNamesOf(record).flatMap((name) => this.refused.get(name) ?? []);
  }
}

function tagNamesOf({ tags }: TaggedRecord): string[] {
  return Array.isArray(tags) ? [...new Set((tags as string[]).filter((tag) => keyText(tag) !== ''))] : [];
}

function namesTooMany(record: TaggedRecord): boolean {
  return new Set(tagNamesOf(record).map(tagKey)).size > maxTags;
}

function unknownTag(name: string): ImportFailure {
  return { code: 'unknown_tag', detail: `The tag ${name.slice(0, 200)} is unknown and was left out.` };
}
