import { Injectable } from '@nestjs/common';
import { AttachmentService } from '../../../attachments/index.js';
import {
  type CustomFieldRecord,
  type FieldFilter,
  type FieldSort,
  isFieldSort,
  parseFieldFilters,
  parseFieldSort,
  type ProjectAccess,
  tagKey,
  TagService,
} from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import {
  expectVersion,
  type Locked,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../../shared/records.js';
import { Slugifier } from '../../../shared/slug.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import {
  Changelog,
  type ChangelogRecord,
  type ChangelogSnapshot,
  type EntryChanges,
  recordOf,
  slugFor,
} from '../domain/changelog.js';
import { ChangelogPolicy } from './changelog-policy.js';
import { entryCreatedEvents, entryUpdateEvents } from './entry-events.js';
import { ChangelogFields } from './changelog-fields.js';
import { type ChangelogFilter, ChangelogQueries, type ChangelogSort } from './changelog.queries.js';
import type { ChangelogMember, ChangelogView, ViewedChangelog } from './changelog-view.js';
import { permissions } from './permissions.js';

/** The filters and the order of a list, with fields as a request has them. */
export interface ChangelogListFilter extends Omit<ChangelogFilter, 'visibleAt' | 'now' | 'fields' | 'sort'> {
  fields?: readonly FieldFilter[] | undefined;
  sort?: ChangelogSort | FieldSort | undefined;
}

/** Writes, publishes and reads the changelog of a project. Only editors can see drafts and scheduled entries. */
@Injectable()
export class ChangelogService {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly tags: TagService,
    private readonly queries: ChangelogQueries,
    private readonly slugifier: Slugifier,
    private readonly attachments: AttachmentService,
    private readonly policy: ChangelogPolicy,
    private readonly fields: ChangelogFields,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws ProjectNotFound; InvalidInput when a value violates a rule, or a tag does not exist */
  async create(
    access: ProjectAccess,
    values: EntryChanges & { title: string },
  ): Promise<Versioned<ChangelogRecord>> {
    access.authorize(permissions.createChangelog);
    const { projectId, caller } = access;
    return this.unitOfWork.run(async () => {
      await this.policy.before({ useCase: 'createChangelog', access, change: values });
      const tagIds = await this.tags.idsOf(access, values.tags ?? []);
      const wanted = slugFor(this.slugifier.slugify(values.title));
      const changelog = Changelog.write(
        {
          id: this.ids.next(),
          projectId,
          authorId: caller.userId,
          slug: await this.changelogs.freeSlug(projectId, wanted),
        },
        values,
        this.clock.now(),
        tagIds,
      );
      this.fields.setFirst(access, (given) => changelog.changeFields(given), values.fields);
      changelog.replaceAttachments(await this.attachments.replace(access, changelog, values.attachmentIds));
      const written = await this.changelogs.add(changelog);
      await this.events.recordAll(entryCreatedEvents(access, written.record, changelog.announced));
      return recordOf(written);
    });
  }

  /**
   * Updates an entry. Separate events are recorded when the entry becomes visible to all members, or stops being so.
   * Otherwise, `published` is a field like any other.
   *
   * @throws ChangelogNotFound, PreconditionFailed; InvalidInput when a value
   * violates a rule, or a tag does not exist
   */
  async update(
    access: ProjectAccess,
    id: string,
    changes: EntryChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ChangelogRecord>> {
    access.authorize(permissions.updateChangelog);
    return this.unitOfWork.run(async () => {
      const { aggregate: changelog, before } = await this.loadForChange(access, id, precondition);
      const { record } = recordOf(before);
      this.fields.set(access, (given) => changelog.changeFields(given), changes.fields);
      await this.policy.before({ useCase: 'updateChangelog', access, record, change: changes });
      if (changes.tags && !isTaggedWith(before.record, changes.tags)) {
        changelog.replaceTags(await this.tags.idsOf(access, changes.tags));
      }
      const outcome = changelog.update(changes, access.caller.userId, this.clock.now());
      changelog.replaceAttachments(await this.attachments.replace(access, changelog, changes.attachmentIds));
      const after = await this.changelogs.save(changelog);
      await this.events.recordAll(entryUpdateEvents(access, before.record, after.record, outcome));
      return recordOf(after);
    });
  }

  /** @throws ChangelogNotFound, PreconditionFailed */
  async remove(access: ProjectAccess, id: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteChangelog);
    await this.unitOfWork.run(async () => {
      const { aggregate, before } = await this.loadForChange(access, id, precondition);
      await this.policy.before({ useCase: 'deleteChangelog', access, record: recordOf(before).record });
      await this.changelogs.remove(aggregate);
      await this.events.record(access.event('changelog.deleted', before.record));
    });
  }

  /**
   * Announces the scheduled entries of all projects whose `publish_date` has been reached. The flag `announced` is
   * stored with the entry and set in the same transaction as the event, under the lock of the entry. Each entry is
   * therefore announced exactly once, even with several processes, or after a period in which no process ran.
   *
   * @throws the error of the first entry that could not be announced, after all others
   */
  async announceDue(): Promise<void> {
    const failed = new Map<string, unknown>();
    while (await this.announceNext(failed));
    for (const error of failed.values()) throw error;
  }

  /** @throws ChangelogNotFound, also when the caller cannot see the entry yet */
  async read(
    access: ProjectAccess,
    id: string,
    include?: readonly ChangelogMember[],
  ): Promise<Versioned<ViewedChangelog>> {
    access.authorize(permissions.read);
    const changelog = await this.queries.find(
      access.projectId,
      id,
      this.visibleAt(access),
      this.viewOf(access, include),
    );
    if (!changelog) throw new ChangelogNotFound();
    return changelog;
  }

  /**
   * Returns a page of the entries that the caller can see, newest `publish_date` first.
   *
   * @throws InvalidInput when a filter or the order does not fit a field that the caller can see
   */
  async list(
    access: ProjectAccess,
    { fields = [], sort, ...filter }: ChangelogListFilter,
    page: PageRequest,
    include?: readonly ChangelogMember[],
  ): Promise<Page<ViewedChangelog>> {
    access.authorize(permissions.read);
    const times = { now: this.clock.now(), visibleAt: this.visibleAt(access) };
    const byFields = {
      fields: parseFieldFilters(this.visibleFields(access), fields),
      sort: sort && isFieldSort(sort) ? parseFieldSort(this.visibleFields(access), sort) : sort,
    };
    return this.queries.list(
      access.projectId,
      { ...filter, ...byFields, ...times },
      page,
      this.viewOf(access, include),
    );
  }

  /** Returns an entry that has been written, with the additional members that the caller asked for. */
  async withMembers(
    access: ProjectAccess,
    written: Versioned<ChangelogRecord>,
    include: readonly ChangelogMember[] | undefined,
  ): Promise<Versioned<ViewedChangelog>> {
    access.authorize(permissions.read);
    return include?.length ? this.read(access, written.record.id, include) : written;
  }

  /**
   * Loads an entry, published or not, and locks it until the current unit of work ends.
   *
   * @throws ChangelogNotFound
   */
  async load(access: ProjectAccess, id: string): Promise<Locked<Changelog, ChangelogSnapshot>> {
    access.authorize(permissions.updateChangelog);
    const loaded = await this.changelogs.load(access.projectId, id);
    if (!loaded || !(await this.isShown(access, id))) throw new ChangelogNotFound();
    return loaded;
  }

  /**
   * Returns whether a host does not hide an entry from the caller.
   *
   * @internal
   */
  async isShown(access: ProjectAccess, id: string): Promise<boolean> {
    access.authorize(permissions.read);
    if (!access.conditions.changelog) return true;
    return (await this.queries.find(access.projectId, id, undefined, this.viewOf(access))) !== null;
  }

  /**
   * Announces a scheduled entry that has become visible, before it changes. There is no caller: the actor is the user who scheduled
   * it. The entry must be locked.
   *
   * @internal
   */
  async announceIfDue(changelog: Changelog, now: Date): Promise<void> {
    if (!changelog.announce(now)) return;
    const { projectId, publisherId } = changelog;
    const { record: data } = await this.changelogs.save(changelog);
    await this.events.record({ type: 'changelog.published', projectId, actorId: publisherId, data });
  }

  private viewOf(access: ProjectAccess, include: readonly ChangelogMember[] = []): ChangelogView | undefined {
    const { reader } = access;
    if (include.length === 0 && !reader.conditions.changelog) return undefined;
    const fieldKeys = this.visibleFields(access).map(({ key }) => key);
    return { include, now: this.clock.now(), reader, fieldKeys };
  }

  /** Returns the fields that the caller can see. */
  private visibleFields(access: ProjectAccess): readonly CustomFieldRecord[] {
    return this.fields.visibleTo(access.has('editor'));
  }

  private visibleAt(access: ProjectAccess): Date | undefined {
    return access.has('editor') ? undefined : this.clock.now();
  }

  /**
   * Announces the next entry that is due. Returns whether there was one.
   *
   * @param failed the errors of entries that could not be announced, such as by a handler of a host
   */
  private async announceNext(failed: Map<string, unknown>): Promise<boolean> {
    let id: string | undefined;
    try {
      await this.unitOfWork.run(async () => {
        const now = this.clock.now();
        const loaded = await this.changelogs.loadDue(now, [...failed.keys()]);
        id = loaded?.aggregate.id;
        if (loaded) await this.announceIfDue(loaded.aggregate, now);
      });
    } catch (error) {
      if (id === undefined || failed.has(id)) throw error;
      failed.set(id, error);
    }
    return id !== undefined;
  }

  /** An entry that has just become visible is announced before it changes. */
  private async loadForChange(
    access: ProjectAccess,
    id: string,
    precondition: Precondition,
  ): Promise<Locked<Changelog, ChangelogSnapshot>> {
    const loaded = await this.load(access, id);
    expectVersion(precondition, loaded.before);
    await this.announceIfDue(loaded.aggregate, this.clock.now());
    return loaded;
  }
}

/** Returns whether an entry has exactly the tags with these names, as when it is sent back. Then they need not be looked up. */
function isTaggedWith({ tags }: ChangelogSnapshot, names: readonly string[]): boolean {
  const keys = new Set(names.map(tagKey));
  return keys.size === tags.length && tags.every(({ name }) => keys.has(tagKey(name)));
}
