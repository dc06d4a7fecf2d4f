// Generated from openapi.json by `npm run client`. Do not edit.

import type { AtMostOne } from '../exclusive.js';
import type { IncludedMembers, QueryWith } from '../include.js';
import type { components, operations } from './schema.js';

/** A user as instance admins see it. */
export type Account = components['schemas']['Account'];

/** Request body of `addMember`. */
export type AddMemberRequest = components['schemas']['AddMemberRequest'];

/** A file that was uploaded, to be attached to feedback, a comment or a changelog entry. */
export type Attachment = components['schemas']['Attachment'];

/** A board that feedback of a project can be on. */
export type Board = components['schemas']['Board'];

/** A board was created. */
export type BoardCreatedEvent = components['schemas']['BoardCreatedEvent'];

/** A board was deleted, after its feedback had been moved. */
export type BoardDeletedEvent = components['schemas']['BoardDeletedEvent'];

/** The name, description, place, visibility or submission of a board changed. */
export type BoardUpdatedEvent = components['schemas']['BoardUpdatedEvent'];

/** BulkFeedbackChanges. */
export type BulkFeedbackChanges = components['schemas']['BulkFeedbackChanges'];

/** Request body of `bulkUpdateFeedback`. */
export type BulkUpdateFeedbackRequest = components['schemas']['BulkUpdateFeedbackRequest'];

/** Request body of `createUpvote`. */
export type CastVoteRequest = AtMostOne<components['schemas']['CastVoteRequest'], 'user_id' | 'user'>;

/** An entry of a project's changelog. */
export type Changelog = ChangelogWith<[]>;

/** Names of members of `Changelog` that `include` adds. */
export type ChangelogInclude =
  'tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields';

/**
 * `Changelog` with the members that `include` names, for example `ChangelogWith<['tags']>`.
 *
 * If the names are unknown, as in `ChangelogWith<string[]>`, these members are optional.
 */
export type ChangelogWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['Changelog'],
  ChangelogInclude
> &
  IncludedMembers<components['schemas']['Changelog'], ChangelogInclude, Include>;

/** An entry was created. */
export type ChangelogCreatedEvent = components['schemas']['ChangelogCreatedEvent'];

/** An entry was deleted. `data` is its last state. */
export type ChangelogDeletedEvent = components['schemas']['ChangelogDeletedEvent'];

/** A changelog entry was linked to feedback. */
export type ChangelogFeedbackLinkedEvent = components['schemas']['ChangelogFeedbackLinkedEvent'];

/** The link of a changelog entry to feedback was removed. */
export type ChangelogFeedbackUnlinkedEvent = components['schemas']['ChangelogFeedbackUnlinkedEvent'];

/** An entry became visible to all members: it was published, or its `publish_date` was reached. */
export type ChangelogPublishedEvent = components['schemas']['ChangelogPublishedEvent'];

/** A changelog entry at the time of an event. */
export type ChangelogSnapshot = components['schemas']['ChangelogSnapshot'];

/** An entry became a draft again. */
export type ChangelogUnpublishedEvent = components['schemas']['ChangelogUnpublishedEvent'];

/** An updated changelog entry, without `author`. */
export type ChangelogUpdate = ChangelogUpdateWith<[]>;

/** Names of members of `ChangelogUpdate` that `include` adds. */
export type ChangelogUpdateInclude =
  'tags' | 'state' | 'updated_at' | 'feedback' | 'attachments' | 'metadata' | 'fields';

/**
 * `ChangelogUpdate` with the members that `include` names, for example `ChangelogUpdateWith<['tags']>`.
 *
 * If the names are unknown, as in `ChangelogUpdateWith<string[]>`, these members are optional.
 */
export type ChangelogUpdateWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['ChangelogUpdate'],
  ChangelogUpdateInclude
> &
  IncludedMembers<components['schemas']['ChangelogUpdate'], ChangelogUpdateInclude, Include>;

/** Fields of an entry changed. `published` is among them only if an entry was scheduled, or became a draft before its `publish_date`. */
export type ChangelogUpdatedEvent = components['schemas']['ChangelogUpdatedEvent'];

/** A comment on feedback. */
export type FeedbackComment = FeedbackCommentWith<[]>;

/** Names of members of `FeedbackComment` that `include` adds. */
export type FeedbackCommentInclude = 'attachments' | 'by_team' | 'metadata' | 'fields';

/**
 * `FeedbackComment` with the members that `include` names, for example `FeedbackCommentWith<['attachments']>`.
 *
 * If the names are unknown, as in `FeedbackCommentWith<string[]>`, these members are optional.
 */
export type FeedbackCommentWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['Comment'],
  FeedbackCommentInclude
> &
  IncludedMembers<components['schemas']['Comment'], FeedbackCommentInclude, Include>;

/** A comment was created, or approved for the first time if it had to wait. */
export type CommentCreatedEvent = components['schemas']['CommentCreatedEvent'];

/** A comment was deleted. `data` is its last state. Each of its replies has an event of its own. */
export type CommentDeletedEvent = components['schemas']['CommentDeletedEvent'];

/** A comment waits for approval. */
export type CommentPendingEvent = components['schemas']['CommentPendingEvent'];

/** A comment at the time of an event. */
export type CommentSnapshot = components['schemas']['CommentSnapshot'];

/** A comment was updated. */
export type CommentUpdatedEvent = components['schemas']['CommentUpdatedEvent'];

/** A customer of the team, which people of the project belong to. */
export type Company = components['schemas']['Company'];

/** A company was created. */
export type CompanyCreatedEvent = components['schemas']['CompanyCreatedEvent'];

/** A company was deleted. `data` is its last state. */
export type CompanyDeletedEvent = components['schemas']['CompanyDeletedEvent'];

/** The name, revenue or metadata of a company changed. */
export type CompanyUpdatedEvent = components['schemas']['CompanyUpdatedEvent'];

/** Request body of `createChangelog`. */
export type CreateChangelogRequest = components['schemas']['CreateChangelogRequest'];

/** Request body of `createProject`. */
export type CreateProjectRequest = components['schemas']['CreateProjectRequest'];

/** Request body of `createToken`. */
export type CreateTokenRequest = components['schemas']['CreateTokenRequest'];

/** Request body of `createUser`. */
export type CreateUserRequest = components['schemas']['CreateUserRequest'];

/** Request body of `createWebhook`. */
export type CreateWebhookRequest = components['schemas']['CreateWebhookRequest'];

/** A field that a project adds to its feedback. */
export type CustomField = components['schemas']['CustomField'];

/** The delivery of an event to a webhook. */
export type Delivery = components['schemas']['Delivery'];

/** A suggestion that feedback is a duplicate of other feedback. */
export type Duplicate = components['schemas']['Duplicate'];

/** Request body of `updateComment`. */
export type EditCommentRequest = components['schemas']['EditCommentRequest'];

/** A change in a project. `id` is identical in the feed and in all deliveries, `actor_id` is the user who caused the event, `data` is the record at the time of the event, as editors see it, and `previous` has the previous values of the changed fields. The order of fields is undefined. New types may be added; ignore unknown ones. */
export type ProjectEvent = components['schemas']['Event'];

/** An idea, request or bug report submitted by a user. */
export type Feedback = FeedbackWith<[]>;

/** Names of members of `Feedback` that `include` adds. */
export type FeedbackInclude =
  | 'board'
  | 'fields'
  | 'assignee'
  | 'estimated_date'
  | 'updated_at'
  | 'status_changed_at'
  | 'status_changes'
  | 'merged_ids'
  | 'response'
  | 'attachments'
  | 'approval'
  | 'pinned'
  | 'comments_locked'
  | 'viewer'
  | 'source'
  | 'metadata'
  | 'revenue'
  | 'companies';

/**
 * `Feedback` with the members that `include` names, for example `FeedbackWith<['board']>`.
 *
 * If the names are unknown, as in `FeedbackWith<string[]>`, these members are optional.
 */
export type FeedbackWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['Feedback'],
  FeedbackInclude
> &
  IncludedMembers<components['schemas']['Feedback'], FeedbackInclude, Include>;

/** Feedback was submitted, or approved for the first time if it had to wait. */
export type FeedbackCreatedEvent = components['schemas']['FeedbackCreatedEvent'];

/** Feedback was deleted. `data` is its last state. */
export type FeedbackDeletedEvent = components['schemas']['FeedbackDeletedEvent'];

/** A link between a changelog entry and feedback. */
export type FeedbackLink = components['schemas']['FeedbackLink'];

/** Other feedback was merged into this one. `previous.merged_id` is the id of the merged feedback. */
export type FeedbackMergedEvent = components['schemas']['FeedbackMergedEvent'];

/** The metadata of feedback changed. */
export type FeedbackMetadataUpdatedEvent = components['schemas']['FeedbackMetadataUpdatedEvent'];

/** Feedback waits for approval. */
export type FeedbackPendingEvent = components['schemas']['FeedbackPendingEvent'];

/** Feedback. */
export type FeedbackReference = components['schemas']['FeedbackReference'];

/** Feedback at the time of an event. */
export type FeedbackSnapshot = components['schemas']['FeedbackSnapshot'];

/** Where feedback was imported from. */
export type FeedbackSource = components['schemas']['FeedbackSource'];

/** Counts of the feedback of a project. Merged feedback is excluded. */
export type FeedbackStats = components['schemas']['FeedbackStats'];

/** The status of feedback changed. */
export type FeedbackStatusChangedEvent = components['schemas']['FeedbackStatusChangedEvent'];

/** A merge was undone. `data` is the feedback that had been merged. */
export type FeedbackUnmergedEvent = components['schemas']['FeedbackUnmergedEvent'];

/** The title, description, board, fields, tags, attachments, assignee, estimated date or approval of feedback changed, it was pinned or unpinned, or its comments were locked or unlocked. The first approval is `feedback.created` instead. */
export type FeedbackUpdatedEvent = components['schemas']['FeedbackUpdatedEvent'];

/** A user removed their vote. */
export type FeedbackUpvoteRemovedEvent = components['schemas']['FeedbackUpvoteRemovedEvent'];

/** A user voted for feedback. */
export type FeedbackUpvotedEvent = components['schemas']['FeedbackUpvotedEvent'];

/** What concerns the caller of a request for feedback. */
export type FeedbackViewer = components['schemas']['FeedbackViewer'];

/** A field was defined. */
export type FieldCreatedEvent = components['schemas']['FieldCreatedEvent'];

/** A field was deleted, after its values had been removed. */
export type FieldDeletedEvent = components['schemas']['FieldDeletedEvent'];

/** An invalid field of the body, given by `pointer`, or an invalid `parameter`. */
export type FieldError = components['schemas']['FieldError'];

/** The definition of a field changed. */
export type FieldUpdatedEvent = components['schemas']['FieldUpdatedEvent'];

/** A change of the status, in the record of feedback. */
export type FormerStatus = components['schemas']['FormerStatus'];

/** All is well. */
export type Health = components['schemas']['Health'];

/** An import of a file into a project. */
export type Import = components['schemas']['Import'];

/** An import has ended: `state` is `completed` or `failed`. */
export type ImportCompletedEvent = components['schemas']['ImportCompletedEvent'];

/** A line of the report of an import. */
export type ImportNote = components['schemas']['ImportNote'];

/** Numbers of records of the file. */
export type ImportProgress = components['schemas']['ImportProgress'];

/** Feedback that an entry is linked to. */
export type LinkedFeedback = components['schemas']['LinkedFeedback'];

/** An e-mail address that no mail is sent to. */
export type MailSuppression = components['schemas']['MailSuppression'];

/** Request body of `markNotificationsRead`. */
export type MarkNotificationsReadRequest = components['schemas']['MarkNotificationsReadRequest'];

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

/** Request body of `mergeFeedback`. */
export type MergeFeedbackRequest = components['schemas']['MergeFeedbackRequest'];

/** The feedback that was merged. */
export type MergedFeedback = components['schemas']['MergedFeedback'];

/** Fields of your own that are stored with a record: a JSON object of at most 4,096 bytes, `{}` initially. The order of fields is not kept. */
export type Metadata = components['schemas']['Metadata'];

/** A new access token with its secret value. */
export type NewToken = components['schemas']['NewToken'];

/** A webhook with its new secret. */
export type NewWebhook = components['schemas']['NewWebhook'];

/** The empty data of a test event. */
export type Nothing = components['schemas']['Nothing'];

/** The changelog entry that a notification is about. */
export type NotificationChangelog = components['schemas']['NotificationChangelog'];

/** The feedback that a notification is about. */
export type NotificationFeedback = components['schemas']['NotificationFeedback'];

/** The project of a notification. */
export type NotificationProject = components['schemas']['NotificationProject'];

/** A user of the project by their id in the own system of the team. */
export type Person = components['schemas']['Person'];

/** How a user wants to be notified, in all projects. */
export type Preferences = components['schemas']['Preferences'];

/** Previous values of the changed fields of a board. */
export type PreviousBoardValues = components['schemas']['PreviousBoardValues'];

/** Previous values of the changed fields of a changelog entry. */
export type PreviousChangelog = components['schemas']['PreviousChangelog'];

/** Previous values of the changed fields of a comment. */
export type PreviousComment = components['schemas']['PreviousComment'];

/** Previous values of the changed fields of a company. */
export type PreviousCompany = components['schemas']['PreviousCompany'];

/** Previous values of the changed fields of a definition. */
export type PreviousCustomFieldValues = components['schemas']['PreviousCustomFieldValues'];

/** Previous values of the changed fields of feedback. */
export type PreviousFeedback = components['schemas']['PreviousFeedback'];

/** Previous values of the changed fields of a member. */
export type PreviousMember = components['schemas']['PreviousMember'];

/** The previous metadata of feedback. */
export type PreviousMetadata = components['schemas']['PreviousMetadata'];

/** Previous values of the changed fields of a project. */
export type PreviousProject = components['schemas']['PreviousProject'];

/** Previous values of the changed fields of a configuration. */
export type PreviousProjectConfig = components['schemas']['PreviousProjectConfig'];

/** Previous values of the changed fields of settings. */
export type PreviousProjectSettings = components['schemas']['PreviousProjectSettings'];

/** The previous status of feedback. */
export type PreviousStatus = components['schemas']['PreviousStatus'];

/** Previous values of the changed fields of a status. */
export type PreviousStatusValues = components['schemas']['PreviousStatusValues'];

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

/** The metadata of a project changed. */
export type ProjectMetadataUpdatedEvent = components['schemas']['ProjectMetadataUpdatedEvent'];

/** A project. */
export type ProjectReference = components['schemas']['ProjectReference'];

/** Who can access a project without being a member, and where its team shows records. */
export type ProjectSettings = components['schemas']['ProjectSettings'];

/** The settings of a project changed. */
export type ProjectSettingsUpdatedEvent = components['schemas']['ProjectSettingsUpdatedEvent'];

/** The name, slug or a picture of a project changed. */
export type ProjectUpdatedEvent = components['schemas']['ProjectUpdatedEvent'];

/** Protected resource metadata (RFC 9728). */
export type ProtectedResource = components['schemas']['ProtectedResource'];

/** A published changelog entry as everyone can read it. */
export type PublicChangelog = PublicChangelogWith<[]>;

/** Names of members of `PublicChangelog` that `include` adds. */
export type PublicChangelogInclude = 'tags' | 'feedback';

/**
 * `PublicChangelog` with the members that `include` names, for example `PublicChangelogWith<['tags']>`.
 *
 * If the names are unknown, as in `PublicChangelogWith<string[]>`, these members are optional.
 */
export type PublicChangelogWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['PublicChangelog'],
  PublicChangelogInclude
> &
  IncludedMembers<components['schemas']['PublicChangelog'], PublicChangelogInclude, Include>;

/** A comment as everyone can read it. */
export type PublicComment = PublicCommentWith<[]>;

/** Names of members of `PublicComment` that `include` adds. */
export type PublicCommentInclude = 'attachments' | 'by_team';

/**
 * `PublicComment` with the members that `include` names, for example `PublicCommentWith<['attachments']>`.
 *
 * If the names are unknown, as in `PublicCommentWith<string[]>`, these members are optional.
 */
export type PublicCommentWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['PublicComment'],
  PublicCommentInclude
> &
  IncludedMembers<components['schemas']['PublicComment'], PublicCommentInclude, Include>;

/** Feedback as everyone can read it. */
export type PublicFeedback = PublicFeedbackWith<[]>;

/** Names of members of `PublicFeedback` that `include` adds. */
export type PublicFeedbackInclude =
  | 'board'
  | 'fields'
  | 'estimated_date'
  | 'updated_at'
  | 'status_changed_at'
  | 'status_changes'
  | 'merged_ids'
  | 'attachments'
  | 'pinned'
  | 'comments_locked';

/**
 * `PublicFeedback` with the members that `include` names, for example `PublicFeedbackWith<['board']>`.
 *
 * If the names are unknown, as in `PublicFeedbackWith<string[]>`, these members are optional.
 */
export type PublicFeedbackWith<Include extends readonly string[] | undefined> = Omit<
  components['schemas']['PublicFeedback'],
  PublicFeedbackInclude
> &
  IncludedMembers<components['schemas']['PublicFeedback'], PublicFeedbackInclude, Include>;

/** A status on the roadmap with its feedback, as everyone can read it. */
export type PublicRoadmapColumn = components['schemas']['PublicRoadmapColumn'];

/** A user as records show it that everyone can read. */
export type PublicUser = components['schemas']['PublicUser'];

/** Request body of `putBoard`. */
export type PutBoardRequest = components['schemas']['PutBoardRequest'];

/** Request body of `putCompany`. */
export type PutCompanyRequest = components['schemas']['PutCompanyRequest'];

/** Request body of `putField`. */
export type PutFieldRequest = components['schemas']['PutFieldRequest'];

/** Request body of `putPerson`. */
export type PutPersonRequest = components['schemas']['PutPersonRequest'];

/** Request body of `putStatus`. */
export type PutStatusRequest = components['schemas']['PutStatusRequest'];

/** Request body of `putTag`. */
export type PutTagRequest = components['schemas']['PutTagRequest'];

/** Request body of `replaceProjectMetadata`. */
export type ReplaceMetadataRequest = components['schemas']['ReplaceMetadataRequest'];

/** A status on the roadmap with its feedback. */
export type RoadmapColumn = components['schemas']['RoadmapColumn'];

/** Request body of `setMemberRole`. */
export type SetMemberRoleRequest = components['schemas']['SetMemberRoleRequest'];

/** A status that feedback of a project can have. */
export type Status = components['schemas']['Status'];

/** A change of the status of feedback. */
export type StatusChange = components['schemas']['StatusChange'];

/** A status was created. */
export type StatusCreatedEvent = components['schemas']['StatusCreatedEvent'];

/** A status was deleted, after its feedback had got another one. */
export type StatusDeletedEvent = components['schemas']['StatusDeletedEvent'];

/** The name, color, kind or place of a status changed. */
export type StatusUpdatedEvent = components['schemas']['StatusUpdatedEvent'];

/** Request body of `createFeedback`. */
export type SubmitFeedbackRequest = AtMostOne<
  components['schemas']['SubmitFeedbackRequest'],
  'user_id' | 'user'
>;

/** Request body of `subscribeToChangelogByMail`. */
export type SubscribeByMailRequest = components['schemas']['SubscribeByMailRequest'];

/** A user who is subscribed to feedback or to a changelog. */
export type Subscriber = components['schemas']['Subscriber'];

/** A label for the feedback and the changelog entries of a project. */
export type Tag = components['schemas']['Tag'];

/** A tag was created. */
export type TagCreatedEvent = components['schemas']['TagCreatedEvent'];

/** A tag was deleted and removed from all feedback and changelog entries. */
export type TagDeletedEvent = components['schemas']['TagDeletedEvent'];

/** A tag and how often it is used. */
export type TagStats = components['schemas']['TagStats'];

/** The name or color of a tag changed. */
export type TagUpdatedEvent = components['schemas']['TagUpdatedEvent'];

/** Request body of `testWebhook`. */
export type TestWebhookRequest = components['schemas']['TestWebhookRequest'];

/** An access token, without its secret value. */
export type Token = components['schemas']['Token'];

/** The feedback from which feedback was separated. */
export type UnmergedFrom = components['schemas']['UnmergedFrom'];

/** How many notifications of the caller are unread. */
export type UnreadNotifications = components['schemas']['UnreadNotifications'];

/** Request body of `updateChangelog`. */
export type UpdateChangelogRequest = components['schemas']['UpdateChangelogRequest'];

/** Request body of `updateDuplicate`. */
export type UpdateDuplicateRequest = components['schemas']['UpdateDuplicateRequest'];

/** Request body of `updateFeedback`. */
export type UpdateFeedbackRequest = components['schemas']['UpdateFeedbackRequest'];

/** Request body of `updateMe`. */
export type UpdateMeRequest = components['schemas']['UpdateMeRequest'];

/** Request body of `updatePreferences`. */
export type UpdatePreferencesRequest = components['schemas']['UpdatePreferencesRequest'];

/** Request body of `updateProjectConfig`. */
export type UpdateProjectConfigRequest = components['schemas']['UpdateProjectConfigRequest'];

/** Request body of `updateProject`. */
export type UpdateProjectRequest = components['schemas']['UpdateProjectRequest'];

/** Request body of `updateProjectSettings`. */
export type UpdateProjectSettingsRequest = components['schemas']['UpdateProjectSettingsRequest'];

/** Request body of `updateUser`. */
export type UpdateUserRequest = components['schemas']['UpdateUserRequest'];

/** Request body of `updateWebhook`. */
export type UpdateWebhookRequest = components['schemas']['UpdateWebhookRequest'];

/** A vote for feedback. */
export type Upvote = components['schemas']['Upvote'];

/** A user: a person or a program. */
export type User = components['schemas']['User'];

/** A record of the data about a user. */
export type UserData = components['schemas']['UserData'];

/** What happened to something that the caller is subscribed to. */
export type UserNotification = components['schemas']['UserNotification'];

/** UserReference. */
export type UserReference = components['schemas']['UserReference'];

/** A vote that was added or removed. */
export type Vote = components['schemas']['Vote'];

/** A URL to which events of a project are posted. */
export type Webhook = components['schemas']['Webhook'];

/** WebhookConditionRequest. */
export type WebhookConditionRequest = components['schemas']['WebhookConditionRequest'];

/** A test of the webhook was requested. The event is not part of the feed. */
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];

/** Request body of `createComment`. */
export type WriteCommentRequest = AtMostOne<components['schemas']['WriteCommentRequest'], 'user_id' | 'user'>;

/** Query parameters of `deleteMe`. */
export type DeleteMeQuery = NonNullable<operations['deleteMe']['parameters']['query']>;

/** Query parameters of `listTokens`. */
export type ListTokensQuery = NonNullable<operations['listTokens']['parameters']['query']>;

/** Query parameters of `listUsers`. */
export type ListUsersQuery = NonNullable<operations['listUsers']['parameters']['query']>;

/** Query parameters of `deleteUser`. */
export type DeleteUserQuery = NonNullable<operations['deleteUser']['parameters']['query']>;

/** Query parameters of `exportUser`. */
export type ExportUserQuery = NonNullable<operations['exportUser']['parameters']['query']>;

/** Query parameters of `listProjects`. */
export type ListProjectsQuery = NonNullable<operations['listProjects']['parameters']['query']>;

/** Query parameters of `deleteStatus`. */
export type DeleteStatusQuery = NonNullable<operations['deleteStatus']['parameters']['query']>;

/** Query parameters of `deleteBoard`. */
export type DeleteBoardQuery = NonNullable<operations['deleteBoard']['parameters']['query']>;

/** Query parameters of `listTags`. */
export type ListTagsQuery = NonNullable<operations['listTags']['parameters']['query']>;

/** Query parameters of `listMembers`. */
export type ListMembersQuery = NonNullable<operations['listMembers']['parameters']['query']>;

/** Query parameters of `listPeople`. */
export type ListPeopleQuery = NonNullable<operations['listPeople']['parameters']['query']>;

/** Query parameters of `listCompanies`. */
export type ListCompaniesQuery = NonNullable<operations['listCompanies']['parameters']['query']>;

/** Query parameters of `createAttachment`. */
export type CreateAttachmentQuery = NonNullable<operations['createAttachment']['parameters']['query']>;

/** Query parameters of `createFeedback`. */
export type CreateFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['createFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `listFeedback`. */
export type ListFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['listFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `bulkUpdateFeedback`. */
export type BulkUpdateFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['bulkUpdateFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `findSimilarFeedback`. */
export type FindSimilarFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['findSimilarFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `getFeedback`. */
export type GetFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['getFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `updateFeedback`. */
export type UpdateFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['updateFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `mergeFeedback`. */
export type MergeFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['mergeFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `unmergeFeedback`. */
export type UnmergeFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['unmergeFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `listUpvotes`. */
export type ListUpvotesQuery = NonNullable<operations['listUpvotes']['parameters']['query']>;

/** Query parameters of `castVote`. */
export type CastVoteQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['castVote']['parameters']['query']>,
  Include
>;

/** Query parameters of `withdrawVote`. */
export type WithdrawVoteQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['withdrawVote']['parameters']['query']>,
  Include
>;

/** Query parameters of `createComment`. */
export type CreateCommentQuery<Include = readonly FeedbackCommentInclude[] | undefined> = QueryWith<
  NonNullable<operations['createComment']['parameters']['query']>,
  Include
>;

/** Query parameters of `listComments`. */
export type ListCommentsQuery<Include = readonly FeedbackCommentInclude[] | undefined> = QueryWith<
  NonNullable<operations['listComments']['parameters']['query']>,
  Include
>;

/** Query parameters of `getComment`. */
export type GetCommentQuery<Include = readonly FeedbackCommentInclude[] | undefined> = QueryWith<
  NonNullable<operations['getComment']['parameters']['query']>,
  Include
>;

/** Query parameters of `updateComment`. */
export type UpdateCommentQuery<Include = readonly FeedbackCommentInclude[] | undefined> = QueryWith<
  NonNullable<operations['updateComment']['parameters']['query']>,
  Include
>;

/** Query parameters of `listProjectComments`. */
export type ListProjectCommentsQuery<Include = readonly FeedbackCommentInclude[] | undefined> = QueryWith<
  NonNullable<operations['listProjectComments']['parameters']['query']>,
  Include
>;

/** Query parameters of `getRoadmap`. */
export type GetRoadmapQuery = NonNullable<operations['getRoadmap']['parameters']['query']>;

/** Query parameters of `listStatusChanges`. */
export type ListStatusChangesQuery = NonNullable<operations['listStatusChanges']['parameters']['query']>;

/** Query parameters of `listFeedbackCompanies`. */
export type ListFeedbackCompaniesQuery = NonNullable<
  operations['listFeedbackCompanies']['parameters']['query']
>;

/** Query parameters of `listDuplicates`. */
export type ListDuplicatesQuery = NonNullable<operations['listDuplicates']['parameters']['query']>;

/** Query parameters of `listFeedbackDuplicates`. */
export type ListFeedbackDuplicatesQuery = NonNullable<
  operations['listFeedbackDuplicates']['parameters']['query']
>;

/** Query parameters of `createChangelog`. */
export type CreateChangelogQuery<Include = readonly ChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['createChangelog']['parameters']['query']>,
  Include
>;

/** Query parameters of `listChangelogs`. */
export type ListChangelogsQuery<Include = readonly ChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['listChangelogs']['parameters']['query']>,
  Include
>;

/** Query parameters of `getChangelog`. */
export type GetChangelogQuery<Include = readonly ChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['getChangelog']['parameters']['query']>,
  Include
>;

/** Query parameters of `updateChangelog`. */
export type UpdateChangelogQuery<Include = readonly ChangelogUpdateInclude[] | undefined> = QueryWith<
  NonNullable<operations['updateChangelog']['parameters']['query']>,
  Include
>;

/** Query parameters of `patchChangelog`. */
export type PatchChangelogQuery<Include = readonly ChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['patchChangelog']['parameters']['query']>,
  Include
>;

/** Query parameters of `listChangelogFeedback`. */
export type ListChangelogFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['listChangelogFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `linkChangelogFeedback`. */
export type LinkChangelogFeedbackQuery<Include = readonly FeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['linkChangelogFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `listFeedbackChangelogs`. */
export type ListFeedbackChangelogsQuery<Include = readonly ChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['listFeedbackChangelogs']['parameters']['query']>,
  Include
>;

/** Query parameters of `listEvents`. */
export type ListEventsQuery = NonNullable<operations['listEvents']['parameters']['query']>;

/** Query parameters of `listWebhooks`. */
export type ListWebhooksQuery = NonNullable<operations['listWebhooks']['parameters']['query']>;

/** Query parameters of `listDeliveries`. */
export type ListDeliveriesQuery = NonNullable<operations['listDeliveries']['parameters']['query']>;

/** Query parameters of `exportProject`. */
export type ExportProjectQuery = NonNullable<operations['exportProject']['parameters']['query']>;

/** Query parameters of `startImport`. */
export type StartImportQuery = NonNullable<operations['startImport']['parameters']['query']>;

/** Query parameters of `listImports`. */
export type ListImportsQuery = NonNullable<operations['listImports']['parameters']['query']>;

/** Query parameters of `listImportNotes`. */
export type ListImportNotesQuery = NonNullable<operations['listImportNotes']['parameters']['query']>;

/** Query parameters of `listSubscribers`. */
export type ListSubscribersQuery = NonNullable<operations['listSubscribers']['parameters']['query']>;

/** Query parameters of `listNotifications`. */
export type ListNotificationsQuery = NonNullable<operations['listNotifications']['parameters']['query']>;

/** Query parameters of `listPublicFeedback`. */
export type ListPublicFeedbackQuery<Include = readonly PublicFeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['listPublicFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `findSimilarPublicFeedback`. */
export type FindSimilarPublicFeedbackQuery<Include = readonly PublicFeedbackInclude[] | undefined> =
  QueryWith<NonNullable<operations['findSimilarPublicFeedback']['parameters']['query']>, Include>;

/** Query parameters of `getPublicFeedback`. */
export type GetPublicFeedbackQuery<Include = readonly PublicFeedbackInclude[] | undefined> = QueryWith<
  NonNullable<operations['getPublicFeedback']['parameters']['query']>,
  Include
>;

/** Query parameters of `listPublicComments`. */
export type ListPublicCommentsQuery<Include = readonly PublicCommentInclude[] | undefined> = QueryWith<
  NonNullable<operations['listPublicComments']['parameters']['query']>,
  Include
>;

/** Query parameters of `getPublicRoadmap`. */
export type GetPublicRoadmapQuery = NonNullable<operations['getPublicRoadmap']['parameters']['query']>;

/** Query parameters of `listPublicTags`. */
export type ListPublicTagsQuery = NonNullable<operations['listPublicTags']['parameters']['query']>;

/** Query parameters of `listPublicChangelogs`. */
export type ListPublicChangelogsQuery<Include = readonly PublicChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['listPublicChangelogs']['parameters']['query']>,
  Include
>;

/** Query parameters of `getPublicChangelog`. */
export type GetPublicChangelogQuery<Include = readonly PublicChangelogInclude[] | undefined> = QueryWith<
  NonNullable<operations['getPublicChangelog']['parameters']['query']>,
  Include
>;
