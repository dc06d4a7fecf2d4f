import { Injectable } from '@nestjs/common';
import { FeedbackQueries } from '../../items/application/feedback.queries.js';
import { FeedbackService } from '../../items/application/feedback.service.js';
import type { ProjectAccess } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { DuplicateNotFound } from '../domain/duplicate.errors.js';
import { DuplicateRepository } from '../domain/duplicate.repository.js';
import {
  DuplicateQueries,
  type DuplicateRecord,
  type DuplicateSort,
  type StoredDuplicate,
} from './duplicate.queries.js';
import { permissions } from './permissions.js';

/** Lists the suggested duplicates of a project for its editors, and dismisses them. */
@Injectable()
export class DuplicateService {
  constructor(
    private readonly duplicates: DuplicateRepository,
    private readonly queries: DuplicateQueries,
    private readonly feedback: FeedbackService,
    private readonly feedbackQueries: FeedbackQueries,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /** Returns a page of the suggestions of a project. */
  async list(
    access: ProjectAccess,
    {
      dismissed = false,
      sort = 'best',
    }: { dismissed?: boolean | undefined; sort?: DuplicateSort | undefined },
    page: PageRequest,
  ): Promise<Page<DuplicateRecord>> {
    access.authorize(permissions.listDuplicates);
    return this.withFeedback(access, page, (part) =>
      this.queries.list(access.reader, { dismissed }, sort, part),
    );
  }

  /** Returns a page of the suggestions with a record, the best first. @throws FeedbackNotFound, FeedbackMerged */
  async listOf(
    access: ProjectAccess,
    id: string,
    { dismissed = false }: { dismissed?: boolean | undefined },
    page: PageRequest,
  ): Promise<Page<DuplicateRecord>> {
    access.authorize(permissions.listDuplicates);
    const [feedbackId] = await this.feedback.group(access, id);
    const filter = { feedbackId: feedbackId!, dismissed };
    return this.withFeedback(access, page, (part) => this.queries.list(access.reader, filter, 'best', part));
  }

  /**
   * Dismisses a suggestion, or makes it open again. A dismissed pair is not suggested again, whichever of the two changes.
   *
   * @param dismissed omitted: nothing changes
   * @throws DuplicateNotFound
   */
  async setDismissed(access: ProjectAccess, id: string, dismissed?: boolean): Promise<DuplicateRecord> {
    access.authorize(permissions.updateDuplicate);
    return this.unitOfWork.run(async () => {
      const stored = await this.queries.find(access.projectId, id);
      const [record] = stored ? (await this.recordsOf(access, [stored])).records : [];
      if (!record) throw new DuplicateNotFound();
      if (dismissed === undefined || dismissed === record.dismissed) return record;
      if (!(await this.duplicates.setDismissed(access.projectId, id, dismissed)))
        throw new DuplicateNotFound();
      return { ...record, dismissed };
    });
  }

  /** Returns a page with the feedback of its suggestions. It ends early if they have more bytes than a page. */
  private async withFeedback(
    access: ProjectAccess,
    page: PageRequest,
    list: (page: PageRequest) => Promise<Page<StoredDuplicate>>,
  ): Promise<Page<DuplicateRecord>> {
    const { records: stored, next, total } = await list(page);
    const { records, length } = await this.recordsOf(access, stored);
    // The position of the last one is known to the list only.
    const shorter = length < stored.length ? await list({ ...page, limit: length, count: false }) : undefined;
    return {
      records,
      ...(shorter?.next ? { next: shorter.next } : next && { next }),
      ...(total !== undefined && { total }),
    };
  }

  /**
   * Returns the suggestions whose feedback the reader can see, of the first suggestions whose feedback fits into a page: two
   * records always do.
   */
  private async recordsOf(
    access: ProjectAccess,
    stored: readonly StoredDuplicate[],
  ): Promise<{ records: DuplicateRecord[]; length: number }> {
    if (stored.length === 0) return { records: [], length: 0 };
    const ids = [...new Set(stored.flatMap((each) => [each.feedback_id, each.of_id]))];
    const found = await this.feedbackQueries.findFirst(access.reader, ids);
    const byId = new Map(found.records.map((record) => [record.id, record]));
    const read = found.next ? ids.slice(0, ids.indexOf(found.records.at(-1)!.id) + 1) : ids;
    const isRead = new Set(read);
    const isCut = ({ feedback_id, of_id }: StoredDuplicate) => !isRead.has(feedback_id) || !isRead.has(of_id);
    const cut = stored.findIndex(isCut);
    const length = cut === -1 ? stored.length : cut;
    const records = stored.slice(0, length).flatMap(({ id, feedback_id, of_id, ...rest }) => {
      const [feedback, of] = [byId.get(feedback_id), byId.get(of_id)];
      return feedback && of ? [{ id, feedback, of, ...rest }] : [];
    });
    return { records, length };
  }
}
