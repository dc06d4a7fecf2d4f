export { MemberService } from './application/member.service.js';
export { PeopleService } from './application/people.service.js';
export { CompanyService } from './application/company.service.js';
export type { CompanyUse } from './application/company-use.js';
export { ProjectService } from './application/project.service.js';
export { ProjectAccess } from './application/project-access.js';
export {
  type FeedbackCondition,
  type FeedbackReader,
  FeedbackVisibility,
  FullVisibility,
  HostFeedbackVisibility,
} from './application/feedback-visibility.js';
export { ProjectGrant, type ProjectPermission, type ProjectReader } from './application/project-grant.js';
export { CompanyImporter } from './application/company-importer.js';
export { ExternalIdImporter } from './application/external-id-importer.js';
export {
  importEach,
  importFailure,
  type ImportRun,
  type RecordImporter,
} from './application/record-importer.js';
export { SettingsImporter } from './application/settings-importer.js';
export { ProjectSettingsService } from './application/project-settings.service.js';
export { BoardService } from './application/board.service.js';
export type { BoardUse } from './application/board-use.js';
export { CustomFieldImporter } from './application/custom-field-importer.js';
export { DeclaredFields } from './application/declared-fields.js';
export { CustomFieldService } from './application/custom-field.service.js';
export type { FieldUse } from './application/field-use.js';
export type { ProjectContents } from './application/project-contents.js';
export { keysOf, type ReadRecord, SourceComparisons } from './application/source-comparisons.js';
export { StatusService } from './application/status.service.js';
export type { StatusUse } from './application/status-use.js';
export { type FoundTags, TagImporter } from './application/tag-importer.js';
export { TagQueries } from './application/tag.queries.js';
export { type TagChanges, TagService } from './application/tag.service.js';
export { ProjectMetadataService } from './application/project-metadata.service.js';
export { isNameOf, ProjectQueries, type PublicProjectRecord } from './application/project.queries.js';
export type { UserPresence } from './domain/person.repository.js';
export type { MemberRecord, MembershipRecord, Role } from './domain/member.js';
export type { ProjectConfigChanges, ProjectConfigRecord } from './domain/project-config.js';
export {
  type ApprovalMode,
  type ProjectSettingsChanges,
  type ProjectSettingsRecord,
  urlFrom,
} from './domain/project-settings.js';
export { UnknownBoard } from './domain/board.errors.js';
export {
  type BoardChanges,
  type BoardRecord,
  type BoardSubmission,
  type BoardVisibility,
  hidesAny,
  type HiddenBoards,
  noBoard,
  nothingHidden,
} from './domain/board.js';
export type { CompanyChanges, CompanyRecord } from './domain/company.js';
export {
  type CustomFieldChanges,
  type CustomFieldRecord,
  fieldKeyRules,
  isRequired,
  isSetByContributors,
} from './domain/custom-field.js';
export {
  fieldPrefix,
  type FieldCondition,
  type FieldFilter,
  parseFieldFilters,
  UnknownField,
  valueErrors,
} from './domain/field-value.js';
export type { Merging } from './domain/imported-values.js';
export { UnknownStatus } from './domain/status.errors.js';
export {
  type StatusChanges,
  type StatusKind,
  statusKeyRules,
  statusKinds,
  type StatusRecord,
} from './domain/status.js';
export { maxTags, tagKey } from './domain/tag.js';
export type { ProjectChanges, ProjectRecord } from './domain/project.js';
export {
  ChangesUnfinished,
  InsufficientRole,
  maxChangeDuration,
  ProjectNotFound,
} from './domain/project.errors.js';
export { ReplaceMetadataRequest } from './http/metadata.requests.js';
export { MetadataResponse } from './http/metadata.responses.js';
export { Granted, InProject, projectRenamed } from './http/project.guard.js';
export {
  CurrentPublicProject,
  PublicGuard,
  publicProjectParameter,
  SharedCaching,
  versionedByContent,
} from './http/public.guard.js';
export { projectNote } from './http/project.note.js';
export { projectFieldErrors, projectMoved } from './http/project.problems.js';
export { CompanyResponse } from './http/company.responses.js';
export { BoardResponse } from './http/board.responses.js';
export { CustomFieldResponse } from './http/custom-field.responses.js';
export { StatusResponse } from './http/status.responses.js';
export { TagReferences } from './http/tag-references.js';
export { OptionalTags, TagListQuery, tagNames, type TagReference } from './http/tag.requests.js';
export { TagResponse } from './http/tag.responses.js';
export { MemberResponse, projectEvents } from './http/project.responses.js';
export { ProjectModule, PublicProjectModule } from './project.module.js';
