import { metadataRules } from '../../shared/metadata.js';
import { canonicalJson } from '../../shared/canonical-json.js';
import { text, timestamp, integer } from '../../shared/rules.js';
import { commentRules } from '../domain/comment.js';
import type { FoundFeedback, ImportedFields } from '../domain/feedback-import.repository.js';
import { feedbackRules } from '../domain/feedback.js';
import { plainValueNames } from '../domain/plain-values.js';

const externalId = text({ max: 200, required: true });

/** The rules of feedback of other systems. */
export const feedbackToImportRules = {
  ...feedbackRules,
  externalId,
  createdAt: timestamp,
  voteCount: integer({ min: 0, max: 10_000_000 }),
  metadata: metadataRules,
};

/** The rules of comments of other systems. */
export const commentToImportRules = {
  ...commentRules,
  externalId,
  createdAt: timestamp,
  updatedAt: timestamp,
};

const comparedFields = [
  ...(['title', 'description', 'status'] as const),
  ...(['assigneeId', 'approval'] as const),
  ...plainValueNames,
];

/** Returns whether stored feedback has these fields already. An unknown number of votes counts as the stored one. */
export function hasFields(
  stored: FoundFeedback,
  { tagIds, fields, voteCount, metadata, createdAt, board, ...texts }: ImportedFields,
): boolean {
  return (
    comparedFields.every((field) => stored[field] === texts[field]) &&
    stored.createdAt.getTime() === createdAt.getTime() &&
    (board ?? stored.board) === stored.board &&
    (voteCount ?? stored.voteCount) === stored.voteCount &&
    canonicalJson(stored.fields) === canonicalJson(fields) &&
    stored.tagIds.length === tagIds.length &&
    tagIds.every((id) => stored.tagIds.includes(id)) &&
    canonicalJson(stored.metadata) === canonicalJson(metadata)
  );
}
