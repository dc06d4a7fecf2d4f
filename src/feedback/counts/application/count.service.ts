import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import type { RevenueSums } from '../../revenue/domain/revenue.repository.js';
import { type Counts, FeedbackRepository } from '../../items/domain/feedback.repository.js';

import { RevenueService } from '../../revenue/application/revenue.service.js';

/** A stored counter that was wrong. */
export interface Miscount {
  readonly feedbackId: string;
  readonly field: keyof Counts | keyof RevenueSums;
  readonly was: number;
  readonly is: number;
}

/** The number of feedback records that one statement checks. */
const batch = 500;

/**
 * Checks the counters derived from votes and comments, and the sums of the companies that want feedback. They can only be wrong
 * if another program wrote to the database.
 */
@Injectable()
export class CountService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly revenue: RevenueService,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts the votes and comments of all feedback of all projects, corrects wrong counters and reports each of them.
   * Can run while users vote and comment: only feedback with a wrong counter is locked, one record at a time. Sums that are
   * only stale are computed, and not reported.
   */
  async check(report: (miscount: Miscount) => void): Promise<{ checked: number; corrected: number }> {
    await this.revenue.refreshStale();
    const totals = { checked: 0, corrected: 0 };
    let after: string | null = null;
    for (;;) {
      const checked = await this.feedback.checkCounts(after, batch);
      const last = checked.at(-1);
      if (!last) return totals;
      after = last.id;
      totals.checked += checked.length;
      for (const { projectId, id } of checked.filter(({ isRight }) => !isRight)) {
        const miscounts = await this.correct(projectId, id);
        totals.corrected += miscounts.length;
        miscounts.forEach(report);
      }
      const wrongSums = await this.checkSums(checked.map(({ id }) => id));
      totals.corrected += wrongSums.length;
      wrongSums.forEach(report);
    }
  }

  private async checkSums(ids: readonly string[]): Promise<Miscount[]> {
    return (await this.revenue.check(ids)).flatMap(({ feedbackId, was, is }) =>
      (['revenue', 'companies'] as const)
        .filter((field) => was[field] !== is[field])
        .map((field) => ({ feedbackId, field, was: was[field], is: is[field] })),
    );
  }

  /** Counts again while the feedback is locked. */
  private async correct(projectId: string, id: string): Promise<Miscount[]> {
    return this.unitOfWork.run(async () => {
      const loaded = await this.feedback.load(projectId, id);
      // It has been deleted in the meantime.
      if (!loaded) return [];
      const { was, is } = await this.feedback.recount(loaded.aggregate);
      return (['upvotes', 'commentCount'] as const)
        .filter((field) => was[field] !== is[field])
        .map((field) => ({ feedbackId: id, field, was: was[field], is: is[field] }));
    });
  }
}
