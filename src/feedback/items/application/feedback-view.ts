import { includesScope } from '../../../identity/index.js';
import {
  type HiddenBoards,
  InsufficientRole,
  nothingHidden,
  type ProjectAccess,
  type VisibilityConditions,
} from '../../../project/index.js';
import type { ShownPeople } from '../../../shared/records.js';
import type { FeedbackRecord } from '../domain/feedback.js';
import type { FeedbackSnapshot } from '../domain/feedback-snapshot.js';
import type { StatusChangeRecord } from '../../status-changes/application/status-change.queries.js';

/** The properties that a reader can ask for beyond the ones that all feedback has. */
export interface IncludableFields extends Omit<FeedbackSnapshot, keyof FeedbackRecord> {
  /** What concerns the reader. */
  viewer: {
    /** Whether they voted for it, or for feedback merged into it. */
    voted: boolean;
    /** Whether they are subscribed to it, or to feedback merged into it. */
    subscribed: boolean;
    /** Whether they can update and delete it. */
    can_edit: boolean;
  };
  /** The changes of the status, oldest first; of more than a hundred, the newest. */
  status_changes: Omit<StatusChangeRecord, 'id' | 'user'>[];
}

export type IncludableField = keyof IncludableFields;

/** The names of the members, in the order in which records have them. */
export const includableFields = [
  'board',
  'fields',
  'assignee',
  'estimated_date',
  'updated_at',
  'status_changed_at',
  'status_changes',
  'merged_ids',
  'response',
  'attachments',
  'approval',
  'pinned',
  'comments_locked',
  'viewer',
  'source',
  'metadata',
  'revenue',
  'companies',
] as const satisfies readonly IncludableField[];

/** A record with the members that were asked for. */
export type ViewedFeedback = FeedbackRecord & Partial<IncludableFields>;

/** How a reader wants to see feedback. */
export interface FeedbackView {
  /** Additional members. */
  readonly include: readonly IncludableField[];
  readonly readerId: string;
  /** The feedback that the reader can update and delete. */
  readonly edits: 'all' | 'own' | 'none';
  readonly hiddenBoards: HiddenBoards;
  /** Keys of the fields that the reader cannot see. */
  readonly hiddenFields: readonly string[];
  readonly seesUnapproved: boolean;
  /** What a host requires of the records that the reader can see. */
  readonly conditions: VisibilityConditions;
  readonly people?: ShownPeople;
}

/** The view of nobody in particular: all members of a {@link FeedbackSnapshot}. */
export const snapshotView: FeedbackView = {
  include: includableFields.filter((name) => name !== 'viewer' && name !== 'status_changes'),
  readerId: '',
  edits: 'none',
  hiddenBoards: nothingHidden,
  hiddenFields: [],
  seesUnapproved: true,
  conditions: {},
};

const readingRevenue = 'Reading the revenue and companies of feedback';

/** The refusal of all who are not editors, for the document. */
export const revenueRefused = new InsufficientRole('editor', readingRevenue);

/**
 * Requires the right to read which companies want feedback.
 *
 * @throws InsufficientRole
 */
export function requireRevenue(access: ProjectAccess): void {
  access.require('editor', readingRevenue);
}

/**
 * Returns the view of a caller; undefined if it has no additional members. Called before anything is written.
 *
 * @throws InsufficientRole when only editors can read one of the members
 */
export function viewOf(
  access: ProjectAccess,
  include: readonly IncludableField[] = [],
): FeedbackView | undefined {
  return include.length === 0 ? undefined : fullViewOf(access, include);
}

/** Returns the view of everyone, who see nothing of the authors but what the project shows. */
export function publicViewOf(
  access: ProjectAccess,
  people: ShownPeople,
  include: readonly IncludableField[] = [],
): FeedbackView {
  return { ...fullViewOf(access, include), people };
}

function fullViewOf(access: ProjectAccess, include: readonly IncludableField[]): FeedbackView {
  if (include.includes('revenue') || include.includes('companies')) requireRevenue(access);
  const { caller, hiddenBoards, fields } = access;
  const mayWrite = includesScope(caller.scope, 'write');
  const edits =
    mayWrite && access.has('editor') ? 'all' : mayWrite && access.has('contributor') ? 'own' : 'none';
  const { seesUnapproved, conditions } = access.reader;
  return {
    include,
    readerId: caller.userId,
    edits,
    hiddenBoards,
    hiddenFields: fields.hidden,
    seesUnapproved,
    conditions,
  };
}
