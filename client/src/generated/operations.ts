// Written from openapi.json by npm run client: not to be edited.

import type { Call, ListCall } from '../call.js';
import type {
  CallOptions,
  ConditionalOptions,
  KeyedOptions,
  ReadOptions,
  UnlessKnownOptions,
} from '../options.js';
import type { components, operations } from './document.js';

/** The query of an operation. */
export type Query<Id extends keyof operations> = NonNullable<operations[Id]['parameters']['query']>;

/** A user as instance admins see it. */
export type Account = components['schemas']['Account'];

/** What `addMember` takes. */
export type AddMemberRequest = components['schemas']['AddMemberRequest'];

/** What `createUpvote` takes. */
export type CastVoteRequest = components['schemas']['CastVoteRequest'];

/** An entry of a project's changelog. */
export type Changelog = components['schemas']['Changelog'];

/** An entry was created. */
export type ChangelogCreatedEvent = components['schemas']['ChangelogCreatedEvent'];

/** An entry was deleted. `data` is its last state. */
export type ChangelogDeletedEvent = components['schemas']['ChangelogDeletedEvent'];

/** An entry became visible to all members: it was published, or its `publish_date` was reached. */
export type ChangelogPublishedEvent = components['schemas']['ChangelogPublishedEvent'];

/** An entry became a draft again. */
export type ChangelogUnpublishedEvent = components['schemas']['ChangelogUnpublishedEvent'];

/** An updated changelog entry, without `author`. */
export type ChangelogUpdate = components['schemas']['ChangelogUpdate'];

/** Fields of an entry other than `published` changed. */
export type ChangelogUpdatedEvent = components['schemas']['ChangelogUpdatedEvent'];

/** A comment on feedback. */
export type Comment = components['schemas']['Comment'];

/** A comment was created. */
export type CommentCreatedEvent = components['schemas']['CommentCreatedEvent'];

/** A comment was deleted. `data` is its last state. */
export type CommentDeletedEvent = components['schemas']['CommentDeletedEvent'];

/** A comment was updated. */
export type CommentUpdatedEvent = components['schemas']['CommentUpdatedEvent'];

/** What `createChangelog` takes. */
export type CreateChangelogRequest = components['schemas']['CreateChangelogRequest'];

/** What `createProject` takes. */
export type CreateProjectRequest = components['schemas']['CreateProjectRequest'];

/** What `createToken` takes. */
export type CreateTokenRequest = components['schemas']['CreateTokenRequest'];

/** What `createUser` takes. */
export type CreateUserRequest = components['schemas']['CreateUserRequest'];

/** What `createWebhook` takes. */
export type CreateWebhookRequest = components['schemas']['CreateWebhookRequest'];

/** The delivery of an event to a webhook. */
export type Delivery = components['schemas']['Delivery'];

/** What `updateComment` takes. */
export type EditCommentRequest = components['schemas']['EditCommentRequest'];

/** A change in a project. `id` is identical in the feed and in all deliveries, `actor_id` is the user who caused the event, `data` is the record at the time of the event, as editors see it, and `previous` has the previous values of the changed fields. New types may be added; ignore unknown ones. */
export type Event = components['schemas']['Event'];

/** An idea, request or bug report submitted by a user. */
export type Feedback = components['schemas']['Feedback'];

/** Feedback was submitted. */
export type FeedbackCreatedEvent = components['schemas']['FeedbackCreatedEvent'];

/** Feedback was deleted. `data` is its last state. */
export type FeedbackDeletedEvent = components['schemas']['FeedbackDeletedEvent'];

/** Other feedback was merged into this one. `previous.merged_id` is the id of the merged feedback. */
export type FeedbackMergedEvent = components['schemas']['FeedbackMergedEvent'];

/** Counts of the feedback of a project. Merged feedback is excluded. */
export type FeedbackStats = components['schemas']['FeedbackStats'];

/** The status of feedback changed. */
export type FeedbackStatusChangedEvent = components['schemas']['FeedbackStatusChangedEvent'];

/** A merge was undone. `data` is the feedback that had been merged. */
export type FeedbackUnmergedEvent = components['schemas']['FeedbackUnmergedEvent'];

/** The title, description or tags of feedback changed. */
export type FeedbackUpdatedEvent = components['schemas']['FeedbackUpdatedEvent'];

/** A user removed their vote. */
export type FeedbackUpvoteRemovedEvent = components['schemas']['FeedbackUpvoteRemovedEvent'];

/** A user voted for feedback. */
export type FeedbackUpvotedEvent = components['schemas']['FeedbackUpvotedEvent'];

/** An invalid field of the body, given by `pointer`, or an invalid `parameter`. */
export type FieldError = components['schemas']['FieldError'];

/** All is well. */
export type Health = components['schemas']['Health'];

/** The caller and the token in use. */
export type Me = components['schemas']['Me'];

/** A member of a project. */
export type Member = components['schemas']['Member'];

/** A member was added. */
export type MemberAddedEvent = components['schemas']['MemberAddedEvent'];

/** A member was removed. */
export type MemberRemovedEvent = components['schemas']['MemberRemovedEvent'];

/** The role of a member changed. */
export type MemberUpdatedEvent = components['schemas']['MemberUpdatedEvent'];

/** What `mergeFeedback` takes. */
export type MergeFeedbackRequest = components['schemas']['MergeFeedbackRequest'];

/** The feedback that was merged. */
export type MergedFeedback = components['schemas']['MergedFeedback'];

/** A new access token with its secret value. */
export type NewToken = components['schemas']['NewToken'];

/** A webhook with its new secret. */
export type NewWebhook = components['schemas']['NewWebhook'];

/** The empty data of a test event. */
export type Nothing = components['schemas']['Nothing'];

/** Previous values of the changed fields of a changelog entry. */
export type PreviousChangelog = components['schemas']['PreviousChangelog'];

/** Previous values of the changed fields of a comment. */
export type PreviousComment = components['schemas']['PreviousComment'];

/** Previous values of the changed fields of feedback. */
export type PreviousFeedback = components['schemas']['PreviousFeedback'];

/** Previous values of the changed fields of a member. */
export type PreviousMember = components['schemas']['PreviousMember'];

/** Previous values of the changed fields of a project. */
export type PreviousProject = components['schemas']['PreviousProject'];

/** Previous values of the changed fields of a configuration. */
export type PreviousProjectConfig = components['schemas']['PreviousProjectConfig'];

/** The previous status of feedback. */
export type PreviousStatus = components['schemas']['PreviousStatus'];

/** Previous values of the changed fields of a tag. */
export type PreviousTag = components['schemas']['PreviousTag'];

/** Problem details (RFC 9457). Branch on `code`; `detail` is for people. */
export type Problem = components['schemas']['Problem'];

/** A project, which contains feedback and a changelog. */
export type Project = components['schemas']['Project'];

/** The configuration of a project: changelog, custom domain and chat. */
export type ProjectConfig = components['schemas']['ProjectConfig'];

/** The configuration of a project changed. */
export type ProjectConfigUpdatedEvent = components['schemas']['ProjectConfigUpdatedEvent'];

/** A project was created. */
export type ProjectCreatedEvent = components['schemas']['ProjectCreatedEvent'];

/** The name, slug or a picture of a project changed. */
export type ProjectUpdatedEvent = components['schemas']['ProjectUpdatedEvent'];

/** Protected resource metadata (RFC 9728). */
export type ProtectedResource = components['schemas']['ProtectedResource'];

/** What `putTag` takes. */
export type PutTagRequest = components['schemas']['PutTagRequest'];

/** What `setMemberRole` takes. */
export type SetMemberRoleRequest = components['schemas']['SetMemberRoleRequest'];

/** What `createFeedback` takes. */
export type SubmitFeedbackRequest = components['schemas']['SubmitFeedbackRequest'];

/** A label for a project's feedback. */
export type Tag = components['schemas']['Tag'];

/** A tag was created. */
export type TagCreatedEvent = components['schemas']['TagCreatedEvent'];

/** A tag was deleted and removed from all feedback. */
export type TagDeletedEvent = components['schemas']['TagDeletedEvent'];

/** A tag and how often it is used. */
export type TagStats = components['schemas']['TagStats'];

/** The name or color of a tag changed. */
export type TagUpdatedEvent = components['schemas']['TagUpdatedEvent'];

/** An access token, without its secret value. */
export type Token = components['schemas']['Token'];

/** The feedback from which feedback was separated. */
export type UnmergedFrom = components['schemas']['UnmergedFrom'];

/** What `updateChangelog` takes. */
export type UpdateChangelogRequest = components['schemas']['UpdateChangelogRequest'];

/** What `updateFeedback` takes. */
export type UpdateFeedbackRequest = components['schemas']['UpdateFeedbackRequest'];

/** What `updateProjectConfig` takes. */
export type UpdateProjectConfigRequest = components['schemas']['UpdateProjectConfigRequest'];

/** What `updateProject` takes. */
export type UpdateProjectRequest = components['schemas']['UpdateProjectRequest'];

/** What `updateUser` takes. */
export type UpdateUserRequest = components['schemas']['UpdateUserRequest'];

/** What `updateWebhook` takes. */
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest'];

/** A vote for feedback. */
export type Upvote = components['schemas']['Upvote'];

/** A user: a person or a program. */
export type User = components['schemas']['User'];

/** The record UserReference. */
export type UserReference = components['schemas']['UserReference'];

/** A vote that was added or removed. */
export type Vote = components['schemas']['Vote'];

/** A URL to which events of a project are posted. */
export type Webhook = components['schemas']['Webhook'];

/** A test of the webhook was requested. The event is not part of the feed. */
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];

/** What `createComment` takes. */
export type WriteCommentRequest = components['schemas']['WriteCommentRequest'];

/** All operations of the API, each by its id in the API's document. */
export interface Operations {
  /**
   * Check whether the process runs.
   *
   * Requires no token.
   */
  checkLiveness(options?: CallOptions): Call<Health>;

  /**
   * Check whether the service accepts requests.
   *
   * It does unless it is shutting down, or its database does not respond within 2 seconds.
   *
   * Requires no token.
   *
   * @throws ProblemError shutting_down
   */
  checkReadiness(options?: CallOptions): Call<Health>;

  /**
   * Get the caller.
   *
   * Returns the caller and the token of the request. A good first request.
   *
   * Requires a token with the scope `read`.
   *
   * @throws ProblemError token_not_found, precondition_failed
   */
  getMe(options?: ReadOptions): Call<Me>;

  /**
   * Get the caller.
   *
   * Returns the caller and the token of the request. A good first request.
   *
   * Requires a token with the scope `read`.
   *
   * @throws ProblemError token_not_found, precondition_failed
   */
  getMe(options: UnlessKnownOptions): Call<Me | undefined>;

  /**
   * Create a token.
   *
   * Returns the secret value of the token, which is not returned again. The new token cannot grant more than the token in use. Only instance admins can set `user_id`.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, token_bound_to_project, token_too_powerful, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createToken(body: CreateTokenRequest, options?: CallOptions): Call<NewToken>;

  /**
   * List tokens.
   *
   * Returns the tokens of the caller, oldest first. Instance admins can list the tokens of any user.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed, too_many_parallel_reads
   */
  listTokens(query?: Query<'listTokens'>, options?: ReadOptions): ListCall<Token>;

  /**
   * List tokens.
   *
   * Returns the tokens of the caller, oldest first. Instance admins can list the tokens of any user.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed, too_many_parallel_reads
   */
  listTokens(query: Query<'listTokens'> | undefined, options: UnlessKnownOptions): Call<Token[] | undefined>;

  /**
   * Get a token.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @param tokenId Id of the token.
   * @throws ProblemError token_bound_to_project, token_not_found, precondition_failed
   */
  getToken(tokenId: string, options?: ReadOptions): Call<Token>;

  /**
   * Get a token.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @param tokenId Id of the token.
   * @throws ProblemError token_bound_to_project, token_not_found, precondition_failed
   */
  getToken(tokenId: string, options: UnlessKnownOptions): Call<Token | undefined>;

  /**
   * Revoke a token.
   *
   * The token becomes invalid immediately. Every token, including one with the scope `read`, can revoke itself.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @param tokenId Id of the token.
   * @throws ProblemError token_bound_to_project, token_not_found, precondition_failed, outcome_unknown
   */
  revokeToken(tokenId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Find or register a user.
   *
   * Returns the user with this e-mail address (case-insensitive) unchanged, or registers a new one.
   *
   * Requires a token with the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, token_bound_to_project, instance_admin_required, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createUser(body: CreateUserRequest, options?: KeyedOptions): Call<Account>;

  /**
   * List users.
   *
   * Returns the oldest user first. Anonymized users are excluded.
   *
   * Requires a token with the scope `read`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed, too_many_parallel_reads
   */
  listUsers(query?: Query<'listUsers'>, options?: ReadOptions): ListCall<Account>;

  /**
   * List users.
   *
   * Returns the oldest user first. Anonymized users are excluded.
   *
   * Requires a token with the scope `read`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed, too_many_parallel_reads
   */
  listUsers(query: Query<'listUsers'> | undefined, options: UnlessKnownOptions): Call<Account[] | undefined>;

  /**
   * Get a user.
   *
   * Requires a token with the scope `read`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user.
   * @throws ProblemError token_bound_to_project, instance_admin_required, user_not_found, precondition_failed
   */
  getUser(userId: string, options?: ReadOptions): Call<Account>;

  /**
   * Get a user.
   *
   * Requires a token with the scope `read`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user.
   * @throws ProblemError token_bound_to_project, instance_admin_required, user_not_found, precondition_failed
   */
  getUser(userId: string, options: UnlessKnownOptions): Call<Account | undefined>;

  /**
   * Update a user.
   *
   * Omitted fields stay unchanged.
   *
   * Requires a token with the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, token_bound_to_project, instance_admin_required, user_not_found, email_taken, last_instance_admin, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateUser(userId: string, body: UpdateUserRequest, options?: ConditionalOptions): Call<Account>;

  /**
   * Anonymize a user.
   *
   * Removes name, e-mail address, picture, memberships and tokens of the user. Their feedback, votes, comments and changelog entries are kept.
   *
   * Requires a token with the scope `admin`, and that the caller is an instance admin. Tokens that are bound to a project are rejected.
   *
   * @param userId Id of the user.
   * @throws ProblemError token_bound_to_project, instance_admin_required, user_not_found, last_owner, last_instance_admin, precondition_failed, outcome_unknown
   */
  deleteUser(userId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Create a project.
   *
   * The caller becomes its owner.
   *
   * Requires a token with the scope `admin`. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, token_bound_to_project, idempotency_key_in_use, idempotency_key_reused, slug_taken, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createProject(body: CreateProjectRequest, options?: KeyedOptions): Call<Project>;

  /**
   * List projects.
   *
   * Returns the projects in which the caller has a role, newest first. Instance admins can see all projects.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError token_bound_to_project, precondition_failed, too_many_parallel_reads
   */
  listProjects(query?: Query<'listProjects'>, options?: ReadOptions): ListCall<Project>;

  /**
   * List projects.
   *
   * Returns the projects in which the caller has a role, newest first. Instance admins can see all projects.
   *
   * Requires a token with the scope `read`. Tokens that are bound to a project are rejected.
   *
   * @throws ProblemError token_bound_to_project, precondition_failed, too_many_parallel_reads
   */
  listProjects(
    query: Query<'listProjects'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Project[] | undefined>;

  /**
   * Get a project.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProject(projectSlug: string, options?: ReadOptions): Call<Project>;

  /**
   * Get a project.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProject(projectSlug: string, options: UnlessKnownOptions): Call<Project | undefined>;

  /**
   * Update a project.
   *
   * Omitted fields stay unchanged.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, slug_taken, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateProject(projectSlug: string, body: UpdateProjectRequest, options?: ConditionalOptions): Call<Project>;

  /**
   * Delete a project.
   *
   * Deletes the project with its configuration, members, feedback, changelog, events and webhooks.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError insufficient_role, project_not_found, precondition_failed, outcome_unknown
   */
  deleteProject(projectSlug: string, options?: ConditionalOptions): Call<void>;

  /**
   * Get the configuration.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProjectConfig(projectSlug: string, options?: ReadOptions): Call<ProjectConfig>;

  /**
   * Get the configuration.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProjectConfig(projectSlug: string, options: UnlessKnownOptions): Call<ProjectConfig | undefined>;

  /**
   * Update the configuration.
   *
   * Omitted fields stay unchanged. A changed `custom_domain` must be verified again.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateProjectConfig(
    projectSlug: string,
    body: UpdateProjectConfigRequest,
    options?: ConditionalOptions,
  ): Call<ProjectConfig>;

  /**
   * Verify the custom domain.
   *
   * Checks a DNS TXT record. If it is not found, the problem `custom_domain_unverified` contains the name and the value of the required record.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, idempotency_key_in_use, idempotency_key_reused, custom_domain_missing, custom_domain_unverified, custom_domain_taken, outcome_unknown
   */
  verifyCustomDomain(projectSlug: string, options?: KeyedOptions): Call<ProjectConfig>;

  /**
   * Add a member.
   *
   * Adds the user with this e-mail address, who is registered if there is none.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, user_not_found, idempotency_key_in_use, idempotency_key_reused, already_member, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  addMember(projectSlug: string, body: AddMemberRequest, options?: KeyedOptions): Call<Member>;

  /**
   * List members.
   *
   * Returns the oldest record first.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listMembers(projectSlug: string, query?: Query<'listMembers'>, options?: ReadOptions): ListCall<Member>;

  /**
   * List members.
   *
   * Returns the oldest record first.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listMembers(
    projectSlug: string,
    query: Query<'listMembers'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Member[] | undefined>;

  /**
   * Get a member.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ProblemError project_not_found, member_not_found, precondition_failed
   */
  getMember(projectSlug: string, userId: string, options?: ReadOptions): Call<Member>;

  /**
   * Get a member.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ProblemError project_not_found, member_not_found, precondition_failed
   */
  getMember(projectSlug: string, userId: string, options: UnlessKnownOptions): Call<Member | undefined>;

  /**
   * Set the role of a user.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, user_not_found, last_owner, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  setMemberRole(
    projectSlug: string,
    userId: string,
    body: SetMemberRoleRequest,
    options?: CallOptions,
  ): Call<Member>;

  /**
   * Remove a member.
   *
   * Removes the membership. The feedback, votes, comments and changelog entries of the user are kept.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param userId Id of the user, or `me` for the caller.
   * @throws ProblemError insufficient_role, project_not_found, member_not_found, last_owner, precondition_failed, outcome_unknown
   */
  removeMember(projectSlug: string, userId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Submit feedback.
   *
   * Editors can also set `status`, `tags` and `created_at`, and submit on behalf of another user, given as `user_id` or as `user`. A `user` is found by e-mail address, or registered if there is none.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createFeedback(projectSlug: string, body: SubmitFeedbackRequest, options?: KeyedOptions): Call<Feedback>;

  /**
   * List feedback.
   *
   * Returns the newest feedback first, unless `sort` is set. Merged feedback is excluded.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listFeedback(projectSlug: string, query?: Query<'listFeedback'>, options?: ReadOptions): ListCall<Feedback>;

  /**
   * List feedback.
   *
   * Returns the newest feedback first, unless `sort` is set. Merged feedback is excluded.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listFeedback(
    projectSlug: string,
    query: Query<'listFeedback'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Feedback[] | undefined>;

  /**
   * Find similar feedback.
   *
   * Suggests existing feedback while a user types a title. Returns at most 20 records whose titles share words with it, the most similar first. The last word may be incomplete, and the search tolerates typos.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, too_many_parallel_reads
   */
  findSimilarFeedback(
    projectSlug: string,
    query: Query<'findSimilarFeedback'>,
    options?: CallOptions,
  ): Call<Feedback[]>;

  /**
   * Count feedback.
   *
   * Counts the feedback of the project by status and by tag. Merged feedback is excluded.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getFeedbackStats(projectSlug: string, options?: ReadOptions): Call<FeedbackStats>;

  /**
   * Count feedback.
   *
   * Counts the feedback of the project by status and by tag. Merged feedback is excluded.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getFeedbackStats(projectSlug: string, options: UnlessKnownOptions): Call<FeedbackStats | undefined>;

  /**
   * Get feedback.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
   */
  getFeedback(projectSlug: string, feedbackId: string, options?: ReadOptions): Call<Feedback>;

  /**
   * Get feedback.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
   */
  getFeedback(
    projectSlug: string,
    feedbackId: string,
    options: UnlessKnownOptions,
  ): Call<Feedback | undefined>;

  /**
   * Update feedback.
   *
   * Omitted fields stay unchanged. Contributors can update their own feedback, editors all feedback. Changing `status` or `tags` requires the role `editor`.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, feedback_not_found, feedback_merged, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateFeedback(
    projectSlug: string,
    feedbackId: string,
    body: UpdateFeedbackRequest,
    options?: ConditionalOptions,
  ): Call<Feedback>;

  /**
   * Delete feedback.
   *
   * Deletes the feedback with its votes and comments. Contributors can delete their own feedback, editors all feedback.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError insufficient_role, project_not_found, feedback_not_found, feedback_merged, precondition_failed, outcome_unknown
   */
  deleteFeedback(projectSlug: string, feedbackId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Merge feedback.
   *
   * Merges the feedback into another one, and returns that target. The target then includes the votes (one per user) and comments of both. A merge moves no data and can be undone.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, feedback_not_found, feedback_merged, idempotency_key_in_use, idempotency_key_reused, merge_refused, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  mergeFeedback(
    projectSlug: string,
    feedbackId: string,
    body: MergeFeedbackRequest,
    options?: KeyedOptions,
  ): Call<Feedback>;

  /**
   * Undo a merge.
   *
   * Returns the feedback, which is listed separately again with its votes and comments.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError insufficient_role, project_not_found, feedback_not_found, feedback_merged, feedback_not_merged, outcome_unknown
   */
  unmergeFeedback(projectSlug: string, feedbackId: string, options?: CallOptions): Call<Feedback>;

  /**
   * List votes.
   *
   * Returns the oldest vote first. Includes the votes for feedback that is merged into this one, one per user.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed, too_many_parallel_reads
   */
  listUpvotes(
    projectSlug: string,
    feedbackId: string,
    query?: Query<'listUpvotes'>,
    options?: ReadOptions,
  ): ListCall<Upvote>;

  /**
   * List votes.
   *
   * Returns the oldest vote first. Includes the votes for feedback that is merged into this one, one per user.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed, too_many_parallel_reads
   */
  listUpvotes(
    projectSlug: string,
    feedbackId: string,
    query: Query<'listUpvotes'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Upvote[] | undefined>;

  /**
   * Vote on behalf of a user.
   *
   * Adds a vote of the caller, or, for editors, of another user, given as `user_id` or as `user`. A `user` is found by e-mail address, or registered if there is none. A user has at most one vote: voting again returns the existing vote.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, feedback_not_found, feedback_merged, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createUpvote(
    projectSlug: string,
    feedbackId: string,
    body: CastVoteRequest,
    options?: KeyedOptions,
  ): Call<Upvote>;

  /**
   * Get the vote of a user.
   *
   * Tells whether a user has voted: returns 404 `upvote_not_found` otherwise. Includes votes for feedback that is merged into this one.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ProblemError project_not_found, feedback_not_found, upvote_not_found, precondition_failed
   */
  getUpvote(projectSlug: string, feedbackId: string, userId: string, options?: ReadOptions): Call<Upvote>;

  /**
   * Get the vote of a user.
   *
   * Tells whether a user has voted: returns 404 `upvote_not_found` otherwise. Includes votes for feedback that is merged into this one.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ProblemError project_not_found, feedback_not_found, upvote_not_found, precondition_failed
   */
  getUpvote(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options: UnlessKnownOptions,
  ): Call<Upvote | undefined>;

  /**
   * Vote.
   *
   * Returns the feedback. A user has at most one vote: voting again changes nothing.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, feedback_not_found, user_not_found, feedback_merged, outcome_unknown
   */
  castVote(projectSlug: string, feedbackId: string, userId: string, options?: CallOptions): Call<Feedback>;

  /**
   * Remove a vote.
   *
   * Returns the feedback. Removing a vote that does not exist changes nothing.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user, or `me` for the caller. Voting on behalf of another user requires the role `editor`.
   * @throws ProblemError insufficient_role, project_not_found, feedback_not_found, user_not_found, feedback_merged, outcome_unknown
   */
  withdrawVote(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options?: CallOptions,
  ): Call<Feedback>;

  /**
   * Create a comment.
   *
   * Editors can comment on behalf of another user, given as `user_id` or as `user`. A `user` is found by e-mail address, or registered if there is none.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, feedback_not_found, feedback_merged, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createComment(
    projectSlug: string,
    feedbackId: string,
    body: WriteCommentRequest,
    options?: KeyedOptions,
  ): Call<Comment>;

  /**
   * List comments.
   *
   * Returns the oldest comment first. Includes the comments on feedback that is merged into this one.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed, too_many_parallel_reads
   */
  listComments(
    projectSlug: string,
    feedbackId: string,
    query?: Query<'listComments'>,
    options?: ReadOptions,
  ): ListCall<Comment>;

  /**
   * List comments.
   *
   * Returns the oldest comment first. Includes the comments on feedback that is merged into this one.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed, too_many_parallel_reads
   */
  listComments(
    projectSlug: string,
    feedbackId: string,
    query: Query<'listComments'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Comment[] | undefined>;

  /**
   * Get a comment.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ProblemError project_not_found, feedback_not_found, comment_not_found, precondition_failed
   */
  getComment(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    options?: ReadOptions,
  ): Call<Comment>;

  /**
   * Get a comment.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ProblemError project_not_found, feedback_not_found, comment_not_found, precondition_failed
   */
  getComment(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    options: UnlessKnownOptions,
  ): Call<Comment | undefined>;

  /**
   * Update a comment.
   *
   * Contributors can update their own comments, editors all comments.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, feedback_not_found, comment_not_found, feedback_merged, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateComment(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    body: EditCommentRequest,
    options?: ConditionalOptions,
  ): Call<Comment>;

  /**
   * Delete a comment.
   *
   * Contributors can delete their own comments, editors all comments.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `contributor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ProblemError insufficient_role, project_not_found, feedback_not_found, comment_not_found, feedback_merged, precondition_failed, outcome_unknown
   */
  deleteComment(
    projectSlug: string,
    feedbackId: string,
    commentId: string,
    options?: ConditionalOptions,
  ): Call<void>;

  /**
   * List tags.
   *
   * Returns the tags sorted by name.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listTags(projectSlug: string, query?: Query<'listTags'>, options?: ReadOptions): ListCall<Tag>;

  /**
   * List tags.
   *
   * Returns the tags sorted by name.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listTags(
    projectSlug: string,
    query: Query<'listTags'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Tag[] | undefined>;

  /**
   * Create, update or rename a tag.
   *
   * A new tag requires a `color`. A different `name` in the body renames the tag, on all feedback that has it.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param name Name of the tag (case-insensitive).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, tag_name_taken, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  putTag(projectSlug: string, name: string, body: PutTagRequest, options?: CallOptions): Call<Tag>;

  /**
   * Delete a tag.
   *
   * Also removes the tag from all feedback.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param name Name of the tag (case-insensitive).
   * @throws ProblemError insufficient_role, project_not_found, tag_not_found, outcome_unknown
   */
  deleteTag(projectSlug: string, name: string, options?: CallOptions): Call<void>;

  /**
   * Create a changelog entry.
   *
   * The entry is a draft unless `published` is true. `publish_date` defaults to the current time. A published entry with a future date becomes visible at that time.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createChangelog(projectSlug: string, body: CreateChangelogRequest, options?: KeyedOptions): Call<Changelog>;

  /**
   * List changelog entries.
   *
   * Returns the newest `publish_date` first. Only editors can see drafts and scheduled entries.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listChangelogs(
    projectSlug: string,
    query?: Query<'listChangelogs'>,
    options?: ReadOptions,
  ): ListCall<Changelog>;

  /**
   * List changelog entries.
   *
   * Returns the newest `publish_date` first. Only editors can see drafts and scheduled entries.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError project_not_found, precondition_failed, too_many_parallel_reads
   */
  listChangelogs(
    projectSlug: string,
    query: Query<'listChangelogs'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Changelog[] | undefined>;

  /**
   * Get a changelog entry.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ProblemError project_not_found, changelog_not_found, precondition_failed
   */
  getChangelog(projectSlug: string, changelogId: string, options?: ReadOptions): Call<Changelog>;

  /**
   * Get a changelog entry.
   *
   * Requires a token with the scope `read`.
   *
   * Requires membership in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ProblemError project_not_found, changelog_not_found, precondition_failed
   */
  getChangelog(
    projectSlug: string,
    changelogId: string,
    options: UnlessKnownOptions,
  ): Call<Changelog | undefined>;

  /**
   * Replace or update a changelog entry.
   *
   * Omitted fields stay unchanged; sending all six fields replaces the entry. The response contains `author_id` but not `author`. It has no `ETag`, because it differs from the representation that a GET returns.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, changelog_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateChangelog(
    projectSlug: string,
    changelogId: string,
    body: UpdateChangelogRequest,
    options?: ConditionalOptions,
  ): Call<ChangelogUpdate>;

  /**
   * Update a changelog entry.
   *
   * Omitted fields stay unchanged. Does the same as PUT, but returns the whole entry with its `ETag`.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, changelog_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  patchChangelog(
    projectSlug: string,
    changelogId: string,
    body: UpdateChangelogRequest,
    options?: ConditionalOptions,
  ): Call<Changelog>;

  /**
   * Delete a changelog entry.
   *
   * Requires a token with the scope `write`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param changelogId Id of the changelog entry.
   * @throws ProblemError insufficient_role, project_not_found, changelog_not_found, precondition_failed, outcome_unknown
   */
  deleteChangelog(projectSlug: string, changelogId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Read the event feed.
   *
   * Returns the events of the project, oldest first. Every non-empty page links to the next one. An empty page means that the reader is up to date: poll its URL again later. Following the links returns each event exactly once.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError insufficient_role, project_not_found, events_gone, precondition_failed, too_many_parallel_reads
   */
  listEvents(projectSlug: string, query?: Query<'listEvents'>, options?: ReadOptions): ListCall<Event>;

  /**
   * Read the event feed.
   *
   * Returns the events of the project, oldest first. Every non-empty page links to the next one. An empty page means that the reader is up to date: poll its URL again later. Following the links returns each event exactly once.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `editor` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError insufficient_role, project_not_found, events_gone, precondition_failed, too_many_parallel_reads
   */
  listEvents(
    projectSlug: string,
    query: Query<'listEvents'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Event[] | undefined>;

  /**
   * Create a webhook.
   *
   * Returns the `secret` of the webhook, which is not returned again. New events of the project are posted to the URL.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, too_many_webhooks, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  createWebhook(projectSlug: string, body: CreateWebhookRequest, options?: CallOptions): Call<NewWebhook>;

  /**
   * List webhooks.
   *
   * Returns the oldest record first.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError insufficient_role, project_not_found, precondition_failed, too_many_parallel_reads
   */
  listWebhooks(projectSlug: string, query?: Query<'listWebhooks'>, options?: ReadOptions): ListCall<Webhook>;

  /**
   * List webhooks.
   *
   * Returns the oldest record first.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @throws ProblemError insufficient_role, project_not_found, precondition_failed, too_many_parallel_reads
   */
  listWebhooks(
    projectSlug: string,
    query: Query<'listWebhooks'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Webhook[] | undefined>;

  /**
   * Get a webhook.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed
   */
  getWebhook(projectSlug: string, webhookId: string, options?: ReadOptions): Call<Webhook>;

  /**
   * Get a webhook.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed
   */
  getWebhook(projectSlug: string, webhookId: string, options: UnlessKnownOptions): Call<Webhook | undefined>;

  /**
   * Update a webhook.
   *
   * Omitted fields stay unchanged.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, webhook_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding, outcome_unknown
   */
  updateWebhook(
    projectSlug: string,
    webhookId: string,
    body: UpdateWebhookRequest,
    options?: ConditionalOptions,
  ): Call<Webhook>;

  /**
   * Delete a webhook.
   *
   * Deletes the webhook with its deliveries. Pending deliveries are not sent.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed, outcome_unknown
   */
  deleteWebhook(projectSlug: string, webhookId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Rotate the secret of a webhook.
   *
   * Returns the new `secret`, which is not returned again. For 24 hours, messages are also signed with the previous secret, even if the secret is rotated again.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, webhook_not_found, outcome_unknown
   */
  rotateWebhookSecret(projectSlug: string, webhookId: string, options?: CallOptions): Call<NewWebhook>;

  /**
   * Test a webhook.
   *
   * Sends an event of the type `webhook.test`, even if the webhook is disabled. The delivery shows the outcome.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, webhook_not_found, idempotency_key_in_use, idempotency_key_reused, outcome_unknown
   */
  testWebhook(projectSlug: string, webhookId: string, options?: KeyedOptions): Call<Delivery>;

  /**
   * List deliveries.
   *
   * Returns the deliveries of the last 30 days and all pending ones, newest first.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed, too_many_parallel_reads
   */
  listDeliveries(
    projectSlug: string,
    webhookId: string,
    query?: Query<'listDeliveries'>,
    options?: ReadOptions,
  ): ListCall<Delivery>;

  /**
   * List deliveries.
   *
   * Returns the deliveries of the last 30 days and all pending ones, newest first.
   *
   * Requires a token with the scope `read`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed, too_many_parallel_reads
   */
  listDeliveries(
    projectSlug: string,
    webhookId: string,
    query: Query<'listDeliveries'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Delivery[] | undefined>;

  /**
   * Redeliver an event.
   *
   * Sends the event of a delivery again immediately, and restarts the retry schedule.
   *
   * Requires a token with the scope `admin`.
   *
   * Requires the role `owner` in the project.
   *
   * @param projectSlug Slug of the project. A former slug redirects to the current one (308).
   * @param webhookId Id of the webhook.
   * @param deliveryId Id of the delivery.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, too_many_values, invalid_idempotency_key, idempotency_key_not_allowed, insufficient_role, project_not_found, webhook_not_found, delivery_not_found, idempotency_key_in_use, idempotency_key_reused, webhook_disabled, outcome_unknown
   */
  redeliver(
    projectSlug: string,
    webhookId: string,
    deliveryId: string,
    options?: KeyedOptions,
  ): Call<Delivery>;

  /**
   * Get the identity providers.
   *
   * Returns which identity providers issue access tokens for this API (RFC 9728).
   *
   * Requires no token.
   */
  getProtectedResource(options?: CallOptions): Call<ProtectedResource>;
}

/** How an operation is sent, and what it answers. */
export interface OperationEntry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** What stands between the parameters of the path and the options. */
  readonly takes?: 'query' | 'body';
  readonly answer: 'record' | 'list' | 'nothing';
  /** It takes no token. */
  readonly isOpen?: true;
  /** A POST that can be sent again with the same Idempotency-Key. */
  readonly takesKey?: true;
  /** The code that a DELETE answers with where there is nothing to delete. */
  readonly gone?: Problem['code'];
}
