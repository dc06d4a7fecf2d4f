/*
 * The subpath `feedback-changelog-service/kit`: what a module of a host needs to have operations like the service's. It
 * follows semantic versioning, as the package does.
 */
export type { ServiceExtension } from './settings/extension.js';

// Operations, their documentation, and what they return.
export {
  ApiRecord,
  choice,
  count,
  Created,
  id,
  instant,
  instantOrNull,
  Links,
  type ListQuery,
  Operation,
  type OperationDescription,
  Operations,
  type OperationsDescription,
  PagedList,
  PageQuery,
  type PathParameter,
  type RecordClass,
} from './platform/http/index.js';
export type { DescribedEvent } from './platform/openapi/index.js';
export { type Page, type PageRequest, Versioned } from './shared/records.js';

// Records of the service, which operations can return, too.
export { CommentResponse, FeedbackResponse } from './feedback/index.js';
export { ChangelogResponse } from './changelog/index.js';
export { ProjectResponse } from './project/index.js';
export { UserResponse } from './identity/index.js';

// Access: scopes of tokens, roles in projects.
export {
  type Caller,
  callerOf,
  CurrentCaller,
  type Permission,
  RequirePermission,
  type Scope,
} from './identity/index.js';
export {
  CurrentAccess,
  InProject,
  ProjectAuthorizer,
  ProjectAccess,
  type ProjectPermission,
  type Role,
} from './project/index.js';

// Input, with the rules that requests, domain and API document share.
export {
  arrayOf,
  type CrossFieldRules,
  Field,
  IncludeParam,
  JsonBody,
  objectOf,
  OptionalField,
  QueryFamily,
  QueryFlag,
  QueryNumber,
  QueryParam,
  QueryParams,
  ReadOnlyField,
  RepeatableQueryParam,
} from './platform/input/index.js';
export {
  boolean,
  check,
  date,
  dateOrEmpty,
  integer,
  isUuid,
  type JsonObject,
  type JsonSchema,
  link,
  matching,
  oneOf,
  parseTimestamp,
  type Rule,
  type Rules,
  text,
  timestamp,
  uuid,
  uuidOrEmpty,
} from './shared/rules.js';
export { jsonObject } from './shared/json-object.js';
export { name } from './shared/names.js';
export { emailAddress } from './shared/email-address.js';
export { DomainError, type ErrorKind, type FieldError, InvalidInput } from './shared/domain-error.js';

// Preconditions (`If-Match`), and POSTs that cannot be repeated by an `Idempotency-Key`.
export { CallsExternalService, Preconditions, ReturnsSecret } from './platform/http/index.js';
export { expectVersion, type Precondition, PreconditionFailed } from './shared/records.js';

// Transactions, statements, events and jobs.
export { UnitOfWork } from './shared/unit-of-work.js';
export {
  brokenConstraint,
  Conditions,
  isoTimestamp,
  type KeysetColumn,
  type KeysetList,
  recordColumns,
  type RunStatement,
  Sql,
  versionedRecord,
} from './platform/persistence/index.js';
export {
  AfterCommitEventHandler,
  BeforeCommitEventHandler,
  type EventRecord,
  Events,
  type NewEvent,
  previousOf,
} from './shared/events.js';
export { type JobHandler, type JobOptions, Jobs, type Lane } from './platform/jobs/index.js';
export { Clock } from './shared/clock.js';
export { Ids } from './shared/ids.js';

// Lists of feedback by SQL that contain what their reader can see.
export { onlyVisible } from './only-visible.js';
export type { ProjectReader } from './project/index.js';
