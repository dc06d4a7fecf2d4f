import { ShowsRecords } from '../../../platform/http/index.js';
import { canSeeFeedback, type ProjectRequest } from '../../items/http/shows-feedback.js';
import { CommentQueries, readerOf } from '../application/comment.queries.js';

/** Marks an operation whose response contains a comment on the feedback in the path. */
export function ShowsComment(): MethodDecorator {
  return ShowsRecords(async (find, { access, params }: ProjectRequest, { id }: { readonly id: string }) => {
    const feedbackIds = [params['feedbackId'] ?? ''];
    if (!(await canSeeFeedback(find, access, feedbackIds))) return false;
    return (await find(CommentQueries).find(feedbackIds, id, readerOf(access))) !== null;
  });
}
