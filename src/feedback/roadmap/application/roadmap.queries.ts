import type { ProjectReader, StatusRecord } from '../../../project/index.js';
import type { FeedbackView, ViewedFeedback } from '../../items/application/feedback-view.js';
import type { Versioned } from '../../../shared/records.js';

/** What the roadmap contains. */
export interface RoadmapOptions {
  /** The maximum number of feedback records of each status. */
  readonly limit: number;
  readonly sort: RoadmapSort;
  /** Only feedback on any of the boards with these slugs; `none` stands for feedback on no board. */
  readonly boards?: readonly string[] | undefined;
}

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
   * Returns the statuses on the roadmap, in their order, each with its first feedback. Together they have at most as many
   * bytes as a page: the lists end early if there is more.
   *
   * @throws InvalidInput when the reader sees no board with one of the slugs
   */
  abstract read(
    reader: ProjectReader,
    options: RoadmapOptions,
    view?: FeedbackView,
  ): Promise<Versioned<RoadmapColumnRecord[]>>;
}
