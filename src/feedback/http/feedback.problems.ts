import { documented } from '../../platform/problems/index.js';
import { id, type PathParameter } from '../../platform/http/index.js';
import {
  CommentNotFound,
  FeedbackMerged,
  FeedbackNotFound,
  FeedbackNotMerged,
  MergeRefused,
  TagNameTaken,
  TagNotFound,
  UpvoteNotFound,
} from '../domain/feedback.errors.js';
import { CommentResponse, FeedbackResponse } from './feedback.responses.js';
import { mergedElsewhere } from './redirect-merged.js';

const target = '01a1f99e-4fb1-7d02-9c4a-8e0f6b1a2c33';

const location = `https://feedback.example.com/v1/projects/acme/feedback/${target}`;

export const feedbackMerged = documented(
  new FeedbackMerged(target),
  'Merged feedback is read-only. Change the target, whose id is in `detail`, or undo the merge.',
);

/** `{feedbackId}`. */
export const feedbackParameter: PathParameter = {
  schema: { ...id('Id of the feedback.'), example: FeedbackResponse.example.id },
  problems: [
    documented(
      new FeedbackNotFound(),
      'Check the id. The feedback may belong to another project, or may have been deleted.',
    ),
  ],
  problemsOfReads: [
    documented(
      mergedElsewhere(new FeedbackMerged(target), location),
      'Reads of merged feedback are redirected to the target: use the URL in `Location`.',
    ),
  ],
  problemsOfWrites: [feedbackMerged],
};

export const upvoteNotFound = documented(new UpvoteNotFound(), 'No action is needed.');

/** `{commentId}`. */
export const commentParameter: PathParameter = {
  schema: { ...id('Id of the comment.'), example: CommentResponse.example.id },
  problems: [
    documented(
      new CommentNotFound(),
      'Check the id. The comment may have been deleted, or may belong to other feedback.',
    ),
  ],
};

export const feedbackNotMerged = documented(new FeedbackNotMerged(), 'No action is needed.');

export const mergeRefused = documented(
  new MergeRefused('The target is itself merged into other feedback.'),
  'Choose a target that is not merged itself. Chains and cycles of merges are not possible.',
);

export const tagNotFound = documented(new TagNotFound(), 'Check the name against the list of tags.');

export const tagNameTaken = documented(new TagNameTaken(), 'Choose another name.');

/** The codes of field errors with their meanings. */
export const feedbackFieldErrors: Readonly<Record<string, string>> = {
  invalid_color: 'is not a CSS hex color',
  unknown_tag: 'is not a tag of the project',
  tag_name_taken: 'is the name of another tag',
  feedback_merged: 'is the id of merged feedback',
  exclusive: 'cannot be combined with another field',
  relevance_needs_q: 'sorts by relevance, which requires `q`',
};
