import type { ComparableFeedback } from '../domain/duplicate-finder.js';
import type { ComparedTexts, TermStatistics } from '../domain/duplicate-score.js';

/** Feedback with its terms. */
export interface Candidate extends ComparedTexts {
  readonly id: string;
}

/** Reads the feedback that comparisons are about. */
export abstract class Candidates {
  /** Returns the given feedback that is approved and not merged. */
  abstract comparable(projectId: string, ids: readonly string[]): Promise<ComparableFeedback[]>;

  /** Returns how frequent terms are in the newest feedback of a project. */
  abstract statistics(projectId: string): Promise<TermStatistics>;

  /**
   * Returns a record with its terms, up to 100 records of the project that share the rarest of them, and up to 100 with which it is
   * suggested, so that these suggestions stay if they are still right. What it reads hardly grows with the project, unless all
   * words of the title are frequent in it. Other requests are served between the candidates, whose texts may be long.
   */
  abstract of(
    projectId: string,
    feedback: ComparableFeedback,
    statistics: TermStatistics,
  ): Promise<{ readonly subject: Candidate; readonly candidates: AsyncIterable<Candidate> }>;
}
