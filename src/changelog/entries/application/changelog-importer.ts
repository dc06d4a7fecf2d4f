import { Injectable } from '@nestjs/common';
import {
  compareRecords,
  type CustomFieldRecord,
  type FoundTags,
  importedFieldValues,
  type ImportRun,
  keysOf,
  type Known,
  maxTags,
  readFieldValues,
  type ReadRecord,
  type RecordImporter,
  TagImporter,
} from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { completeCopied, copiedRules, readCopied, type CopiedName } from '../../../shared/copied-fields.js';
import { Events } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import {
  type ImportFailure,
  type ImportResult,
  originsOf,
  ownSource,
  type StoredRecord,
} from '../../../shared/imports.js';
import { importedMetadata, mergePatch, patchBetween, readMetadata } from '../../../shared/metadata.js';
import type { PortableChangelog, PortableOrigin } from '../../../shared/portable-records.js';
import {
  firstError,
  isUuid,
  type JsonObject,
  normalizedFields,
  parseTimestamp,
  text,
} from '../../../shared/rules.js';
import { Slugifier } from '../../../shared/slug.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import {
  Changelog,
  type ChangelogChanges,
  changelogRules,
  type ChangelogSnapshot,
  copiedFields,
  type CopiedValues,
  slugFor,
} from '../domain/changelog.js';
import { entryCreatedEvents } from './entry-events.js';
import { ChangelogFields } from './changelog-fields.js';
import { ChangelogService } from './changelog.service.js';
import { permissions } from './permissions.js';

const rules = {
  title: changelogRules.title,
  published: changelogRules.published,
  publish_date: changelogRules.publishDate,
  ...copiedRules(copiedFields, changelogRules),
  external_id: text({ max: 200, required: true }),
  slug: text({ max: 300 }),
};

/** A file without these values violates the rules about them. */
const required = { external_id: '', title: '', publish_date: '' };

/** The values of an entry that an import compares and stores. */
type EntryValues = Pick<PortableChangelog, 'title' | 'published' | 'publish_date'> &
  Record<CopiedName<typeof copiedFields>, unknown> & {
    /** Sorted. */
    readonly tag_ids: string[];
    readonly metadata: JsonObject;
    readonly fields: JsonObject;
  };

/** Imports changelog entries. What an import makes visible is announced only if it notifies. */
@Injectable()
export class ChangelogImporter implements RecordImporter<PortableChangelog> {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly service: ChangelogService,
    private readonly tags: TagImporter,
    private readonly fields: ChangelogFields,
    private readonly slugifier: Slugifier,
    private readonly events: Events,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /**
   * Creates entries, or updates what was imported from the same source under the same id. What was changed here since then stays
   * as it is, and what was deleted here is not created again.
   */
  async import(
    run: ImportRun,
    records: readonly PortableChangelog[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    run.access.authorize(permissions.importChangelogs);
    const { access, mode } = run;
    const tags = await this.tags.find(run, records);
    const loaded = new Map<string, Changelog>();
    const [stored, taken] = [[] as StoredEntry[], new Set<string>()];
    const keys = keysOf(records);
    const found = await this.changelogs.findImported(access.projectId, mode.source, keys);
    for (const key of keys) {
      const entry = found.get(key);
      const all = entry && (await this.changelogs.load(access.projectId, entry));
      if (all) {
        loaded.set(entry, all.aggregate);
        stored.push({ id: entry, key, values: valuesOf(all.before.record, all.aggregate) });
      } else if (mode.source === ownSource && isUuid(key) && (await this.changelogs.exists(key))) {
        taken.add(key.toLowerCase());
      }
    }
    const references = { tags, fields: this.fields.records };
    const read = records.map((record) => readEntry(record, references));
    const { results, created, updated } = compareRecords(mode, this.ids, read, {
      ...{ known, stored },
      taken: {
        ids: taken,
        origins: await this.changelogs.takenOrigins(access.projectId, originsOf(mode, records)),
      },
      complete: (record, before) => complete(record, before, references, mode.isComplete),
    });
    for (const { record, identity, values } of created) await this.create(run, record, identity, values);
    for (const { record, before, values } of updated) {
      const names = record.tags && tags.presentOf(record.tags);
      await this.update(run, loaded.get(before.id)!, values, names);
    }
    return results;
  }

  /** Returns the ids of imported entries by the ids in the source. */
  async idsOf(
    { access, mode }: ImportRun,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return this.changelogs.findImported(access.projectId, mode.source, externalIds);
  }

  /** @param tags the names of its tags; undefined if they stay unchanged */
  private async update(
    { access, mode }: ImportRun,
    stored: Changelog,
    values: EntryValues,
    tags: string[] | undefined,
  ): Promise<void> {
    const changes = changesOf(values, stored);
    if (mode.notify) {
      await this.service.update(access, stored.id, { ...changes, tags });
    } else {
      await this.service.announceIfDue(stored, this.clock.now());
      stored.update(changes, access.caller.userId, this.clock.now());
      stored.changeFields(changes.fields);
      stored.replaceTags(values.tag_ids);
      await this.changelogs.save(stored);
    }
  }

  private async create(
    { access, mode }: ImportRun,
    { person, slug, title }: PortableChangelog,
    { id, source, external_id: externalId }: PortableOrigin & { id: string },
    values: EntryValues,
  ): Promise<void> {
    const { projectId, caller } = access;
    const free = await this.changelogs.freeSlug(projectId, slugFor(this.slugifier.slugify(slug ?? title)));
    const entry = { id, projectId, authorId: person || caller.userId, slug: free };
    const changelog = Changelog.write(entry, changesOf(values), this.clock.now(), values.tag_ids);
    changelog.changeFields(values.fields);
    const { record } = await this.changelogs.add(changelog, { source, externalId });
    if (mode.notify) await this.events.recordAll(entryCreatedEvents(access, record, changelog.announced));
  }
}

type StoredEntry = StoredRecord<EntryValues>;

/** What entries of a file can refer to. */
interface References {
  readonly tags: FoundTags;
  readonly fields: readonly CustomFieldRecord[];
}

/** Reads an entry with the unique forms of the names of its tags, and returns why it cannot be stored, or not as it is. */
function readEntry(
  { tags: names, metadata, fields: values, ...sent }: PortableChangelog,
  { tags, fields: known }: References,
): ReadRecord<PortableChangelog> {
  const remarks = tags.remarksOf({ tags: names ?? [] });
  const fields = readFieldValues(known, values, remarks);
  const record = {
    ...normalizedFields(sent, rules),
    ...readMetadata({ metadata }, remarks),
    ...(fields && { fields }),
  };
  const given = Array.isArray(names) ? tags.keysOf({ tags: names }) : undefined;
  return {
    record: given === undefined ? record : { ...record, tags: given },
    failure: tags.hasTooMany({ tags: names ?? [] })
      ? tooManyTags
      : firstError({ ...required, ...record }, rules),
    remarks,
  };
}

/** Returns all values, with those that the file omits as they are stored. */
function complete(
  { title, published, publish_date, tags, metadata, fields, ...others }: PortableChangelog,
  stored: StoredEntry | undefined,
  { tags: found, fields: known }: References,
  isComplete: boolean,
): EntryValues {
  return {
    title,
    published: published ?? stored?.values.published ?? false,
    publish_date: parseTimestamp(publish_date)!.toISOString(),
    tag_ids: tags ? [...new Set(found.idsOf(tags))].sort() : (stored?.values.tag_ids ?? []),
    // A merge patch adds no member that is null.
    metadata: mergePatch({}, importedMetadata(metadata, stored?.values.metadata, isComplete)),
    fields: importedFieldValues(known, fields, stored?.values.fields, isComplete),
    ...completeCopied(copiedFields, { ...stored?.values, ...others }),
  };
}

function valuesOf(record: ChangelogSnapshot, { tagIds }: Changelog): EntryValues {
  const { title, published, publish_date, metadata, fields } = record;
  return {
    title,
    published,
    publish_date,
    tag_ids: [...tagIds].sort(),
    metadata,
    fields,
    ...completeCopied(copiedFields, { ...record }),
  };
}

function changesOf(
  values: EntryValues,
  stored: Pick<Changelog, 'metadata' | 'fields'> = { metadata: {}, fields: {} },
): ChangelogChanges & { title: string; fields: JsonObject } {
  const { title, published, publish_date, metadata, fields } = values;
  return {
    title,
    published,
    publishDate: new Date(publish_date),
    metadata: patchBetween(stored.metadata, metadata),
    fields: patchBetween(stored.fields, fields),
    ...readCopied<CopiedValues>(copiedFields, values),
  };
}

const tooManyTags: ImportFailure = {
  code: 'too_many',
  detail: `An entry can have at most ${maxTags} tags.`,
};
