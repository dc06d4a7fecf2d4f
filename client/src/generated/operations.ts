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

/** An entry of a project's changelog. */
export type Changelog = components['schemas']['Changelog'];

/** An entry as its update answers: the author is named by id alone. */
export type ChangelogUpdate = components['schemas']['ChangelogUpdate'];

/** What a user says about feedback. */
export type Comment = components['schemas']['Comment'];

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

/** An event on its way to a webhook. */
export type Delivery = components['schemas']['Delivery'];

/** What `updateComment` takes. */
export type EditCommentRequest = components['schemas']['EditCommentRequest'];

/** Something that happened in a project. */
export type Event = components['schemas']['Event'];

/** One fault of an input: it has a `pointer`, or a `parameter` in its place. */
export type Fault = components['schemas']['Fault'];

/** What a user wishes of a project. */
export type Feedback = components['schemas']['Feedback'];

/** All is well. */
export type Health = components['schemas']['Health'];

/** The caller, and the token in hand. */
export type Me = components['schemas']['Me'];

/** A user's part in a project. */
export type Member = components['schemas']['Member'];

/** What `mergeFeedback` takes. */
export type MergeFeedbackRequest = components['schemas']['MergeFeedbackRequest'];

/** An access token that was just made. */
export type NewToken = components['schemas']['NewToken'];

/** A webhook with a secret that was just made. */
export type NewWebhook = components['schemas']['NewWebhook'];

/** What a test tells: nothing has happened. */
export type Nothing = components['schemas']['Nothing'];

/** What went wrong (RFC 9457). Programs branch on `code`, people read `detail`. */
export type Problem = components['schemas']['Problem'];

/** What feedback and changelogs belong to. */
export type Project = components['schemas']['Project'];

/** How a project presents itself and where it posts to. */
export type ProjectConfig = components['schemas']['ProjectConfig'];

/** What `putTag` takes. */
export type PutTagRequest = components['schemas']['PutTagRequest'];

/** What `setMemberRole` takes. */
export type SetMemberRoleRequest = components['schemas']['SetMemberRoleRequest'];

/** What `createFeedback` takes. */
export type SubmitFeedbackRequest = components['schemas']['SubmitFeedbackRequest'];

/** A label for a project's feedback. */
export type Tag = components['schemas']['Tag'];

/** An access token, without its text: that is shown once, when it is made. */
export type Token = components['schemas']['Token'];

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

/** Who did something: a person or a program. */
export type User = components['schemas']['User'];

/** The record UserReference. */
export type UserReference = components['schemas']['UserReference'];

/** A vote that was cast or taken back. */
export type Vote = components['schemas']['Vote'];

/** A URL to which events of a project are posted. */
export type Webhook = components['schemas']['Webhook'];

/** What `createComment` takes. */
export type WriteCommentRequest = components['schemas']['WriteCommentRequest'];

/** All operations of the API, each by its id in the API's document. */
export interface Operations {
  /**
   * Whether the process runs.
   *
   * Takes no token.
   */
  checkLiveness(options?: CallOptions): Call<Health>;

  /**
   * Whether the service takes requests.
   *
   * It does where it is not stopping and its database answers.
   *
   * Takes no token.
   *
   * @throws ProblemError shutting_down
   */
  checkReadiness(options?: CallOptions): Call<Health>;

  /**
   * Who calls.
   *
   * The caller, and the token in hand: a good first call.
   *
   * Needs a token with the scope `read`.
   *
   * @throws ProblemError token_not_found, precondition_failed
   */
  getMe(options?: ReadOptions): Call<Me>;

  /**
   * Who calls.
   *
   * The caller, and the token in hand: a good first call.
   *
   * Needs a token with the scope `read`.
   *
   * @throws ProblemError token_not_found, precondition_failed
   */
  getMe(options: UnlessKnownOptions): Call<Me | undefined>;

  /**
   * Make a token.
   *
   * Its text is shown this once. Nobody makes a token that allows more than the one in hand; an instance admin may name a `user_id`.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, idempotency_key_not_allowed, token_bound_to_project, token_too_powerful, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  createToken(body: CreateTokenRequest, options?: CallOptions): Call<NewToken>;

  /**
   * List tokens.
   *
   * Those of the caller, or of the user that an instance admin names. Oldest first.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed
   */
  listTokens(query?: Query<'listTokens'>, options?: ReadOptions): ListCall<Token>;

  /**
   * List tokens.
   *
   * Those of the caller, or of the user that an instance admin names. Oldest first.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed
   */
  listTokens(query: Query<'listTokens'> | undefined, options: UnlessKnownOptions): Call<Token[] | undefined>;

  /**
   * Read a token.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @param tokenId Id of the token.
   * @throws ProblemError token_bound_to_project, token_not_found, precondition_failed
   */
  getToken(tokenId: string, options?: ReadOptions): Call<Token>;

  /**
   * Read a token.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @param tokenId Id of the token.
   * @throws ProblemError token_bound_to_project, token_not_found, precondition_failed
   */
  getToken(tokenId: string, options: UnlessKnownOptions): Call<Token | undefined>;

  /**
   * Revoke a token.
   *
   * It ends at once, also where it is the one in hand. Every token, even one with the scope `read`, can end itself.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @param tokenId Id of the token.
   * @throws ProblemError token_bound_to_project, token_not_found, precondition_failed
   */
  revokeToken(tokenId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Find or register a user.
   *
   * A user who has this e-mail address, without regard to case, is left as they are.
   *
   * Needs a token with the scope `admin` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, token_bound_to_project, instance_admin_required, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  createUser(body: CreateUserRequest, options?: KeyedOptions): Call<Account>;

  /**
   * List users.
   *
   * Oldest first. Those who were made anonymous are left out.
   *
   * Needs a token with the scope `read` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed
   */
  listUsers(query?: Query<'listUsers'>, options?: ReadOptions): ListCall<Account>;

  /**
   * List users.
   *
   * Oldest first. Those who were made anonymous are left out.
   *
   * Needs a token with the scope `read` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError token_bound_to_project, instance_admin_required, precondition_failed
   */
  listUsers(query: Query<'listUsers'> | undefined, options: UnlessKnownOptions): Call<Account[] | undefined>;

  /**
   * Read a user.
   *
   * Needs a token with the scope `read` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @param userId Id of the user.
   * @throws ProblemError token_bound_to_project, instance_admin_required, user_not_found, precondition_failed
   */
  getUser(userId: string, options?: ReadOptions): Call<Account>;

  /**
   * Read a user.
   *
   * Needs a token with the scope `read` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @param userId Id of the user.
   * @throws ProblemError token_bound_to_project, instance_admin_required, user_not_found, precondition_failed
   */
  getUser(userId: string, options: UnlessKnownOptions): Call<Account | undefined>;

  /**
   * Change a user.
   *
   * Fields that are left out stay as they are.
   *
   * Needs a token with the scope `admin` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @param userId Id of the user.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, token_bound_to_project, instance_admin_required, user_not_found, email_taken, last_instance_admin, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  updateUser(userId: string, body: UpdateUserRequest, options?: ConditionalOptions): Call<Account>;

  /**
   * Make a user anonymous.
   *
   * What the user submitted stays; name, e-mail address, picture, memberships and tokens go.
   *
   * Needs a token with the scope `admin` of an instance admin. A token that is bound to a project cannot be used here.
   *
   * @param userId Id of the user.
   * @throws ProblemError insufficient_scope, token_bound_to_project, instance_admin_required, user_not_found, last_instance_admin, precondition_failed
   */
  deleteUser(userId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Make a project.
   *
   * The caller becomes its owner.
   *
   * Needs a token with the scope `admin`. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, token_bound_to_project, idempotency_key_in_use, idempotency_key_reused, slug_taken, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  createProject(body: CreateProjectRequest, options?: KeyedOptions): Call<Project>;

  /**
   * List projects.
   *
   * Those that the caller is a member of; for an instance admin all. Newest first.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError token_bound_to_project, precondition_failed
   */
  listProjects(query?: Query<'listProjects'>, options?: ReadOptions): ListCall<Project>;

  /**
   * List projects.
   *
   * Those that the caller is a member of; for an instance admin all. Newest first.
   *
   * Needs a token with the scope `read`. A token that is bound to a project cannot be used here.
   *
   * @throws ProblemError token_bound_to_project, precondition_failed
   */
  listProjects(
    query: Query<'listProjects'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Project[] | undefined>;

  /**
   * Read a project.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProject(projectSlug: string, options?: ReadOptions): Call<Project>;

  /**
   * Read a project.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProject(projectSlug: string, options: UnlessKnownOptions): Call<Project | undefined>;

  /**
   * Change a project.
   *
   * Fields that are left out stay as they are.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, slug_taken, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  updateProject(projectSlug: string, body: UpdateProjectRequest, options?: ConditionalOptions): Call<Project>;

  /**
   * Delete a project.
   *
   * With everything under it.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, precondition_failed
   */
  deleteProject(projectSlug: string, options?: ConditionalOptions): Call<void>;

  /**
   * Read the configuration.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProjectConfig(projectSlug: string, options?: ReadOptions): Call<ProjectConfig>;

  /**
   * Read the configuration.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  getProjectConfig(projectSlug: string, options: UnlessKnownOptions): Call<ProjectConfig | undefined>;

  /**
   * Change the configuration.
   *
   * Fields that are left out stay as they are. Another `custom_domain` has to be verified anew.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  updateProjectConfig(
    projectSlug: string,
    body: UpdateProjectConfigRequest,
    options?: ConditionalOptions,
  ): Call<ProjectConfig>;

  /**
   * Verify the custom domain.
   *
   * Looks for a DNS TXT record, whose name and text the problem `custom_domain_unverified` tells until it is found.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError body_not_taken, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, idempotency_key_in_use, idempotency_key_reused, custom_domain_missing, custom_domain_unverified, custom_domain_taken
   */
  verifyCustomDomain(projectSlug: string, options?: KeyedOptions): Call<ProjectConfig>;

  /**
   * Add a member.
   *
   * The user is found by the e-mail address, or registered.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, user_not_found, idempotency_key_in_use, idempotency_key_reused, already_member, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  addMember(projectSlug: string, body: AddMemberRequest, options?: KeyedOptions): Call<Member>;

  /**
   * List members.
   *
   * Oldest first.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listMembers(projectSlug: string, query?: Query<'listMembers'>, options?: ReadOptions): ListCall<Member>;

  /**
   * List members.
   *
   * Oldest first.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listMembers(
    projectSlug: string,
    query: Query<'listMembers'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Member[] | undefined>;

  /**
   * Read a member.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param userId Id of the user; `me` is the caller.
   * @throws ProblemError project_not_found, member_not_found, precondition_failed
   */
  getMember(projectSlug: string, userId: string, options?: ReadOptions): Call<Member>;

  /**
   * Read a member.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param userId Id of the user; `me` is the caller.
   * @throws ProblemError project_not_found, member_not_found, precondition_failed
   */
  getMember(projectSlug: string, userId: string, options: UnlessKnownOptions): Call<Member | undefined>;

  /**
   * Give a user a role.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param userId Id of the user; `me` is the caller.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, user_not_found, last_owner, body_too_large, unsupported_media_type, unsupported_content_encoding
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
   * What they submitted stays.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param userId Id of the user; `me` is the caller.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, member_not_found, last_owner, precondition_failed
   */
  removeMember(projectSlug: string, userId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Submit feedback.
   *
   * Editors may also set `status`, `tags` and `created_at`, and submit for another user: by `user_id`, or by `user`, who is found by e-mail address or registered.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  createFeedback(projectSlug: string, body: SubmitFeedbackRequest, options?: KeyedOptions): Call<Feedback>;

  /**
   * List feedback.
   *
   * Newest first, unless `sort` says otherwise. What is merged into other feedback is left out.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listFeedback(projectSlug: string, query?: Query<'listFeedback'>, options?: ReadOptions): ListCall<Feedback>;

  /**
   * List feedback.
   *
   * Newest first, unless `sort` says otherwise. What is merged into other feedback is left out.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listFeedback(
    projectSlug: string,
    query: Query<'listFeedback'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Feedback[] | undefined>;

  /**
   * Find similar feedback.
   *
   * For a title that is being typed: at most 20 records whose titles share words with it, the most similar first. The last word may be unfinished, and slips are forgiven.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found
   */
  findSimilarFeedback(
    projectSlug: string,
    query: Query<'findSimilarFeedback'>,
    options?: CallOptions,
  ): Call<Feedback[]>;

  /**
   * Read feedback.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
   */
  getFeedback(projectSlug: string, feedbackId: string, options?: ReadOptions): Call<Feedback>;

  /**
   * Read feedback.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
   */
  getFeedback(
    projectSlug: string,
    feedbackId: string,
    options: UnlessKnownOptions,
  ): Call<Feedback | undefined>;

  /**
   * Change feedback.
   *
   * Fields that are left out stay as they are. Contributors change their own, editors all; to change `status` and `tags` takes an editor.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, feedback_not_found, feedback_merged, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
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
   * With its votes and comments. Contributors delete their own, editors all.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, feedback_not_found, feedback_merged, precondition_failed
   */
  deleteFeedback(projectSlug: string, feedbackId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Merge feedback into other.
   *
   * Answers with the target, which from now on counts and shows the votes (each user once) and comments of both. Nothing is moved, so it can be undone.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, feedback_not_found, feedback_merged, idempotency_key_in_use, idempotency_key_reused, merge_refused, body_too_large, unsupported_media_type, unsupported_content_encoding
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
   * Answers with the feedback that is on its own again, with all that it had and what came in between.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, feedback_not_found, feedback_merged, feedback_not_merged
   */
  unmergeFeedback(projectSlug: string, feedbackId: string, options?: CallOptions): Call<Feedback>;

  /**
   * List votes.
   *
   * Oldest first, with those for feedback that is merged into this one: each user once.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
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
   * Oldest first, with those for feedback that is merged into this one: each user once.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
   */
  listUpvotes(
    projectSlug: string,
    feedbackId: string,
    query: Query<'listUpvotes'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Upvote[] | undefined>;

  /**
   * Vote.
   *
   * A user votes once: to vote again changes nothing. Answers with the feedback.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user; `me` is the caller. To vote for another user takes an editor.
   * @throws ProblemError body_not_taken, insufficient_scope, insufficient_role, project_not_found, feedback_not_found, user_not_found, feedback_merged
   */
  castVote(projectSlug: string, feedbackId: string, userId: string, options?: CallOptions): Call<Feedback>;

  /**
   * Take a vote back.
   *
   * To take back a vote that there is not changes nothing. Answers with the feedback.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @param userId Id of the user; `me` is the caller. To vote for another user takes an editor.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, feedback_not_found, user_not_found, feedback_merged
   */
  withdrawVote(
    projectSlug: string,
    feedbackId: string,
    userId: string,
    options?: CallOptions,
  ): Call<Feedback>;

  /**
   * Write a comment.
   *
   * Editors may write for another user: by `user_id`, or by `user`, who is found by e-mail address or registered.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, feedback_not_found, feedback_merged, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding
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
   * Oldest first, with those on feedback that is merged into this one.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
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
   * Oldest first, with those on feedback that is merged into this one.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @throws ProblemError project_not_found, feedback_not_found, precondition_failed
   */
  listComments(
    projectSlug: string,
    feedbackId: string,
    query: Query<'listComments'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Comment[] | undefined>;

  /**
   * Read a comment.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
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
   * Read a comment.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
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
   * Edit a comment.
   *
   * Contributors edit their own, editors all.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, feedback_not_found, comment_not_found, feedback_merged, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
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
   * Contributors delete their own, editors all.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be a contributor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param feedbackId Id of the feedback.
   * @param commentId Id of the comment.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, feedback_not_found, comment_not_found, feedback_merged, precondition_failed
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
   * By name.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listTags(projectSlug: string, query?: Query<'listTags'>, options?: ReadOptions): ListCall<Tag>;

  /**
   * List tags.
   *
   * By name.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listTags(
    projectSlug: string,
    query: Query<'listTags'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Tag[] | undefined>;

  /**
   * Make, change or rename a tag.
   *
   * A new tag needs a `color`. Another `name` in the body renames the tag, on all feedback that has it.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param name Name of the tag, without regard to case.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, tag_name_taken, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  putTag(projectSlug: string, name: string, body: PutTagRequest, options?: CallOptions): Call<Tag>;

  /**
   * Delete a tag.
   *
   * Also from all feedback that has it.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param name Name of the tag, without regard to case.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, tag_not_found
   */
  deleteTag(projectSlug: string, name: string, options?: CallOptions): Call<void>;

  /**
   * Write an entry.
   *
   * It is a draft unless `published` is true, and dated now unless `publish_date` says otherwise. Published with a date ahead, it appears at that time.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, idempotency_key_in_use, idempotency_key_reused, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  createChangelog(projectSlug: string, body: CreateChangelogRequest, options?: KeyedOptions): Call<Changelog>;

  /**
   * List entries.
   *
   * Newest `publish_date` first. Drafts, and entries whose date has not come, are seen by editors only.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listChangelogs(
    projectSlug: string,
    query?: Query<'listChangelogs'>,
    options?: ReadOptions,
  ): ListCall<Changelog>;

  /**
   * List entries.
   *
   * Newest `publish_date` first. Drafts, and entries whose date has not come, are seen by editors only.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError project_not_found, precondition_failed
   */
  listChangelogs(
    projectSlug: string,
    query: Query<'listChangelogs'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Changelog[] | undefined>;

  /**
   * Read an entry.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param changelogId Id of the entry.
   * @throws ProblemError project_not_found, changelog_not_found, precondition_failed
   */
  getChangelog(projectSlug: string, changelogId: string, options?: ReadOptions): Call<Changelog>;

  /**
   * Read an entry.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be a member of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param changelogId Id of the entry.
   * @throws ProblemError project_not_found, changelog_not_found, precondition_failed
   */
  getChangelog(
    projectSlug: string,
    changelogId: string,
    options: UnlessKnownOptions,
  ): Call<Changelog | undefined>;

  /**
   * Replace or change an entry.
   *
   * Fields that are left out stay as they are: all six of them replace the entry. The answer names the author by id alone, and has no `ETag`: it is not what a read of the entry gives.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param changelogId Id of the entry.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, changelog_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  updateChangelog(
    projectSlug: string,
    changelogId: string,
    body: UpdateChangelogRequest,
    options?: ConditionalOptions,
  ): Call<ChangelogUpdate>;

  /**
   * Delete an entry.
   *
   * Needs a token with the scope `write`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param changelogId Id of the entry.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, changelog_not_found, precondition_failed
   */
  deleteChangelog(projectSlug: string, changelogId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Read the event feed.
   *
   * What happened in the project, oldest first. Every page that is not empty links to the next one; an empty one is the end for now: ask for it again later. Whoever follows the links misses nothing and sees nothing twice.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError insufficient_role, project_not_found, events_gone, precondition_failed
   */
  listEvents(projectSlug: string, query?: Query<'listEvents'>, options?: ReadOptions): ListCall<Event>;

  /**
   * Read the event feed.
   *
   * What happened in the project, oldest first. Every page that is not empty links to the next one; an empty one is the end for now: ask for it again later. Whoever follows the links misses nothing and sees nothing twice.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an editor of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError insufficient_role, project_not_found, events_gone, precondition_failed
   */
  listEvents(
    projectSlug: string,
    query: Query<'listEvents'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Event[] | undefined>;

  /**
   * Make a webhook.
   *
   * Its `secret` is shown this once. From now on the events of the project are posted to it.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, idempotency_key_not_allowed, insufficient_scope, insufficient_role, project_not_found, too_many_webhooks, body_too_large, unsupported_media_type, unsupported_content_encoding
   */
  createWebhook(projectSlug: string, body: CreateWebhookRequest, options?: CallOptions): Call<NewWebhook>;

  /**
   * List webhooks.
   *
   * Oldest first.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError insufficient_role, project_not_found, precondition_failed
   */
  listWebhooks(projectSlug: string, query?: Query<'listWebhooks'>, options?: ReadOptions): ListCall<Webhook>;

  /**
   * List webhooks.
   *
   * Oldest first.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @throws ProblemError insufficient_role, project_not_found, precondition_failed
   */
  listWebhooks(
    projectSlug: string,
    query: Query<'listWebhooks'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Webhook[] | undefined>;

  /**
   * Read a webhook.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed
   */
  getWebhook(projectSlug: string, webhookId: string, options?: ReadOptions): Call<Webhook>;

  /**
   * Read a webhook.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed
   */
  getWebhook(projectSlug: string, webhookId: string, options: UnlessKnownOptions): Call<Webhook | undefined>;

  /**
   * Change a webhook.
   *
   * Fields that are left out stay as they are.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError empty_body, malformed_json, incomplete_body, too_deep, insufficient_scope, insufficient_role, project_not_found, webhook_not_found, precondition_failed, body_too_large, unsupported_media_type, unsupported_content_encoding
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
   * With its deliveries: what was still to be sent is not.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_scope, insufficient_role, project_not_found, webhook_not_found, precondition_failed
   */
  deleteWebhook(projectSlug: string, webhookId: string, options?: ConditionalOptions): Call<void>;

  /**
   * Give a webhook a new secret.
   *
   * It is shown this once. For 24 hours the former one signs beside it.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError body_not_taken, idempotency_key_not_allowed, insufficient_scope, insufficient_role, project_not_found, webhook_not_found
   */
  rotateWebhookSecret(projectSlug: string, webhookId: string, options?: CallOptions): Call<NewWebhook>;

  /**
   * Send a test.
   *
   * Sends a `webhook.test` to this webhook, even where it is disabled. The delivery shows what came of it.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError body_not_taken, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, webhook_not_found, idempotency_key_in_use, idempotency_key_reused
   */
  testWebhook(projectSlug: string, webhookId: string, options?: KeyedOptions): Call<Delivery>;

  /**
   * List deliveries.
   *
   * What was sent in the last 30 days, and what is still to be. Newest first.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed
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
   * What was sent in the last 30 days, and what is still to be. Newest first.
   *
   * Needs a token with the scope `read`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @throws ProblemError insufficient_role, project_not_found, webhook_not_found, precondition_failed
   */
  listDeliveries(
    projectSlug: string,
    webhookId: string,
    query: Query<'listDeliveries'> | undefined,
    options: UnlessKnownOptions,
  ): Call<Delivery[] | undefined>;

  /**
   * Send an event again.
   *
   * Sends the event of a delivery once more, at once; its schedule of retries begins anew.
   *
   * Needs a token with the scope `admin`.
   *
   * The caller has to be an owner of the project.
   *
   * @param projectSlug Slug of the project. A former one is redirected to the present one (308).
   * @param webhookId Id of the webhook.
   * @param deliveryId Id of the delivery.
   * @throws ProblemError body_not_taken, invalid_idempotency_key, insufficient_scope, insufficient_role, project_not_found, webhook_not_found, delivery_not_found, idempotency_key_in_use, idempotency_key_reused, webhook_disabled
   */
  redeliver(
    projectSlug: string,
    webhookId: string,
    deliveryId: string,
    options?: KeyedOptions,
  ): Call<Delivery>;
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
