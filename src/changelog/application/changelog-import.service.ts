import { Injectable } from '@nestjs/common';
import { maxTags, type ProjectGrant, TagImportService, tagKey } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import {
  identityOf,
  type ImportMode,
  type ImportOutcome,
  ownSource,
  type RecordOrigin,
} from '../../shared/imports.js';
import { firstError, isUuid, parseTimestamp, text } from '../../shared/rules.js';
import { Slugifier } from '../../shared/slug.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import { Changelog, type ChangelogChanges, changelogRules, slugFor } from '../domain/changelog.js';
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

/** What entries of a file can refer to. */
interface KnownReferences {
  /** Ids of the entries that are stored, by their ids in the source. */
  readonly ids: ReadonlyMap<string, string>;
  /** Ids of tags by the form of their names that is unique. */
  readonly tagIds: ReadonlyMap<string, string>;
}

/** Stores changelog entries of other systems. Entries that are visible already are not announced. */
@Injectable()
export class ChangelogImportService {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly service: ChangelogService,
    private readonly tags: TagImportService,
    private readonly slugifier: Slugifier,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates entries, or updates what was imported from the same source under the same id. Returns the outcomes in the order of
   * the entries, of which no two have the same id.
   */
  async import(
    grant: ProjectGrant,
    entries: readonly ChangelogToImport[],
    mode: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importChangelogs);
    return this.unitOfWork.run(async () => {
      const ids = await this.idsOf(
        grant.projectId,
        mode.source,
        entries.map(({ externalId }) => externalId),
      );
      const names = entries.flatMap(({ tags = [] }) => tags);
      const tagIds = await this.tags.idsOf(grant, names, mode);
      const outcomes: ImportOutcome[] = [];
      for (const entry of entries) outcomes.push(await this.importOne(grant, entry, { ids, tagIds }, mode));
      return outcomes;
    });
  }

  /** Returns the ids of imported entries by the ids in the source. */
  async idsOf(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    return this.changelogs.findImported(projectId, source, [...new Set(externalIds)]);
  }

  private async importOne(
    grant: ProjectGrant,
    entry: ChangelogToImport,
    { ids, tagIds: all }: KnownReferences,
    mode: ImportMode,
  ): Promise<ImportOutcome> {
    const { externalId, title, summary, content, image, published, publishDate, slug } = entry;
    const error = firstError(
      { externalId, title, summary, content, image, published, publishDate, slug },
      rules,
    );
    if (error) return error;
    const { tags } = entry;
    const tagIds = tags && [...new Set(tags.map((name) => all.get(tagKey(name))!))];
    if ((tagIds?.length ?? 0) > maxTags) {
      return { code: 'too_many', detail: `An entry can have at most ${maxTags} tags.` };
    }
    const changes = { title, summary, content, image, published, publishDate: parseTimestamp(publishDate)! };
    const id = ids.get(externalId);
    const loaded = id === undefined ? null : await this.changelogs.load(grant.projectId, id);
    const stored = loaded?.aggregate;
    if (stored && isSame(stored, changes) && (!tagIds || stored.hasTags(tagIds))) return 'skipped';
    if (mode.dryRun) return stored ? 'updated' : 'created';
    if (stored && mode.notify) {
      await this.service.update(grant, stored.id, { ...changes, tags });
    } else if (stored) {
      stored.update(changes, grant.caller.userId, this.clock.now());
      if (tagIds) stored.replaceTags(tagIds);
      await this.changelogs.save(stored);
    } else {
      await this.create(grant, entry, changes, tagIds, mode);
    }
    return stored ? 'updated' : 'created';
  }

  private async create(
    grant: ProjectGrant,
    { externalId, origin, authorId, slug }: ChangelogToImport,
    changes: ChangelogChanges & { title: string },
    tagIds: readonly string[] | undefined,
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

function isSame(stored: Changelog, changes: Required<ChangelogChanges>): boolean {
  return (
    (['title', 'summary', 'content', 'image', 'published'] as const).every(
      (field) => stored[field] === changes[field],
    ) && stored.publishDate.getTime() === changes.publishDate?.getTime()
  );
}
