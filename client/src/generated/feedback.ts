// Generated from openapi.json by `npm run client`. Do not edit.

import type { IncludeValue } from '../include.js';
import type {
  ConditionalOptions,
  IdempotentOptions,
  ReadOptions,
  RequestOptions,
  RevalidationOptions,
} from '../options.js';
import type { ApiPromise, Page, PagePromise } from '../promises.js';
import { Resource } from '../resource.js';
import type {
  BulkUpdateFeedbackRequest,
  CastVoteRequest,
  ChangelogInclude,
  ChangelogWith,
  FeedbackCommentInclude,
  FeedbackCommentWith,
  Company,
  Duplicate,
  EditCommentRequest,
  FeedbackInclude,
  FeedbackWith,
  FeedbackStats,
  MergeFeedbackRequest,
  Metadata,
  PublicCommentInclude,
  PublicCommentWith,
  PublicFeedbackInclude,
  PublicFeedbackWith,
  ReplaceMetadataRequest,
  StatusChange,
  SubmitFeedbackRequest,
  Subscriber,
  UpdateFeedbackRequest,
  Upvote,
  WriteCommentRequest,
  CreateFeedbackQuery,
  ListFeedbackQuery,
  BulkUpdateFeedbackQuery,
  FindSimilarFeedbackQuery,
  GetFeedbackQuery,
  UpdateFeedbackQuery,
  MergeFeedbackQuery,
  UnmergeFeedbackQuery,
  ListUpvotesQuery,
  CastVoteQuery,
  WithdrawVoteQuery,
  CreateCommentQuery,
  ListCommentsQuery,
  GetCommentQuery,
  UpdateCommentQuery,
  ListStatusChangesQuery,
  ListFeedbackCompaniesQuery,
  ListFeedbackDuplicatesQuery,
  ListFeedbackChangelogsQuery,
  ListSubscribersQuery,
  ListPublicFeedbackQuery,
  FindSimilarPublicFeedbackQuery,
  GetPublicFeedbackQuery,
  ListPublicCommentsQuery,
} from './types.js';

/** The methods of `client.feedback.subscribers`. */
export class FeedbackSubscribersResource extends Resource {
  /**
   * List the subscribers of feedback.
   *
   * Returns the oldest subscription first. Includes the subscribers of feedback that is merged into this one, each user once.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListSubscribersQuery,
    options?: ReadOptions,
  ): PagePromise<Subscriber>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    feedbackId: string,
    query: ListSubscribersQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Subscriber> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListSubscribersQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listSubscribers',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/subscribers',
      pathParams: { projectSlug, feedbackId },
      query,
      options,
    });
  }

  /**
   * Get a subscription to feedback.
   *
   * Tells whether a user is subscribed: returns 404 `not_subscribed` otherwise. Includes subscriptions to feedback that is merged into this one.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. The subscriptions of other users require the role `editor`.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`, `not_subscribed`
   */
  get(projectSlug: string, feedbackId: string, userId: string, options?: ReadOptions): ApiPromise<Subscriber>;
  /** Returns undefined if the record still has the given ETag. */
  get(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options: RevalidationOptions,
  ): ApiPromise<Subscriber | undefined>;
  get(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getSubscriber',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/subscribers/{userId}',
      pathParams: { projectSlug, feedbackId, userId },
      options,
    });
  }

  /**
   * Subscribe to feedback.
   *
   * The user is notified of comments, official responses, changes of the status and merges, and of changelog entries that are linked to the feedback. Authors, voters, commenters and assignees are subscribed automatically, unless they have unsubscribed or their preferences say otherwise. Subscribing again changes nothing.
   *
   * Requires the scope `write`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. The subscriptions of other users require the role `editor`.
   * @throws ApiError also with `feedback_not_found`, `user_not_found`, `feedback_merged`
   */
  subscribe(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options?: RequestOptions,
  ): ApiPromise<Subscriber> {
    return this.transport.request({
      operation: 'subscribe',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/subscribers/{userId}',
      pathParams: { projectSlug, feedbackId, userId },
      options,
    });
  }

  /**
   * Unsubscribe from feedback.
   *
   * Also unsubscribes from feedback that is merged into this one. What the user does later does not subscribe them again; only `PUT` does.
   *
   * Requires the scope `write`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. The subscriptions of other users require the role `editor`.
   * @throws ApiError also with `feedback_not_found`, `user_not_found`, `feedback_merged`
   */
  unsubscribe(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options?: RequestOptions,
  ): ApiPromise<void> {
    return this.transport.request({
      operation: 'unsubscribe',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/subscribers/{userId}',
      pathParams: { projectSlug, feedbackId, userId },
      options,
    });
  }
}

/** The methods of `client.feedback.changelogs`. */
export class FeedbackChangelogsResource extends Resource {
  /**
   * List the changelog entries of feedback.
   *
   * Returns the entries that are linked to the feedback or to feedback merged into it, newest `publish_date` first. Only editors can see drafts and scheduled entries.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query?: ListFeedbackChangelogsQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<ChangelogWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  list<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query: ListFeedbackChangelogsQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<ChangelogWith<Include>> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListFeedbackChangelogsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listFeedbackChangelogs',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/changelogs',
      pathParams: { projectSlug, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }
}

/** The methods of `client.feedback.duplicates`. */
export class FeedbackDuplicatesResource extends Resource {
  /**
   * List suggested duplicates of feedback.
   *
   * Returns the suggestions that the feedback is a duplicate of other feedback, or other feedback of it, the best first. They are made some seconds after feedback was created or changed.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListFeedbackDuplicatesQuery,
    options?: ReadOptions,
  ): PagePromise<Duplicate>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    feedbackId: string,
    query: ListFeedbackDuplicatesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Duplicate> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListFeedbackDuplicatesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listFeedbackDuplicates',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/duplicates',
      pathParams: { projectSlug, feedbackId },
      query,
      options,
    });
  }
}

/** The methods of `client.feedback.companies`. */
export class FeedbackCompaniesResource extends Resource {
  /**
   * List the companies that want feedback.
   *
   * Returns the companies of its author and voters, and of the authors and voters of feedback that is merged into it, each once; the largest revenue first.
   *
   * Requires the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListFeedbackCompaniesQuery,
    options?: ReadOptions,
  ): PagePromise<Company>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    feedbackId: string,
    query: ListFeedbackCompaniesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Company> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListFeedbackCompaniesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listFeedbackCompanies',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/companies',
      pathParams: { projectSlug, feedbackId },
      query,
      options,
    });
  }
}

/** The methods of `client.feedback.statusChanges`. */
export class FeedbackStatusChangesResource extends Resource {
  /**
   * List changes of the status.
   *
   * Returns the oldest change first. Imports add the changes of their `status_change` records, and none for a status that imported feedback gets.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListStatusChangesQuery,
    options?: ReadOptions,
  ): PagePromise<StatusChange>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    feedbackId: string,
    query: ListStatusChangesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<StatusChange> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListStatusChangesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listStatusChanges',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/status-changes',
      pathParams: { projectSlug, feedbackId },
      query,
      options,
    });
  }
}

/** The methods of `client.feedback.comments`. */
export class FeedbackCommentsResource extends Resource {
  /**
   * Create a comment.
   *
   * Editors can comment on behalf of another user, given as `user_id` or as `user`, which is found by external id or e-mail address, or registered. Setting `kind`, `metadata` or `created_at` requires the role `editor`. Only editors can comment on feedback whose comments are locked. Comments may have to wait for approval: see the setting `approval`.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `users_managed_elsewhere`, `comments_locked`, `not_approved`, `too_many_replies`
   */
  create<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    body: WriteCommentRequest,
    query?: CreateCommentQuery<Include>,
    options?: IdempotentOptions,
  ): ApiPromise<FeedbackCommentWith<Include>> {
    return this.transport.request({
      operation: 'createComment',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/comments',
      pathParams: { projectSlug, feedbackId },
      body,
      query,
      commaSeparated: ['include'],
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List comments.
   *
   * Returns the oldest comment first. Includes the comments on feedback that is merged into this one. Only editors see internal comments. Contains approved comments only.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query?: ListCommentsQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<FeedbackCommentWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  list<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query: ListCommentsQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<FeedbackCommentWith<Include>> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListCommentsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listComments',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/comments',
      pathParams: { projectSlug, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Get a comment.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`, `comment_not_found`
   */
  get<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    query?: GetCommentQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<FeedbackCommentWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  get<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    query: GetCommentQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<FeedbackCommentWith<Include> | undefined>;
  get(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    query?: GetCommentQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getComment',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/comments/{commentId}',
      pathParams: { projectSlug, feedbackId, commentId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Update a comment.
   *
   * Contributors can update their own comments, unless the comments of the feedback are locked, editors all comments. Changing `kind`, `metadata` and official responses requires the role `editor`. The replies to a comment that becomes internal become internal, too, and those to a comment that is rejected are rejected. `approval` requires the role `editor`.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ApiError also with `feedback_not_found`, `comment_not_found`, `feedback_merged`, `comments_locked`, `not_approved`
   */
  update<const Include extends IncludeValue<FeedbackCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    body: EditCommentRequest,
    query?: UpdateCommentQuery<Include>,
    options?: ConditionalOptions,
  ): ApiPromise<FeedbackCommentWith<Include>> {
    return this.transport.request({
      operation: 'updateComment',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/comments/{commentId}',
      pathParams: { projectSlug, feedbackId, commentId },
      body,
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Delete a comment.
   *
   * Deletes the comment with its replies. Contributors can delete their own comments, editors all comments.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ApiError also with `feedback_not_found`, `comment_not_found`, `feedback_merged`
   */
  delete(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    options?: ConditionalOptions,
  ): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteComment',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/comments/{commentId}',
      pathParams: { projectSlug, feedbackId, commentId },
      options,
      notFoundCode: 'comment_not_found',
    });
  }

  /**
   * List public comments.
   *
   * Returns the oldest comment first. Includes the comments on feedback that is merged into this one, but no internal comments.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  listPublic<const Include extends IncludeValue<PublicCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query?: ListPublicCommentsQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<PublicCommentWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic<const Include extends IncludeValue<PublicCommentInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query: ListPublicCommentsQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<PublicCommentWith<Include>> | undefined>;
  listPublic(
    projectSlug: string,
    feedbackId: string,
    query?: ListPublicCommentsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listPublicComments',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/feedback/{feedbackId}/comments',
      pathParams: { projectSlug, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }
}

/** The methods of `client.feedback.upvotes`. */
export class FeedbackUpvotesResource extends Resource {
  /**
   * List votes.
   *
   * Returns the oldest vote first. Includes the votes for feedback that is merged into this one, one per user.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListUpvotesQuery,
    options?: ReadOptions,
  ): PagePromise<Upvote>;
  /** Returns undefined if the record still has the given ETag. */
  list(
    projectSlug: string,
    feedbackId: string,
    query: ListUpvotesQuery | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<Upvote> | undefined>;
  list(
    projectSlug: string,
    feedbackId: string,
    query?: ListUpvotesQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listUpvotes',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/upvotes',
      pathParams: { projectSlug, feedbackId },
      query,
      options,
    });
  }

  /**
   * Vote on behalf of a user.
   *
   * Adds a vote of the caller (`{}`) or, for editors, of another user, given as `user_id` or `user`. A `user` is found by external id or e-mail address, or registered if there is none. A user has at most one vote: voting again returns the existing vote.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `users_managed_elsewhere`, `not_approved`
   */
  castFor(
    projectSlug: string,
    feedbackId: string,
    body: CastVoteRequest,
    options?: IdempotentOptions,
  ): ApiPromise<Upvote> {
    return this.transport.request({
      operation: 'createUpvote',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/upvotes',
      pathParams: { projectSlug, feedbackId },
      body,
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * Get the vote of a user.
   *
   * Tells whether a user has voted: returns 404 `upvote_not_found` otherwise. Includes votes for feedback that is merged into this one.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`, `upvote_not_found`
   */
  get(projectSlug: string, feedbackId: string, userId: string, options?: ReadOptions): ApiPromise<Upvote>;
  /** Returns undefined if the record still has the given ETag. */
  get(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options: RevalidationOptions,
  ): ApiPromise<Upvote | undefined>;
  get(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getUpvote',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/upvotes/{userId}',
      pathParams: { projectSlug, feedbackId, userId },
      options,
    });
  }

  /**
   * Vote.
   *
   * Returns the feedback. A user has at most one vote: voting again changes nothing.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ApiError also with `feedback_not_found`, `user_not_found`, `feedback_merged`, `not_approved`
   */
  cast<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    query?: CastVoteQuery<Include>,
    options?: RequestOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'castVote',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/upvotes/{userId}',
      pathParams: { projectSlug, feedbackId, userId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Remove a vote.
   *
   * Returns the feedback. Removing a vote that does not exist changes nothing.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ApiError also with `feedback_not_found`, `user_not_found`, `feedback_merged`, `not_approved`
   */
  withdraw<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    query?: WithdrawVoteQuery<Include>,
    options?: RequestOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'withdrawVote',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/upvotes/{userId}',
      pathParams: { projectSlug, feedbackId, userId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }
}

/** The methods of `client.feedback`. */
export class FeedbackResource extends Resource {
  readonly upvotes = new FeedbackUpvotesResource(this.transport);
  readonly comments = new FeedbackCommentsResource(this.transport);
  readonly statusChanges = new FeedbackStatusChangesResource(this.transport);
  readonly companies = new FeedbackCompaniesResource(this.transport);
  readonly duplicates = new FeedbackDuplicatesResource(this.transport);
  readonly changelogs = new FeedbackChangelogsResource(this.transport);
  readonly subscribers = new FeedbackSubscribersResource(this.transport);

  /**
   * Submit feedback.
   *
   * Contributors can set a `board` that takes their submissions. Editors can also set any `board`, `status`, `tags` and `created_at`, and submit on behalf of another user, given as `user_id` or as `user`, which is found by external id or e-mail address, or registered. Feedback may have to wait for approval: see the setting `approval`.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `users_managed_elsewhere`
   */
  create<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    body: SubmitFeedbackRequest,
    query?: CreateFeedbackQuery<Include>,
    options?: IdempotentOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'createFeedback',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/feedback',
      pathParams: { projectSlug },
      body,
      query,
      commaSeparated: ['include'],
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List feedback.
   *
   * Returns the newest feedback first, unless `sort` is set. Merged feedback is excluded, and so is what has not been approved, unless `approval` is set.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    query?: ListFeedbackQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<FeedbackWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  list<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    query: ListFeedbackQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<FeedbackWith<Include>> | undefined>;
  list(
    projectSlug: string,
    query?: ListFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listFeedback',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Update several feedback records.
   *
   * Sets the status, the board, values of fields or the approval, or adds or removes tags, of at most 500 records: of all or, if there is an error, of none. Records the same events as single updates. Returns the records in the order of `ids`, and only the first ones if they have more than 4 MiB.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `feedback_merged`, `merge_target`
   */
  bulkUpdate<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    body: BulkUpdateFeedbackRequest,
    query?: BulkUpdateFeedbackQuery<Include>,
    options?: IdempotentOptions,
  ): ApiPromise<FeedbackWith<Include>[]> {
    return this.transport.request({
      operation: 'bulkUpdateFeedback',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/feedback/bulk',
      pathParams: { projectSlug },
      body,
      query,
      commaSeparated: ['include'],
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * Find similar feedback.
   *
   * Suggests existing feedback while a user types a title. Returns at most 20 records whose titles share words with it, the most similar first, and fewer if they have more than 4 MiB. The last word may be incomplete, and the search tolerates typos.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  findSimilar<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    query: FindSimilarFeedbackQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<FeedbackWith<Include>[]>;
  /** Returns undefined if the record still has the given ETag. */
  findSimilar<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    query: FindSimilarFeedbackQuery<Include>,
    options: RevalidationOptions,
  ): ApiPromise<FeedbackWith<Include>[] | undefined>;
  findSimilar(
    projectSlug: string,
    query: FindSimilarFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'findSimilarFeedback',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/similar',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Count feedback.
   *
   * Counts the feedback that the caller can see by status and by tag. Merged feedback is excluded.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  getStats(projectSlug: string, options?: ReadOptions): ApiPromise<FeedbackStats>;
  /** Returns undefined if the record still has the given ETag. */
  getStats(projectSlug: string, options: RevalidationOptions): ApiPromise<FeedbackStats | undefined>;
  getStats(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getFeedbackStats',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/stats',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Get feedback.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  get<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query?: GetFeedbackQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<FeedbackWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  get<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query: GetFeedbackQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<FeedbackWith<Include> | undefined>;
  get(
    projectSlug: string,
    feedbackId: string,
    query?: GetFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getFeedback',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}',
      pathParams: { projectSlug, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Update feedback.
   *
   * Omitted fields stay unchanged. Contributors can update their own feedback, editors all feedback. Changing `status`, `board`, `tags`, `approval`, `assignee_id`, `estimated_date`, `pinned`, `comments_locked` or `metadata` requires the role `editor`.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`, `merge_target`, `not_approved`
   */
  update<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    body: UpdateFeedbackRequest,
    query?: UpdateFeedbackQuery<Include>,
    options?: ConditionalOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'updateFeedback',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}',
      pathParams: { projectSlug, feedbackId },
      body,
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Delete feedback.
   *
   * Deletes the feedback with its votes and comments. Contributors can delete their own feedback, editors all feedback.
   *
   * Requires the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`
   */
  delete(projectSlug: string, feedbackId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteFeedback',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}',
      pathParams: { projectSlug, feedbackId },
      options,
      notFoundCode: 'feedback_not_found',
    });
  }

  /**
   * Merge feedback.
   *
   * Merges the feedback into another one, and returns that target. The target then includes the votes (one per user) and comments of both. A merge moves no data and can be undone.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`, `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`, `merge_refused`, `not_approved`
   */
  merge<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    body: MergeFeedbackRequest,
    query?: MergeFeedbackQuery<Include>,
    options?: IdempotentOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'mergeFeedback',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/merge',
      pathParams: { projectSlug, feedbackId },
      body,
      query,
      commaSeparated: ['include'],
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * Undo a merge.
   *
   * Returns the feedback, which is listed separately again with its votes and comments.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`, `feedback_not_merged`
   */
  unmerge<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query?: UnmergeFeedbackQuery<Include>,
    options?: RequestOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'unmergeFeedback',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/merge',
      pathParams: { projectSlug, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Get the metadata of feedback.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  getMetadata(projectSlug: string, feedbackId: string, options?: ReadOptions): ApiPromise<Metadata>;
  /** Returns undefined if the record still has the given ETag. */
  getMetadata(
    projectSlug: string,
    feedbackId: string,
    options: RevalidationOptions,
  ): ApiPromise<Metadata | undefined>;
  getMetadata(
    projectSlug: string,
    feedbackId: string,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getFeedbackMetadata',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/metadata',
      pathParams: { projectSlug, feedbackId },
      options,
    });
  }

  /**
   * Replace the metadata of feedback.
   *
   * All members of the project can read it.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_not_found`, `feedback_merged`
   */
  replaceMetadata(
    projectSlug: string,
    feedbackId: string,
    body: ReplaceMetadataRequest,
    options?: ConditionalOptions,
  ): ApiPromise<Metadata> {
    return this.transport.request({
      operation: 'replaceFeedbackMetadata',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/feedback/{feedbackId}/metadata',
      pathParams: { projectSlug, feedbackId },
      body,
      options,
    });
  }

  /**
   * List public feedback.
   *
   * Returns the newest feedback first, unless `sort` is set, if the setting `public_feedback` is on. Merged feedback is excluded.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listPublic<const Include extends IncludeValue<PublicFeedbackInclude, Include> = []>(
    projectSlug: string,
    query?: ListPublicFeedbackQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<PublicFeedbackWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic<const Include extends IncludeValue<PublicFeedbackInclude, Include> = []>(
    projectSlug: string,
    query: ListPublicFeedbackQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<PublicFeedbackWith<Include>> | undefined>;
  listPublic(
    projectSlug: string,
    query?: ListPublicFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listPublicFeedback',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/feedback',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }

  /**
   * Find similar public feedback.
   *
   * Suggests existing feedback while a user types a title, like `findSimilarFeedback`.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  findSimilarPublic<const Include extends IncludeValue<PublicFeedbackInclude, Include> = []>(
    projectSlug: string,
    query: FindSimilarPublicFeedbackQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<PublicFeedbackWith<Include>[]>;
  /** Returns undefined if the record still has the given ETag. */
  findSimilarPublic<const Include extends IncludeValue<PublicFeedbackInclude, Include> = []>(
    projectSlug: string,
    query: FindSimilarPublicFeedbackQuery<Include>,
    options: RevalidationOptions,
  ): ApiPromise<PublicFeedbackWith<Include>[] | undefined>;
  findSimilarPublic(
    projectSlug: string,
    query: FindSimilarPublicFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'findSimilarPublicFeedback',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/feedback/similar',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }

  /**
   * Get public feedback.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `feedback_merged`, `feedback_not_found`
   */
  getPublic<const Include extends IncludeValue<PublicFeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query?: GetPublicFeedbackQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<PublicFeedbackWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  getPublic<const Include extends IncludeValue<PublicFeedbackInclude, Include> = []>(
    projectSlug: string,
    feedbackId: string,
    query: GetPublicFeedbackQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<PublicFeedbackWith<Include> | undefined>;
  getPublic(
    projectSlug: string,
    feedbackId: string,
    query?: GetPublicFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getPublicFeedback',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/feedback/{feedbackId}',
      pathParams: { projectSlug, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }
}
