import { Injectable } from '@nestjs/common';
import { type EventHeader, TransactionalEventHandler } from '../../../events/index.js';
import { Clock } from '../../../shared/clock.js';
import { Ids } from '../../../shared/ids.js';
import { isUuid } from '../../../shared/rules.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { DuplicateFinder, duplicateReasons, type FoundDuplicate } from '../domain/duplicate-finder.js';
import { DuplicateJobs } from '../domain/duplicate-jobs.js';
import { DuplicateRepository } from '../domain/duplicate.repository.js';
import { Candidates } from './candidates.js';

/** The number of records that are compared and stored at once. */
const batchSize = 20;

/** The events after which feedback is compared. Only changes of what is compared count: see the repository. */
const changes = new Set(['feedback.created', 'feedback.updated', 'feedback.merged', 'feedback.unmerged']);

/**
 * Compares new and changed feedback with the other feedback of its project.
 *
 * It follows the feed, so that a request costs no more than without it. The relay marks feedback and adds one job for each project,
 * however much feedback is marked.
 */
@Injectable()
export class ComparisonService extends TransactionalEventHandler {
  constructor(
    private readonly duplicates: DuplicateRepository,
    private readonly candidates: Candidates,
    private readonly finder: DuplicateFinder,
    private readonly jobs: DuplicateJobs,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {
    super();
  }

  override async handle(events: readonly EventHeader[]): Promise<void> {
    const idsOf = (isWanted: (type: string) => boolean) =>
      events.filter(({ type }) => isWanted(type)).map(({ id }) => id);
    const changed = idsOf((type) => changes.has(type));
    const projects = changed.length > 0 ? await this.duplicates.markChanged(changed) : [];
    for (const projectId of projects) await this.jobs.compare(projectId);
    const ended = idsOf((type) => type === 'import.completed');
    const imports = ended.length > 0 ? await this.duplicates.endedImports(ended) : [];
    for (const { projectId, since } of imports) await this.jobs.markImported(projectId, since);
  }

  /** Marks the feedback that an import has stored. */
  async markImported(projectId: string, since: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      await this.duplicates.markSince(projectId, since);
      await this.jobs.compare(projectId);
    });
  }

  /**
   * Compares some of the marked feedback of a project. If it is interrupted, this stays marked.
   *
   * @returns whether more may be marked
   */
  async compare(projectId: string, signal: AbortSignal): Promise<boolean> {
    const marks = await this.duplicates.marks(projectId, batchSize);
    if (marks.length === 0) return false;
    const feedback = await this.candidates.comparable(
      projectId,
      marks.map(({ feedbackId }) => feedbackId),
    );
    const found = feedback.length > 0 ? await this.finder.find(projectId, feedback, signal) : [];
    const duplicatesOf = new Map(feedback.map(({ id }, index) => [id, normalized(found[index] ?? [])]));
    await this.unitOfWork.run(async () => {
      // In the order of ids, as the relay marks them, so that the two do not deadlock.
      for (const mark of marks.toSorted((a, b) => (a.feedbackId < b.feedbackId ? -1 : 1))) {
        const duplicates = duplicatesOf.get(mark.feedbackId) ?? [];
        const newIds = duplicates.map(() => this.ids.next());
        await this.duplicates.replace(projectId, mark, duplicates, newIds, this.clock.now());
      }
    });
    return marks.length === batchSize;
  }
}

/** Returns what can be stored of what a finder has returned: each id once with its best score, the best first. */
function normalized(found: readonly FoundDuplicate[]): FoundDuplicate[] {
  const best = new Map<string, FoundDuplicate>();
  const valid = found.filter((each) => isUuid(each?.id) && Number.isFinite(each.score));
  for (const each of valid.sort((one, other) => other.score - one.score)) {
    const id = each.id.toLowerCase();
    const reasons = [each.reasons].flat().filter((reason) => duplicateReasons.includes(reason));
    if (!best.has(id)) best.set(id, { ...each, id, reasons });
  }
  return [...best.values()];
}
