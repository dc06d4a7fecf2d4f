import type { ProjectReader } from '../../../project/index.js';
import type { ShownPeople } from '../../../shared/records.js';
import type { CommentRecord, CommentSnapshot } from '../domain/comment.record.js';

/** The properties that a reader can ask for beyond the ones that every comment has. */
export interface CommentMembers extends Omit<CommentSnapshot, keyof CommentRecord> {
  /** Whether the author is an editor or owner of the project now. */
  by_team: boolean;
}

export type CommentMember = keyof CommentMembers;

/** The names of the members, in the order in which records have them. */
export const commentMembers = [
  'attachments',
  'by_team',
  'metadata',
  'fields',
] as const satisfies readonly CommentMember[];

/** A record with the members that were asked for. */
export type ViewedComment = CommentRecord & Partial<CommentMembers>;

/** Who reads comments. */
export interface CommentReader extends Pick<ProjectReader, 'userId' | 'seesUnapproved' | 'conditions'> {
  /** Whether internal comments exist for the reader. */
  readonly seesInternal: boolean;
  readonly people?: ShownPeople;
}
