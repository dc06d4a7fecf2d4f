import { Injectable } from '@nestjs/common';
import type { ChangelogMember, ViewedChangelog } from '../../entries/application/changelog-view.js';
import { ChangelogService } from '../../entries/application/changelog.service.js';
import {
  type IncludableField,
  FeedbackQueries,
  FeedbackService,
  type ViewedFeedback,
  viewOf,
} from '../../../feedback/index.js';
import {
  deletedResult,
  type ImportRun,
  type Known,
  type ProjectAccess,
  type RecordImporter,
} from '../../../project/index.js';
import { Events } from '../../../shared/events.js';
import type { ImportResult } from '../../../shared/imports.js';
import type { PortableLink } from '../../../shared/portable-records.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { maxLinks, TooManyLinks } from '../domain/feedback-link.errors.js';
import { FeedbackLinkRepository } from '../domain/feedback-link.repository.js';
import { permissions } from './permissions.js';

/**
 * Links changelog entries to the feedback that they answer. A link to merged feedback counts as a link to its target.
 * Links are deleted with the entry or the feedback.
 */
@Injectable()
export class FeedbackLinkService implements RecordImporter<PortableLink> {
  constructor(
    private readonly links: FeedbackLinkRepository,
    private readonly changelogs: ChangelogService,
    private readonly feedback: FeedbackService,
    private readonly feedbackQueries: FeedbackQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Links an entry to feedback. Linking again changes nothing.
   *
   * @throws ChangelogNotFound, FeedbackNotFound, FeedbackMerged, NotApproved, TooManyLinks
   */
  async link(
    access: ProjectAccess,
    changelogId: string,
    feedbackId: string,
    include?: readonly IncludableField[],
  ): Promise<{ feedback: Versioned<ViewedFeedback>; created: boolean }> {
    access.authorize(permissions.linkChangelogFeedback);
    return this.unitOfWork.run(async () => {
      const { entryId, group, id } = await this.lock(access, changelogId, feedbackId);
      const linked = await this.links.feedbackOf(entryId);
      const created = !group.some((each) => linked.includes(each));
      if (created) {
        await this.feedback.requireApproved(access, id);
        const entries = await this.links.changelogsOf(group);
        if (linked.length >= maxLinks || entries.length >= maxLinks) throw new TooManyLinks();
        await this.links.add(entryId, id);
        await this.record(access, 'changelog.feedback_linked', entryId, id);
      }
      return { feedback: await this.feedback.read(access, id, viewOf(access, include)), created };
    });
  }

  /** Imports links between entries and feedback. A link that exists is skipped, and so is one that was removed here. */
  async import(
    { access, mode }: ImportRun,
    records: readonly PortableLink[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    access.authorize(permissions.importLinks);
    return this.unitOfWork.run(async () => {
      const linked = new Map<string, Set<string>>();
      const results: ImportResult[] = [];
      for (const [index, { changelog, feedback }] of records.entries()) {
        const already = linked.get(changelog) ?? new Set(await this.links.feedbackOf(changelog));
        linked.set(changelog, already);
        if (already.has(feedback)) {
          results.push({ outcome: 'skipped' });
        } else if (known[index]) {
          results.push(deletedResult);
        } else if (
          already.size >= maxLinks ||
          (await this.links.changelogsOf([feedback])).length >= maxLinks
        ) {
          const { code, message: detail } = new TooManyLinks();
          results.push({ outcome: { code, detail } });
        } else {
          already.add(feedback);
          results.push({ outcome: 'created' });
          await this.links.add(changelog, feedback);
          if (mode.notify) await this.record(access, 'changelog.feedback_linked', changelog, feedback);
        }
      }
      return results;
    });
  }

  /**
   * Removes the links of an entry to feedback and to feedback merged into it, if there are any.
   *
   * @throws ChangelogNotFound, FeedbackNotFound, FeedbackMerged
   */
  async unlink(access: ProjectAccess, changelogId: string, feedbackId: string): Promise<void> {
    access.authorize(permissions.unlinkChangelogFeedback);
    await this.unitOfWork.run(async () => {
      const { entryId, group, id } = await this.lock(access, changelogId, feedbackId);
      if (!(await this.links.remove(entryId, group))) return;
      await this.record(access, 'changelog.feedback_unlinked', entryId, id);
    });
  }

  /** Returns a page of the feedback that an entry is linked to, newest first. @throws ChangelogNotFound */
  async feedbackOf(
    access: ProjectAccess,
    changelogId: string,
    page: PageRequest,
    include?: readonly IncludableField[],
  ): Promise<Page<ViewedFeedback>> {
    access.authorize(permissions.read);
    const { record } = await this.changelogs.read(access, changelogId);
    const ids = await this.links.feedbackOf(record.id);
    return this.feedbackQueries.list(access.reader, { ids }, 'newest', page, viewOf(access, include));
  }

  /**
   * Returns a page of the entries that are linked to feedback and that the caller can see, newest first.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async changelogsOf(
    access: ProjectAccess,
    feedbackId: string,
    page: PageRequest,
    include?: readonly ChangelogMember[],
  ): Promise<Page<ViewedChangelog>> {
    access.authorize(permissions.read);
    const ids = await this.links.changelogsOf(await this.feedback.group(access, feedbackId));
    return this.changelogs.list(access, { ids }, page, include);
  }

  /**
   * Locks the entry and the feedback until the unit of work ends: neither is deleted, the feedback is not merged, and no
   * other unit of work links or unlinks them. `group` contains the feedback and what is merged into it.
   */
  private async lock(
    access: ProjectAccess,
    changelogId: string,
    feedbackId: string,
  ): Promise<{ entryId: string; id: string; group: string[] }> {
    const { aggregate: entry } = await this.changelogs.load(access, changelogId);
    const { id } = await this.feedback.load(access, feedbackId);
    return { entryId: entry.id, id, group: await this.feedback.group(access, id) };
  }

  private async record(
    access: ProjectAccess,
    type: 'changelog.feedback_linked' | 'changelog.feedback_unlinked',
    changelogId: string,
    feedbackId: string,
  ): Promise<void> {
    await this.events.record(access.event(type, { changelog_id: changelogId, feedback_id: feedbackId }));
  }
}
