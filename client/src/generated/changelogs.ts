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
  ChangelogInclude,
  ChangelogWith,
  ChangelogUpdateInclude,
  ChangelogUpdateWith,
  CreateChangelogRequest,
  FeedbackInclude,
  FeedbackWith,
  PublicChangelogInclude,
  PublicChangelogWith,
  SubscribeByMailRequest,
  Subscriber,
  UpdateChangelogRequest,
  CreateChangelogQuery,
  ListChangelogsQuery,
  GetChangelogQuery,
  UpdateChangelogQuery,
  PatchChangelogQuery,
  ListChangelogFeedbackQuery,
  LinkChangelogFeedbackQuery,
  ListPublicChangelogsQuery,
  GetPublicChangelogQuery,
} from './types.js';

/** The methods of `client.changelogs.subscribers`. */
export class ChangelogsSubscribersResource extends Resource {
  /**
   * Get the subscription to a changelog.
   *
   * Tells whether the caller is subscribed: returns 404 `not_subscribed` otherwise.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `not_subscribed`
   */
  get(projectSlug: string, options?: ReadOptions): ApiPromise<Subscriber>;
  /** Returns undefined if the record still has the given ETag. */
  get(projectSlug: string, options: RevalidationOptions): ApiPromise<Subscriber | undefined>;
  get(projectSlug: string, options?: ReadOptions | RevalidationOptions): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getChangelogSubscriber',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/changelogs/subscribers/me',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Subscribe to a changelog.
   *
   * The caller is notified of every entry that is published in the project. Subscribing again changes nothing.
   *
   * Requires the scope `write`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  subscribe(projectSlug: string, options?: RequestOptions): ApiPromise<Subscriber> {
    return this.transport.request({
      operation: 'subscribeChangelog',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/changelogs/subscribers/me',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Unsubscribe from a changelog.
   *
   * Removing a subscription that does not exist changes nothing.
   *
   * Requires the scope `write`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  unsubscribe(projectSlug: string, options?: RequestOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'unsubscribeChangelog',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/changelogs/subscribers/me',
      pathParams: { projectSlug },
      options,
    });
  }

  /**
   * Subscribe an e-mail address to a public changelog.
   *
   * Sends a mail to the address with a link that confirms the subscription, which works for 7 days. At most one such mail per hour is sent to an address, and none if the address is subscribed. An IP address may send 10 such requests per minute. The response is the same in all cases.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `mail_not_configured`
   */
  subscribeToByMail(
    projectSlug: string,
    body: SubscribeByMailRequest,
    options?: RequestOptions,
  ): ApiPromise<void> {
    return this.transport.request({
      operation: 'subscribeToChangelogByMail',
      method: 'POST',
      path: '/public/v1/projects/{projectSlug}/changelogs/subscribers',
      pathParams: { projectSlug },
      body,
      options,
      isPublic: true,
    });
  }
}

/** The methods of `client.changelogs.feedback`. */
export class ChangelogsFeedbackResource extends Resource {
  /**
   * List the feedback of a changelog entry.
   *
   * Returns the feedback that the entry is linked to, newest first. Merged feedback is replaced by its target.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ApiError also with `changelog_not_found`
   */
  list<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    query?: ListChangelogFeedbackQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<FeedbackWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  list<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    query: ListChangelogFeedbackQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<FeedbackWith<Include>> | undefined>;
  list(
    projectSlug: string,
    changelogId: string,
    query?: ListChangelogFeedbackQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listChangelogFeedback',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}/feedback',
      pathParams: { projectSlug, changelogId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Link feedback to a changelog entry.
   *
   * Returns the feedback. Linking again changes nothing. An entry and feedback can each have at most 1,000 links.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `changelog_not_found`, `feedback_not_found`, `feedback_merged`, `too_many_links`, `not_approved`
   */
  link<const Include extends IncludeValue<FeedbackInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    feedbackId: string,
    query?: LinkChangelogFeedbackQuery<Include>,
    options?: RequestOptions,
  ): ApiPromise<FeedbackWith<Include>> {
    return this.transport.request({
      operation: 'linkChangelogFeedback',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}/feedback/{feedbackId}',
      pathParams: { projectSlug, changelogId, feedbackId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Unlink feedback from a changelog entry.
   *
   * Removing a link that does not exist changes nothing.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @param feedbackId Id of the feedback.
   * @throws ApiError also with `changelog_not_found`, `feedback_not_found`, `feedback_merged`
   */
  unlink(
    projectSlug: string,
    changelogId: string,
    feedbackId: string,
    options?: RequestOptions,
  ): ApiPromise<void> {
    return this.transport.request({
      operation: 'unlinkChangelogFeedback',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}/feedback/{feedbackId}',
      pathParams: { projectSlug, changelogId, feedbackId },
      options,
      notFoundCode: 'feedback_not_found',
    });
  }
}

/** The methods of `client.changelogs`. */
export class ChangelogsResource extends Resource {
  readonly feedback = new ChangelogsFeedbackResource(this.transport);
  readonly subscribers = new ChangelogsSubscribersResource(this.transport);

  /**
   * Create a changelog entry.
   *
   * The entry is a draft unless `published` is true. `publish_date` defaults to the current time. A published entry with a future date becomes visible at that time.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @throws ApiError also with `idempotency_key_in_use`, `idempotency_key_reused`, `idempotency_access_changed`
   */
  create<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    body: CreateChangelogRequest,
    query?: CreateChangelogQuery<Include>,
    options?: IdempotentOptions,
  ): ApiPromise<ChangelogWith<Include>> {
    return this.transport.request({
      operation: 'createChangelog',
      method: 'POST',
      path: '/v1/projects/{projectSlug}/changelogs',
      pathParams: { projectSlug },
      body,
      query,
      commaSeparated: ['include'],
      options,
      acceptsIdempotencyKey: true,
    });
  }

  /**
   * List changelog entries.
   *
   * Returns the newest `publish_date` first. Only editors can see drafts and scheduled entries.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  list<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    query?: ListChangelogsQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<ChangelogWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  list<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    query: ListChangelogsQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<ChangelogWith<Include>> | undefined>;
  list(
    projectSlug: string,
    query?: ListChangelogsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listChangelogs',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/changelogs',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Get a changelog entry.
   *
   * Requires the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ApiError also with `changelog_not_found`
   */
  get<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    query?: GetChangelogQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<ChangelogWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  get<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    query: GetChangelogQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<ChangelogWith<Include> | undefined>;
  get(
    projectSlug: string,
    changelogId: string,
    query?: GetChangelogQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getChangelog',
      method: 'GET',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}',
      pathParams: { projectSlug, changelogId },
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Replace or update a changelog entry.
   *
   * Omitted fields stay unchanged; sending all six fields replaces the entry. The response contains `author_id` but not `author`. It has no `ETag`, because it differs from the representation that a GET returns.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ApiError also with `changelog_not_found`
   */
  put<const Include extends IncludeValue<ChangelogUpdateInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    body: UpdateChangelogRequest,
    query?: UpdateChangelogQuery<Include>,
    options?: ConditionalOptions,
  ): ApiPromise<ChangelogUpdateWith<Include>> {
    return this.transport.request({
      operation: 'updateChangelog',
      method: 'PUT',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}',
      pathParams: { projectSlug, changelogId },
      body,
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Update a changelog entry.
   *
   * Omitted fields stay unchanged. Does the same as PUT, but returns the whole entry with its `ETag`.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ApiError also with `changelog_not_found`
   */
  update<const Include extends IncludeValue<ChangelogInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    body: UpdateChangelogRequest,
    query?: PatchChangelogQuery<Include>,
    options?: ConditionalOptions,
  ): ApiPromise<ChangelogWith<Include>> {
    return this.transport.request({
      operation: 'patchChangelog',
      method: 'PATCH',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}',
      pathParams: { projectSlug, changelogId },
      body,
      query,
      commaSeparated: ['include'],
      options,
    });
  }

  /**
   * Delete a changelog entry.
   *
   * Requires the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ApiError also with `changelog_not_found`
   */
  delete(projectSlug: string, changelogId: string, options?: ConditionalOptions): ApiPromise<void> {
    return this.transport.request({
      operation: 'deleteChangelog',
      method: 'DELETE',
      path: '/v1/projects/{projectSlug}/changelogs/{changelogId}',
      pathParams: { projectSlug, changelogId },
      options,
      notFoundCode: 'changelog_not_found',
    });
  }

  /**
   * List public changelog entries.
   *
   * Returns the published entries, newest `publish_date` first, if the setting `public_changelog` is on. `content` is not sanitized.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   */
  listPublic<const Include extends IncludeValue<PublicChangelogInclude, Include> = []>(
    projectSlug: string,
    query?: ListPublicChangelogsQuery<Include>,
    options?: ReadOptions,
  ): PagePromise<PublicChangelogWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  listPublic<const Include extends IncludeValue<PublicChangelogInclude, Include> = []>(
    projectSlug: string,
    query: ListPublicChangelogsQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<Page<PublicChangelogWith<Include>> | undefined>;
  listPublic(
    projectSlug: string,
    query?: ListPublicChangelogsQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.list({
      operation: 'listPublicChangelogs',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/changelogs',
      pathParams: { projectSlug },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }

  /**
   * Get a public changelog entry.
   *
   * Requires no token.
   *
   * @param projectSlug Slug or id of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ApiError also with `changelog_not_found`
   */
  getPublic<const Include extends IncludeValue<PublicChangelogInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    query?: GetPublicChangelogQuery<Include>,
    options?: ReadOptions,
  ): ApiPromise<PublicChangelogWith<Include>>;
  /** Returns undefined if the record still has the given ETag. */
  getPublic<const Include extends IncludeValue<PublicChangelogInclude, Include> = []>(
    projectSlug: string,
    changelogId: string,
    query: GetPublicChangelogQuery<Include> | undefined,
    options: RevalidationOptions,
  ): ApiPromise<PublicChangelogWith<Include> | undefined>;
  getPublic(
    projectSlug: string,
    changelogId: string,
    query?: GetPublicChangelogQuery,
    options?: ReadOptions | RevalidationOptions,
  ): ApiPromise<unknown> {
    return this.transport.request({
      operation: 'getPublicChangelog',
      method: 'GET',
      path: '/public/v1/projects/{projectSlug}/changelogs/{changelogId}',
      pathParams: { projectSlug, changelogId },
      query,
      commaSeparated: ['include'],
      options,
      isPublic: true,
    });
  }
}
