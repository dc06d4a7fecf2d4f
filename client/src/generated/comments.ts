// Generated from openapi.json by `npm run client`. Do not edit.

import type { IncludeValue } from '../include.js';
import type { ReadOptions, RevalidationOptions } from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type { FeedbackCommentInclude, FeedbackCommentWith, ListProjectCommentsQuery } from './types.js';

/** The methods of `client.comments`. */
export class CommentsResource extends Resource {
  /**
   * List the comments of a project.
   *
   * Returns the newest comment first, with the comments on merged feedback. Contains approved comments, unless `approval` is set. Only editors see internal comments.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listProject<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    query?: ListProjectCommentsQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<FeedbackCommentWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  listProject<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    query: ListProjectCommentsQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<FeedbackCommentWith<Include>> | undefined>;
  listProject(
    projectSlug: string,
    query?: ListProjectCommentsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listProjectComments',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/comments',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
    });
  }
}
