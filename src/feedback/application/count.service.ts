import { Injectable } from '@nestjs/common';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { type Counts, FeedbackRepository } from '../domain/feedback.repository.js';

/** A number that was not what there was to count. */
export interface Miscount {
  readonly feedbackId: string;
  readonly field: keyof Counts;
  readonly was: number;
  readonly is: number;
}

/** Feedback that one statement checks. */
const batch = 500;

/** Checks the numbers that are stored with feedback. They are always right, unless somebody else wrote to the database. */
@Injectable()
export class CountService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * Counts the votes and comments of all feedback of all projects, mends the numbers that differ and tells of each. While
   * others vote and comment, too: only feedback that differs is locked, one at a time.
   */
  async check(report: (miscount: Miscount) => void): Promise<{ checked: number; mended: number }> {
    const totals = { checked: 0, mended: 0 };
    let after: string | null = null;
    for (;;) {
      const checked = await this.feedback.checkCounts(after, batch);
      const last = checked.at(-1);
      if (!last) return totals;
      after = last.id;
      totals.checked += checked.length;
      for (const { projectId, id } of checked.filter(({ isRight }) => !isRight)) {
        const miscounts = await this.mend(projectId, id);
        totals.mended += miscounts.length;
        miscounts.forEach(report);
      }
    }
  }

  /** Counts again, under a lock. */
  private async mend(projectId: string, id: string): Promise<Miscount[]> {
    return this.unitOfWork.run(async () => {
      const feedback = await this.feedback.load(projectId, id);
      // It was deleted just now.
      if (!feedback) return [];
      const { was, is } = await this.feedback.recount(feedback);
      return (['upvotes', 'commentCount'] as const)
        .filter((field) => was[field] !== is[field])
        .map((field) => ({ feedbackId: id, field, was: was[field], is: is[field] }));
    });
  }
}
