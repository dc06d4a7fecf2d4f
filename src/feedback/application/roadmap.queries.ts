import type { StatusRecord } from '../../project/index.js';
import type { FeedbackView, ViewedFeedback } from './feedback-view.js';

export const roadmapSorts = ['most_upvoted', 'newest'] as const;

export type RoadmapSort = (typeof roadmapSorts)[number];

/** A status on the roadmap with its feedback. */
export interface RoadmapColumnRecord {
  status: StatusRecord;
  /** Number of feedback records with the status that are not merged. */
  count: number;
  /** The first of them. */
  feedback: ViewedFeedback[];
}

/** Reads the roadmap of projects. */
export abstract class RoadmapQueries {
  /**
   * Returns the statuses on the roadmap, in their order, each with its first feedback.
   *
   * @param limit the maximum number of feedback records of each status
   */
  abstract read(
    projectId: string,
    options: { readonly limit: number; readonly sort: RoadmapSort },
    view?: FeedbackView,
  ): Promise<RoadmapColumnRecord[]>;
}
