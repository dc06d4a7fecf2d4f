import { Injectable } from '@nestjs/common';
import {
  type ImportedValues,
  maxTags,
  type ProjectGrant,
  type SourceComparison,
  SourceComparisons,
  TagImportService,
  tagKey,
} from '../../project/index.js';
import { canonicalJson } from '../../shared/canonical-json.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import {
  identityOf,
  type ImportFailure,
  type ImportMode,
  type ImportOutcome,
  type ImportResults,
  ownSource,
  type RecordOrigin,
} from '../../shared/imports.js';
import { firstError, isUuid, parseTimestamp, text } from '../../shared/rules.js';
import { Slugifier } from '../../shared/slug.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { ChangelogRepository, type FoundChangelog } from '../domain/changelog.repository.js';
import {
  Changelog,
  type ChangelogChanges,
  changelogRules,
  type ChangelogSnapshot,
  slugFor,
} from '../domain/changelog.js';
import { ChangelogService } from './changelog.service.js';
import { permissions } from './permissions.js';

/** A changelog entry of another system. Its values are not checked yet. */
export interface ChangelogToImport {
  readonly externalId: string;
  /** Where the entry was from before it came to the source. It is stored in place of the source. */
  readonly origin?: RecordOrigin | undefined;
  /** Id of the author; null if that is not stored yet, in a dry run. */
  readonly authorId: string | null;
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly image: string;
  /** The wanted slug; absent to derive it from the title. */
  readonly slug?: string | undefined;
  readonly published: boolean;
  readonly publishDate: string;
  /** Names of tags. Unchanged if omitted. */
  readonly tags?: readonly string[] | undefined;
}

const rules = { ...changelogRules, externalId: text({ max: 200, required: true }), slug: text({ max: 300 }) };

/** The values of an entry that an import compares and stores. */
interface EntryValues {
  readonly title: string;
  readonly summary: string;
  readonly content: string;
  readonly image: string;
  readonly published: boolean;
  /** ISO 8601 in UTC with milliseconds. */
  readonly publishDate: string;
  /** The forms of the names that are unique, sorted. */
  readonly tags: readonly string[];
}

/** Stores changelog entries of other systems. Entries that are visible already are not announced. */
@Injectable()
export class ChangelogImportService {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly service: ChangelogService,
    private readonly tags: TagImportService,
    private readonly sources: SourceComparisons,
    private readonly slugifier: Slugifier,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates entries, or updates what was imported from the same source under the same id. What was changed here since the last
   * import is kept, and what was deleted here is not created again. No two of the entries have the same id.
   */
  async import(
    grant: ProjectGrant,
    entries: readonly ChangelogToImport[],
    mode: ImportMode,
  ): Promise<ImportResults> {
    grant.authorize(permissions.importChangelogs);
    return this.unitOfWork.run(async () => {
      const { projectId } = grant;
      const keys = entries.map(({ externalId }) => externalId);
      const found = await this.changelogs.findImported(projectId, mode.source, keys);
      const comparison = await this.sources.begin(projectId, 'changelog', keys, mode);
      const outcomes: ImportOutcome[] = [];
      for (const [index, entry] of entries.entries()) {
        outcomes.push(
          await this.importOne(grant, entry, found.get(entry.externalId), { comparison, index }, mode),
        );
      }
      if (!mode.dryRun) await this.sources.save(projectId, 'changelog', comparison, mode);
      return { outcomes, remarks: comparison.remarks };
    });
  }

  /** Returns the ids of imported entries by the ids in the source. */
  async idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const found = await this.changelogs.findImported(projectId, source, [...new Set(externalIds)]);
    return new Map([...found].map(([key, { id }]) => [key, id]));
  }

  /** Returns those of the ids in the source whose entries were imported and are deleted. */
  async deletedIds(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    return this.sources.deletedHere({ projectId, source }, 'changelog', externalIds, (keys) =>
      this.changelogs.findImported(projectId, source, keys),
    );
  }

  private async importOne(
    grant: ProjectGrant,
    entry: ChangelogToImport,
    found: FoundChangelog | undefined,
    { comparison, index }: { comparison: SourceComparison; index: number },
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    const error = reasonOf(entry);
    if (error) return error;
    if (comparison.wasDeleted(index, entry.externalId, found)) return 'skipped';
    const loaded = found ? await this.changelogs.load(grant.projectId, found.id) : null;
    const before = loaded ? valuesOf(loaded.before.record) : undefined;
    const after = comparison.merge(index, entry.externalId, found, (values) =>
      mergeValues(values, before, givenValues(entry, before)),
    );
    if (canonicalJson(before) === canonicalJson(after)) return 'skipped';
    if (mode.dryRun) return loaded ? 'updated' : 'created';
    const { tags, ...fields } = after;
    const changes = { ...fields, publishDate: new Date(after.publishDate) };
    if (!loaded) {
      await this.create(grant, entry, changes, await this.tagIdsOf(grant, tags, mode), mode);
      return 'created';
    }
    const { aggregate: stored } = loaded;
    if (mode.notify) {
      await this.service.update(grant, stored.id, { ...changes, tags });
    } else {
      stored.update(changes, grant.caller.userId, this.clock.now());
      stored.replaceTags(await this.tagIdsOf(grant, tags, mode));
      await this.changelogs.save(stored);
    }
    return 'updated';
  }

  private async tagIdsOf(grant: ProjectGrant, names: readonly string[], mode: ImportMode): Promise<string[]> {
    return [...(await this.tags.idsOf(grant, names, mode)).values()];
  }

  private async create(
    grant: ProjectGrant,
    { externalId, origin, authorId, slug }: ChangelogToImport,
    changes: ChangelogChanges & { title: string },
    tagIds: readonly string[],
    { source, notify }: ImportMode,
  ): Promise<void> {
    const { projectId, caller } = grant;
    const isTaken = source === ownSource && isUuid(externalId) && (await this.changelogs.exists(externalId));
    const { id, ...imported } = identityOf({ source, externalId, origin }, isTaken, this.ids);
    const wanted = slugFor(this.slugifier.slugify(slug ?? changes.title));
    const changelog = Changelog.write(
      {
        id,
        projectId,
        authorId: authorId ?? caller.userId,
        slug: await this.changelogs.freeSlug(projectId, wanted),
      },
      changes,
      this.clock.now(),
      tagIds,
    );
    const { record } = await this.changelogs.add(changelog, imported);
    if (!notify) return;
    await this.events.record(grant.event('changelog.created', record));
    if (changelog.announced) await this.events.record(grant.event('changelog.published', record));
  }
}

/** Returns why an entry of another system cannot be stored; null if it can. */
function reasonOf({
  origin: _,
  authorId: __,
  tags = [],
  ...checked
}: ChangelogToImport): ImportFailure | null {
  if (new Set(tags.map(tagKey)).size <= maxTags) return firstError(checked, rules);
  return { code: 'too_many', detail: `An entry can have at most ${maxTags} tags.` };
}

function valuesOf(record: ChangelogSnapshot): EntryValues {
  const { title, summary, content, image, published, publish_date: publishDate, tags } = record;
  return {
    title,
    summary,
    content,
    image,
    published,
    publishDate,
    tags: keysOf(tags.map(({ name }) => name)),
  };
}

/** Returns the values of a valid entry of another system. What it omits is as in the stored entry. */
function givenValues(
  { title, summary, content, image, published, publishDate, tags }: ChangelogToImport,
  stored: EntryValues | undefined,
): EntryValues {
  return {
    title,
    summary,
    content,
    image,
    published,
    publishDate: parseTimestamp(publishDate)!.toISOString(),
    tags: tags ? keysOf(tags) : (stored?.tags ?? []),
  };
}

/** Merges the values of the source with those that are stored, if there are any. */
function mergeValues(
  values: ImportedValues,
  stored: EntryValues | undefined,
  given: EntryValues,
): EntryValues {
  const here = stored ?? given;
  const merge = <K extends keyof EntryValues>(field: K) => values.merge(field, here[field], given[field]);
  return {
    title: merge('title'),
    summary: merge('summary'),
    content: merge('content'),
    image: merge('image'),
    published: merge('published'),
    publishDate: merge('publishDate'),
    tags: values.mergeSet('tags', here.tags, given.tags).sort(),
  };
}

function keysOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map(tagKey))].sort();
}
