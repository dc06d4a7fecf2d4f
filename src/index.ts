/*
 * The package: what an application that mounts the service can use. Everything else may change in any release.
 */
export { FeedbackServiceModule } from './feedback-service.module.js';
export type {
  DatabaseSettings,
  FeedbackServiceAsyncOptions,
  FeedbackServiceLayout,
  FeedbackServiceOptions,
  FeedbackServiceSettings,
  JwtIssuerSettings,
  PostgresOptions,
} from './options.js';
export { type ServerConnection, SettingsError } from './platform/config/index.js';

// Ports that the application can implement.
export { Clock } from './shared/clock.js';
export { Ids } from './shared/ids.js';
export { RequestLogger } from './platform/logging/index.js';
export {
  type HostPerson,
  HostTokenVerifier,
  type HostUser,
  HostUserDirectory,
  UserDirectory,
} from './identity/index.js';

// Events: a provider that extends `EventSubscriber` receives them.
export { Events, type EventRecord, EventSubscriber, type NewEvent } from './shared/events.js';
export { EventQueries, EventsModule } from './events/index.js';
export { type FailedJob, FailedJobs } from './platform/jobs/index.js';

// Errors and units of work.
export { DomainError, type ErrorKind, type FieldError } from './shared/domain-error.js';
export type { Page, PageRequest, Precondition, Versioned } from './shared/records.js';
export { UnitOfWork } from './shared/unit-of-work.js';
export { HostTransaction } from './platform/host-transaction/index.js';

// The public API of each module.
export {
  type Caller,
  IdentityModule,
  type ProjectRole,
  type Scope,
  TokenService,
  UserExport,
  UserErasure,
  type UserRecord,
  UserService,
} from './identity/index.js';
export {
  MemberService,
  ProjectAccess,
  type ProjectConfigRecord,
  ProjectGrant,
  ProjectMetadataService,
  ProjectModule,
  ProjectNotFound,
  ProjectQueries,
  type ProjectRecord,
  ProjectService,
} from './project/index.js';
export {
  CommentService,
  FeedbackMetadataService,
  FeedbackModule,
  FeedbackQueries,
  type FeedbackRecord,
  FeedbackService,
  type Status,
  statuses,
  TagService,
  VoteService,
} from './feedback/index.js';
export { ChangelogModule, type ChangelogRecord, ChangelogService } from './changelog/index.js';

// For the process: the metrics in the text format of Prometheus, the API document, reads at replicas.
export { Metrics } from './platform/telemetry/index.js';
export { ApiDocument } from './platform/openapi/index.js';
export { isFeedbackServiceRequest, ReplicaReads } from './platform/http/index.js';
