import { Injectable } from '@nestjs/common';
import { Events } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import {
  type ImportedRecord,
  type ImportFailure,
  type ImportResult,
  keyText,
} from '../../../shared/imports.js';
import type { PortableTag } from '../../../shared/portable-records.js';
import { firstError, normalizedFields } from '../../../shared/rules.js';
import { TagRepository } from '../domain/tag.repository.js';
import { maxTags, Tag, tagKey, tagRules } from '../domain/tag.js';
import { permissions } from '../../access/application/permissions.js';
import {
  deletedResult,
  type ImportRun,
  type RecordImporter,
} from '../../importing/application/record-importer.js';

/** The color of tags whose color is unknown. */
const unknownColor = '#64748b';

/** A tag that a name stands for; null if it was imported before and deleted here. */
type FoundTag = Pick<Tag, 'id' | 'nameKey'> | null;

/** Creates tags. Existing tags are left unchanged, and tags that were deleted here are not created again. */
@Injectable()
export class TagImporter implements RecordImporter<PortableTag> {
  constructor(
    private readonly tags: TagRepository,
    private readonly events: Events,
    private readonly ids: Ids,
  ) {}

  async import(run: ImportRun, records: readonly PortableTag[]): Promise<ImportResult[]> {
    const { access, mode } = run;
    access.authorize(permissions.importTags);
    const given = records.map(({ name = '', color }) =>
      normalizedFields({ name, color: color || unknownColor }, tagRules),
    );
    const failures = given.map((tag) => firstError(tag, tagRules));
    const names = given.flatMap(({ name }, index) => (failures[index] ? [] : name));
    const { found } = await this.findAll(run, names);
    const results: ImportResult[] = [];
    for (const [index, { name, color }] of given.entries()) {
      const failure = failures[index];
      const tag = failure ? undefined : found.get(tagKey(name));
      if (failure || tag) {
        results.push({ outcome: failure ?? 'skipped', id: tag?.id });
        continue;
      }
      if (tag === null) {
        results.push(deletedResult);
        continue;
      }
      const created = Tag.create(this.ids.next(), access.projectId, { name, color });
      found.set(created.nameKey, created);
      results.push({ outcome: 'created', id: created.id });
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
    const { found, known } = await this.findAll(run, names);
    const unknown = names.filter((name) => !found.has(tagKey(name)));
    const refused = new Map<string, ImportFailure>();
    const tags = unknown.map((name): PortableTag => ({ kind: 'tag', name, color: unknownColor }));
    const results = creates ? await this.import(run, tags) : [];
    for (const [index, name] of unknown.entries()) {
      const { outcome = unknownTag(name), id } = results[index] ?? {};
      const nameKey = tagKey(name);
      if (typeof outcome === 'string') found.set(nameKey, { id: id!, nameKey });
      else refused.set(name, outcome);
    }
    // Also those that the project had: from now on, they are known by these names, and stay deleted.
    const brought = new Map<string, ImportedRecord>();
    for (const nameKey of names.map(tagKey)) {
      const tag = found.get(nameKey);
      if (tag && !known.has(nameKey)) brought.set(nameKey, { id: tag.id, given: '', stored: '' });
    }
    await run.remember('tag', brought);
    return new FoundTags(found, refused, creates);
  }

  /** Returns what names stand for, by their unique forms: tags that have them, or that had them when they were imported. */
  private async findAll(
    run: ImportRun,
    names: readonly string[],
  ): Promise<{ found: Map<string, FoundTag>; known: ReadonlyMap<string, ImportedRecord> }> {
    if (names.length === 0) return { found: new Map(), known: new Map() };
    const known = await run.known('tag', [...new Set(names.map(tagKey))]);
    const ids = [...known.values()].flatMap(({ id }) => id ?? []);
    const tags = await this.tags.find(run.access.projectId, names, ids);
    const byId = new Map(tags.map((tag) => [tag.id, tag]));
    const renamed = [...known].map(([key, { id }]) => [key, byId.get(id ?? '') ?? null] as const);
    const found = new Map<string, FoundTag>([...renamed, ...tags.map((tag) => [tag.nameKey, tag] as const)]);
    return { found, known };
  }
}

/** A record with names of tags, which are not checked yet. */
interface TaggedRecord {
  readonly tags?: readonly string[];
}

/** The tags that records name. */
export class FoundTags {
  /**
   * @param found tags by the forms of the names that are unique
   * @param refused why the other names are left out
   * @param creates whether unknown tags are created, and therefore count
   */
  constructor(
    private readonly found: ReadonlyMap<string, FoundTag>,
    private readonly refused: ReadonlyMap<string, ImportFailure>,
    private readonly creates: boolean,
  ) {}

  /** Returns whether a record names more tags than it can have. */
  hasTooMany(record: TaggedRecord): boolean {
    return this.creates ? namesTooMany(record) : this.keysOf(record).length > maxTags;
  }

  /** Returns the unique forms of the names of the tags of a record. */
  keysOf(record: TaggedRecord): string[] {
    return [...new Set(tagNamesOf(record).map(tagKey))].filter((key) => this.found.has(key)).sort();
  }

  /** Returns the ids of tags by these forms. */
  idsOf(keys: readonly string[]): string[] {
    return keys.flatMap((key) => this.found.get(key)?.id ?? []);
  }

  /** Returns the forms of the names that the tags with these forms have here. */
  presentOf(keys: readonly string[]): string[] {
    return [...new Set(keys.flatMap((key) => this.found.get(key)?.nameKey ?? []))].sort();
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
