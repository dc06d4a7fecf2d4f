import { Injectable } from '@nestjs/common';
import {
  compareRecords,
  type FoundTags,
  type ImportRun,
  keysOf,
  type Known,
  maxTags,
  type ProjectAccess,
  type ReadRecord,
  type RecordImporter,
  tagKey,
  TagImporter,
} from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import {
  type ImportFailure,
  type ImportResult,
  ownSource,
  type StoredRecord,
} from '../../../shared/imports.js';
import type { PortableChangelog, PortableOrigin } from '../../../shared/portable-records.js';
import { firstError, isUuid, normalizedFields, parseTimestamp, text } from '../../../shared/rules.js';
import { Slugifier } from '../../../shared/slug.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import {
  Changelog,
  type ChangelogChanges,
  changelogRules,
  type ChangelogSnapshot,
  slugFor,
} from '../domain/changelog.js';
import { ChangelogService } from './changelog.service.js';
import { permissions } from './permissions.js';

const { publishDate: publish_date, ...others } = changelogRules;
const rules = {
  ...others,
  publish_date,
  external_id: text({ max: 200, required: true }),
  slug: text({ max: 300 }),
};

/** A file without these values violates the rules about them. */
const required = { external_id: '', title: '', publish_date: '' };

/** The values of an entry that an import compares and stores. */
type EntryValues = Pick<
  PortableChangelog,
  'title' | 'summary' | 'content' | 'image' | 'published' | 'publish_date'
> & {
  /** The forms of the names that are unique, sorted. */
  readonly tags: string[];
};

/** Imports changelog entries. What an import makes visible is announced only if it notifies. */
@Injectable()
export class ChangelogImporter implements RecordImporter<PortableChangelog> {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly service: ChangelogService,
    private readonly tags: TagImporter,
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
        stored.push({ id: entry, key, values: valuesOf(all.before.record) });
      } else if (mode.source === ownSource && isUuid(key) && (await this.changelogs.exists(key))) {
        taken.add(key.toLowerCase());
      }
    }
    const read = records.map((record) => readEntry(record, tags));
    const { results, created, updated } = compareRecords(mode, this.ids, read, {
      ...{ known, stored, taken },
      complete: (record, before) => complete(record, before, tags),
    });
    for (const { record, identity, values } of created) await this.create(run, record, identity, values);
    for (const { before, values } of updated) await this.update(run, loaded.get(before.id)!, values);
    return results;
  }

  /** Returns the ids of imported entries by the ids in the source. */
  async idsOf(
    { access, mode }: ImportRun,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return this.changelogs.findImported(access.projectId, mode.source, externalIds);
  }

  private async update({ access, mode }: ImportRun, stored: Changelog, values: EntryValues): Promise<void> {
    const [changes, { tags }] = [changesOf(values), values];
    if (mode.notify) {
      await this.service.update(access, stored.id, { ...changes, tags });
    } else {
      await this.service.announceIfDue(stored, this.clock.now());
      stored.update(changes, access.caller.userId, this.clock.now());
      stored.replaceTags(await this.tagIdsOf(access, tags));
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
    const tagIds = await this.tagIdsOf(access, values.tags);
    const changelog = Changelog.write(entry, changesOf(values), this.clock.now(), tagIds);
    const { record } = await this.changelogs.add(changelog, { source, externalId });
    if (!mode.notify) return;
    await this.events.record(access.event('changelog.created', record));
    if (changelog.announced) await this.events.record(access.event('changelog.published', record));
  }

  private async tagIdsOf({ projectId }: ProjectAccess, tags: readonly string[]): Promise<string[]> {
    return [...(await this.tags.idsOf(projectId, tags)).values()];
  }
}

type StoredEntry = StoredRecord<EntryValues>;

/** Reads an entry with the unique forms of the names of its tags, and returns why it cannot be stored, or not as it is. */
function readEntry(
  { tags: names, ...sent }: PortableChangelog,
  tags: FoundTags,
): ReadRecord<PortableChangelog> {
  const record = normalizedFields(sent, rules);
  const given = Array.isArray(names) ? tags.keysOf({ tags: names }) : undefined;
  return {
    record: given === undefined ? record : { ...record, tags: given },
    failure: tags.hasTooMany({ tags: names ?? [] })
      ? tooManyTags
      : firstError({ ...required, ...record }, rules),
    remarks: tags.remarksOf({ tags: names ?? [] }),
  };
}

function complete(
  { publish_date, tags, ...given }: PortableChangelog,
  stored: StoredEntry | undefined,
  found: FoundTags,
): EntryValues {
  const { title, summary, content, image, published } = given;
  return {
    ...{ title, summary, content, image, published },
    publish_date: parseTimestamp(publish_date)!.toISOString(),
    tags: tags ? found.presentOf(tags) : (stored?.values.tags ?? []),
  };
}

function valuesOf(record: ChangelogSnapshot): EntryValues {
  const { title, summary, content, image, published, publish_date } = record;
  const tags = [...new Set(record.tags.map(({ name }) => tagKey(name)))].sort();
  return { title, summary, content, image, published, publish_date, tags };
}

function changesOf({
  tags: _,
  publish_date: date,
  ...fields
}: EntryValues): ChangelogChanges & { title: string } {
  return { ...fields, publishDate: new Date(date) };
}

const tooManyTags: ImportFailure = {
  code: 'too_many',
  detail: `An entry can have at most ${maxTags} tags.`,
};
