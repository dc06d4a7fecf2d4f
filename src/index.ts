/*
 * The package: what an application that mounts the service can use. Everything else may change in any release.
 */
export { FeedbackServiceModule } from './feedback-service.module.js';
export { migrate, type MigrationOptions } from './migrate.js';
export type {
  DatabaseSettings,
  DeclaredField,
  FeedbackServiceAsyncOptions,
  FeedbackServiceLayout,
  FeedbackServiceOptions,
  FeedbackServiceSettings,
  JwtIssuerSettings,
  PostgresOptions,
} from './settings/options.js';
export type { ServiceExtension } from './settings/extension.js';
export { type ServerConnection, SettingsError } from './platform/config/index.js';

// Ports that the application can implement.
export { Clock } from './shared/clock.js';
export { Ids } from './shared/ids.js';
export { Slugifier } from './shared/slug.js';
export { HostRateLimitWindows, type RateLimitWindow } from './platform/rate-limit/index.js';
export {
  type AttemptRecord,
  type DeliveryRecord,
  HostTargetClient,
  type TargetAnswer,
  type WebhookChanges,
  type WebhookCondition,
  WebhookQueries,
  type WebhookRecord,
  WebhookService,
} from './outreach/index.js';
export { RequestLogger } from './platform/logging/index.js';
export {
  type HostPerson,
  HostTokenVerifier,
  type HostUser,
  HostUserDirectory,
  IdentityProviderUnavailable,
  type UserExportFilter,
  type UserRecordReader,
} from './identity/index.js';

export { type AttachmentProperties, HostAttachmentStorage } from './attachments/index.js';

export {
  type ComparableFeedback,
  type DuplicateReason,
  type FoundDuplicate,
  HostDuplicateFinder,
} from './feedback/index.js';

export {
  type ConfirmationContent,
  type DigestContent,
  EnglishMailTexts,
  type EntryContent,
  HostMailTexts,
  HostMailTransport,
  type MailLocale,
  type MailMessage,
  type MailOutcome,
  type MailPage,
  type MailText,
  type NewsContent,
  type NewsItem,
  type ProjectOfMail,
} from './outreach/index.js';

// Events: a provider that extends one of the handlers receives them.
export {
  AfterCommitEventHandler,
  BeforeCommitEventHandler,
  type EventRecord,
  Events,
  type NewEvent,
} from './shared/events.js';
export { EventQueries, EventsModule } from './events/index.js';
export { type FailedJob, FailedJobs } from './platform/jobs/index.js';

// Errors and units of work. `DomainErrorFilter` answers the errors on routes of the application.
export { DomainError, type ErrorKind, type FieldError, InvalidInput } from './shared/domain-error.js';
export { DomainErrorFilter } from './platform/http/index.js';
export {
  type Page,
  type PageRequest,
  type Precondition,
  PreconditionFailed,
  type TagRecord,
  type UserRecord,
  type Versioned,
} from './shared/records.js';
export type { JsonObject } from './shared/rules.js';
export { UnitOfWork } from './shared/unit-of-work.js';
export { HostTransaction } from './platform/persistence/index.js';

// The public API of each module.
export {
  type AccountRecord,
  type Caller,
  callerOf,
  type ContentOfUser,
  type Erasure,
  IdentityModule,
  InsufficientScope,
  PersonalData,
  type ProfileKey,
  type ProjectRole,
  type Scope,
  type TokenOrder,
  type TokenRecord,
  TokenService,
  type UserChanges,
  type UserDataRecord,
  UserExport,
  UserService,
} from './identity/index.js';
export {
  HostChangelogVisibility,
  HostCommentVisibility,
  HostFeedbackVisibility,
  InsufficientRole,
  MemberQueries,
  type MemberRecord,
  MemberService,
  type MembershipRecord,
  PersonQueries,
  ProjectAuthorizer,
  type ProjectChanges,
  type ProjectConfigChanges,
  type ProjectConfigRecord,
  ProjectAccess,
  ProjectMetadataService,
  ProjectModule,
  ProjectNotFound,
  ProjectQueries,
  type ProjectRecord,
  ProjectService,
  type Role,
  type BoardChanges,
  BoardQueries,
  type BoardRecord,
  BoardService,
  CompanyQueries,
  type CustomFieldChanges,
  CustomFieldQueries,
  type CustomFieldRecord,
  CustomFieldService,
  type ProjectReader,
  type StatusChanges,
  type StatusKind,
  StatusQueries,
  type StatusRecord,
  StatusService,
  type TagChanges,
  TagQueries,
  TagService,
  type VisibilityCondition,
  type VisibilityReader,
} from './project/index.js';
export {
  type OnBehalfOfUser,
  type CommentChanges,
  type CommentFilter,
  type CommentMember,
  CommentQueries,
  type CommentReader,
  commentReaderOf,
  type CommentRecord,
  type CommentSubmission,
  type ProjectCommentFilter,
  type ProjectCommentReader,
  CommentService,
  type FeedbackChanges,
  type CommentInput,
  type FeedbackFilter,
  type FeedbackInput,
  type FeedbackOperation,
  HostFeedbackPolicy,
  type PolicyDecision,
  FeedbackMetadataService,
  FeedbackModule,
  type IncludableField,
  FeedbackQueries,
  type FeedbackRecord,
  FeedbackService,
  type FeedbackStatsRecord,
  type FeedbackView,
  MergeService,
  type RoadmapColumnRecord,
  type RoadmapOptions,
  RoadmapQueries,
  type RoadmapSort,
  type Sort,
  type Submission,
  type UpvoteRecord,
  type ViewedComment,
  type ViewedFeedback,
  VoteQueries,
  VoteService,
} from './feedback/index.js';
export {
  type DuplicateRecord,
  DuplicateService,
  DuplicatesModule,
  type DuplicateSort,
} from './feedback/index.js';
export {
  type ChangelogChanges,
  type ChangelogFilter,
  type ChangelogListFilter,
  type ChangelogMember,
  ChangelogModule,
  type ChangelogOperation,
  ChangelogQueries,
  type ChangelogRecord,
  ChangelogService,
  type ChangelogSort,
  type ChangelogView,
  type EntryChanges,
  HostChangelogPolicy,
  type ViewedChangelog,
} from './changelog/index.js';

// For the process: the metrics in the text format of Prometheus, the API document, reads at replicas.
export { Metrics } from './platform/telemetry/index.js';
export { ApiDocument } from './platform/openapi/index.js';
export { isFeedbackServiceRequest, ReplicaReads } from './platform/http/index.js';
