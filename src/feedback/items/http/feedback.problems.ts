import { id, type PathParameter } from '../../../platform/http/index.js';
import { FeedbackMerged, FeedbackNotFound } from '../domain/feedback.errors.js';
import { FeedbackResponse } from './feedback.responses.js';
import { mergedElsewhere } from './redirect-merged.js';

const target = '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33';

const location = `https://feedback.example.com/v1/projects/acme/feedback/${target}`;

/** `{feedbackId}`. */
export const feedbackParameter: PathParameter = {
  schema: { ...id('Id of the feedback.'), example: FeedbackResponse.example.id },
  problems: [new FeedbackNotFound()],
  problemsOfReads: [mergedElsewhere(new FeedbackMerged(target), location)],
  problemsOfWrites: [new FeedbackMerged(target)],
};

/** The codes of field errors with their meanings. */
export const feedbackFieldErrors: Readonly<Record<string, string>> = {
  status_unchanged: 'explains a change of the status, but the request does not change it',
  invalid_date: 'is not a date such as 2026-01-31, or is an impossible one',
  feedback_merged: 'is the id of merged feedback',
  merge_target: 'is the id of feedback that other feedback is merged into',
  nested_reply: 'is a reply, which has no replies',
  internal_parent: 'is not `internal` in a reply to an internal comment',
  exclusive: 'cannot be combined with another field',
  relevance_needs_q: 'sorts by relevance, which requires `q`',
};
