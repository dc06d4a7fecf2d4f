import { documented, id, type PathParameter } from '../../platform/http/index.js';
import {
  CommentNotFound,
  FeedbackMerged,
  FeedbackNotFound,
  FeedbackNotMerged,
  MergeRefused,
  TagNameTaken,
  TagNotFound,
} from '../domain/feedback.errors.js';
import { CommentResponse, FeedbackResponse } from './feedback.responses.js';
import { mergedElsewhere } from './redirect-merged.js';

const target = '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33';

const location = `https://feedback.example.com/v1/projects/acme/feedback/${target}`;

const feedbackMerged = documented(
  new FeedbackMerged(target),
  'Change the record that `detail` names instead, or undo the merge. What is merged into other feedback cannot be changed.',
);

/** `{feedbackId}`. */
export const feedbackParameter: PathParameter = {
  schema: { ...id('Id of the feedback.'), example: FeedbackResponse.example.id },
  problems: [
    documented(
      new FeedbackNotFound(),
      'The id is wrong, or the feedback belongs to another project, or it was deleted.',
    ),
  ],
  problemsOfReads: [
    documented(
      mergedElsewhere(new FeedbackMerged(target), location),
      'A read of merged feedback is redirected: read `Location` instead.',
      'feedback_merged_redirect',
    ),
  ],
  problemsOfWrites: [feedbackMerged],
};

/** `{commentId}`. */
export const commentParameter: PathParameter = {
  schema: { ...id('Id of the comment.'), example: CommentResponse.example.id },
  problems: [
    documented(
      new CommentNotFound(),
      'The id is wrong, or the comment was deleted, or it is on other feedback.',
    ),
  ],
};

export const feedbackNotMerged = documented(new FeedbackNotMerged(), 'There is nothing to undo.');

export const mergeRefused = documented(
  new MergeRefused('The target is merged into other feedback itself.'),
  'Merge into feedback that stands on its own: there are neither chains nor circles.',
);

export const tagNotFound = documented(new TagNotFound(), 'The name is wrong: look at the list of tags.');

export const tagNameTaken = documented(new TagNameTaken(), 'Choose another name.');

/** Codes of field errors, and their meanings. */
export const feedbackFieldErrors: Readonly<Record<string, string>> = {
  invalid_color: 'is no CSS hex colour',
  unknown_tag: 'is no tag of the project',
  tag_name_taken: 'is the name of another tag',
  exclusive: 'must not be given together with another one',
  relevance_needs_q: 'is a sort by relevance, without a text that is searched for',
};
