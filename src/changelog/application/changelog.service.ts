import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Events, previousOf } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../shared/records.js';
import { Slugifier } from '../../shared/slug.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import { Changelog, type ChangelogChanges, slugFor } from '../domain/changelog.js';
import {
  type ChangelogFilter,
  ChangelogQueries,
  type ChangelogRecord,
  notInPrevious,
} from './changelog.queries.js';

/** Writes, publishes and reads the changelog of a project. Only editors can see drafts and scheduled entries. */
@Injectable()
export class ChangelogService {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly queries: ChangelogQueries,
    private readonly slugifier: Slugifier,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws InsufficientRole, InsufficientScope, ProjectNotFound; InvalidInput when a value violates a rule */
  async write(
    grant: ProjectGrant,
    values: ChangelogChanges & { title: string },
  ): Promise<Versioned<ChangelogRecord>> {
    grant.authorize('editor', 'write');
    const { projectId, caller } = grant;
    return this.unitOfWork.run(async () => {
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
      );
      await this.changelogs.add(changelog);
      const written = await this.read(grant, changelog.id);
      await this.events.record(grant.event('changelog.created', written.record));
      if (changelog.announced) await this.events.record(grant.event('changelog.published', written.record));
      return written;
    });
  }

  /**
   * Updates an entry. Separate events are recorded when the entry becomes visible to all members, or stops being so.
   * Otherwise, `published` is a field like any other.
   *
   * @throws InsufficientRole, InsufficientScope, ChangelogNotFound, PreconditionFailed; InvalidInput when a value
   * violates a rule
   */
  async revise(
    grant: ProjectGrant,
    id: string,
    changes: ChangelogChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ChangelogRecord>> {
    grant.authorize('editor', 'write');
    return this.unitOfWork.run(async () => {
      const { changelog, before } = await this.loadForChange(grant, id, precondition);
      const outcome = changelog.revise(changes, grant.caller.userId, this.clock.now());
      await this.changelogs.save(changelog);
      const after = await this.read(grant, id);
      await this.recordUpdateEvents(grant, before, after.record, outcome);
      return after;
    });
  }

  /** @throws InsufficientRole, InsufficientScope, ChangelogNotFound, PreconditionFailed */
  async remove(grant: ProjectGrant, id: string, precondition: Precondition = null): Promise<void> {
    grant.authorize('editor', 'write');
    await this.unitOfWork.run(async () => {
      const { changelog, before } = await this.loadForChange(grant, id, precondition);
      await this.changelogs.remove(changelog);
      await this.events.record(grant.event('changelog.deleted', before));
    });
  }

  /**
   * Announces the scheduled entries of all projects whose `publish_date` has been reached. The flag `announced` is
   * stored with the entry and set in the same transaction as the event, under the lock of the entry. Each entry is
   * therefore announced exactly once, even with several processes, or after a period in which no process ran.
   */
  async announceDue(): Promise<void> {
    while (await this.announceNext());
  }

  /** @throws ChangelogNotFound, also when the caller cannot see the entry yet */
  async read(grant: ProjectGrant, id: string): Promise<Versioned<ChangelogRecord>> {
    const changelog = await this.queries.find(grant.projectId, id, this.visibleAt(grant));
    if (!changelog) throw new ChangelogNotFound();
    return changelog;
  }

  /** Returns a page of the entries that the caller can see, newest `publish_date` first. */
  async list(
    grant: ProjectGrant,
    filter: Omit<ChangelogFilter, 'visibleAt'>,
    page: PageRequest,
  ): Promise<Page<ChangelogRecord>> {
    return this.queries.list(grant.projectId, { ...filter, visibleAt: this.visibleAt(grant) }, page);
  }

  /**
   * Loads an entry, visible or not, and locks it until the current unit of work ends.
   *
   * @throws InsufficientRole, InsufficientScope, ChangelogNotFound
   */
  async load(grant: ProjectGrant, id: string): Promise<Changelog> {
    grant.authorize('editor', 'write');
    const changelog = await this.changelogs.load(grant.projectId, id);
    if (!changelog) throw new ChangelogNotFound();
    return changelog;
  }

  private visibleAt(grant: ProjectGrant): Date | undefined {
    return grant.has('editor') ? undefined : this.clock.now();
  }

  private async announceNext(): Promise<boolean> {
    return this.unitOfWork.run(async () => {
      const now = this.clock.now();
      const changelog = await this.changelogs.loadDue(now);
      if (!changelog) return false;
      await this.announceIfDue(changelog, now);
      return true;
    });
  }

  /** There is no caller: the actor is the user who scheduled the entry. */
  private async announceIfDue(changelog: Changelog, now: Date): Promise<void> {
    if (!changelog.announceIfDue(now)) return;
    const { id, projectId, publisherId } = changelog;
    await this.changelogs.save(changelog);
    const found = await this.queries.find(projectId, id);
    if (!found) throw new ChangelogNotFound();
    await this.events.record({
      type: 'changelog.published',
      projectId,
      actorId: publisherId,
      data: found.record,
    });
  }

  /** An entry that has just become visible is announced before it changes. */
  private async loadForChange(
    grant: ProjectGrant,
    id: string,
    precondition: Precondition,
  ): Promise<{ changelog: Changelog; before: ChangelogRecord }> {
    const changelog = await this.load(grant, id);
    const before = await this.read(grant, id);
    expectVersion(precondition, before);
    await this.announceIfDue(changelog, this.clock.now());
    return { changelog, before: before.record };
  }

  private async recordUpdateEvents(
    grant: ProjectGrant,
    before: ChangelogRecord,
    after: ChangelogRecord,
    outcome: 'published' | 'unpublished' | null,
  ): Promise<void> {
    const { published, ...others } = previousOf(before, after, notInPrevious) ?? {};
    const formerFlag = published === undefined ? {} : { published };
    const updated = outcome ? others : { ...others, ...formerFlag };
    if (Object.keys(updated).length > 0) {
      await this.events.record(grant.event('changelog.updated', after, updated));
    }
    if (outcome) await this.events.record(grant.event(`changelog.${outcome}`, after, formerFlag));
  }
}
