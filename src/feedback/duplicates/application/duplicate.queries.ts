import type { FeedbackRecord } from '../../items/domain/feedback.js';
import type { ProjectReader } from '../../../project/index.js';
import type { Page, PageRequest } from '../../../shared/records.js';
import type { DuplicateReason } from '../domain/duplicate-finder.js';

/** A suggestion as the API returns it. */
export interface DuplicateRecord {
  id: string;
  /** The record that was created later. */
  feedback: FeedbackRecord;
  /** What it may be a duplicate of. */
  of: FeedbackRecord;
  /** How certain it is, from 0 to 1. */
  score: number;
  reasons: DuplicateReason[];
  dismissed: boolean;
  created_at: string;
}

/** A suggestion with the ids of its feedback. */
export interface StoredDuplicate extends Omit<DuplicateRecord, 'feedback' | 'of'> {
  feedback_id: string;
  of_id: string;
}

export const duplicateSorts = ['best', 'newest'] as const;

export type DuplicateSort = (typeof duplicateSorts)[number];

/** Which suggestions are listed. */
export interface DuplicateFilter {
  /** Only those with this record, as either of the two. */
  readonly feedbackId?: string;
  /** Whether dismissed ones are listed, instead of open ones. */
  readonly dismissed: boolean;
}

/** Reads suggestions. Those with feedback that has been merged, or is not approved, do not exist. */
export abstract class DuplicateQueries {
  /** Returns a page of the suggestions of a project without those that a host hides from the reader. */
  abstract list(
    reader: Pick<ProjectReader, 'projectId' | 'conditions'>,
    filter: DuplicateFilter,
    sort: DuplicateSort,
    page: PageRequest,
  ): Promise<Page<StoredDuplicate>>;

  /** Returns null when it does not exist, or the id is not a UUID. */
  abstract find(projectId: string, id: string): Promise<StoredDuplicate | null>;
}
