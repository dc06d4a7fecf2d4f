// Access: who can do and see what in a project.
export type { PublicProjectRecord } from './access/application/access.queries.js';
export { PoliciesInOrder, Policy, PolicyOfHost } from './access/application/policy.js';
export {
  ProjectAccess,
  type ProjectPermission,
  type ProjectReader,
} from './access/application/project-access.js';
export { ProjectAuthorizer } from './access/application/project-authorizer.js';
export {
  type Hideable,
  hideable,
  HostChangelogVisibility,
  HostCommentVisibility,
  HostFeedbackVisibility,
  VisibilityOfHost,
  type VisibilityCondition,
  type VisibilityConditions,
  type VisibilityReader,
} from './access/application/visibility.js';
export { InsufficientRole, ProjectNotFound } from './access/domain/access.errors.js';
export { type HiddenBoards, hidesAny, nothingHidden } from './access/domain/hidden-boards.js';
export type { Role } from './access/domain/role.js';
export { CurrentAccess, InProject } from './access/http/project.guard.js';
export {
  CurrentPublicProject,
  PublicGuard,
  publicProjectParameter,
  SharedCaching,
  versionedByContent,
} from './access/http/public.guard.js';

// Projects with their configuration and settings.
export { ProjectQueries } from './projects/application/project.queries.js';
export { ProjectService } from './projects/application/project.service.js';
export { SettingsImporter } from './projects/application/settings-importer.js';
export type { ProjectConfigChanges, ProjectConfigRecord } from './projects/domain/project-config.js';
export { urlFrom } from './projects/domain/project-settings.js';
export type { ProjectChanges, ProjectRecord } from './projects/domain/project.js';
export { ProjectResponse } from './projects/http/project.dto.js';

// Members.
export { MemberQueries } from './members/application/member.queries.js';
export { MemberService } from './members/application/member.service.js';
export type { MemberRecord, MembershipRecord } from './members/domain/member.js';
export { MemberResponse } from './members/http/member.dto.js';

// People by their ids in the system of the team.
export { ExternalIdImporter } from './people/application/external-id-importer.js';
export { PeopleService } from './people/application/people.service.js';
export { PersonQueries } from './people/application/person.queries.js';
export type { UserPresence } from './people/domain/person.repository.js';

// Companies.
export { CompanyImporter } from './companies/application/company-importer.js';
export { CompanyQueries } from './companies/application/company.queries.js';
export type { CompanyRecord } from './companies/domain/company.js';
export { CompanyResponse } from './companies/http/company.dto.js';

// Boards.
export { BoardQueries } from './boards/application/board.queries.js';
export { BoardService } from './boards/application/board.service.js';
export { UnknownBoard } from './boards/domain/board.errors.js';
export { type BoardChanges, type BoardRecord, noBoard } from './boards/domain/board.js';
export { BoardResponse } from './boards/http/board.dto.js';

// Statuses.
export { StatusQueries } from './statuses/application/status.queries.js';
export { StatusService } from './statuses/application/status.service.js';
export { UnknownStatus } from './statuses/domain/status.errors.js';
export {
  type StatusChanges,
  type StatusKind,
  statusKeyRules,
  statusKinds,
  type StatusRecord,
} from './statuses/domain/status.js';
export { StatusResponse } from './statuses/http/status.dto.js';

// Tags.
export { type FoundTags, TagImporter } from './tags/application/tag-importer.js';
export { TagQueries } from './tags/application/tag.queries.js';
export { type TagChanges, TagService } from './tags/application/tag.service.js';
export { maxTags, tagKey } from './tags/domain/tag.js';
export { TagReferences } from './tags/http/tag-references.js';
export { OptionalTags, TagListQuery, tagNames, type TagReference, TagResponse } from './tags/http/tag.dto.js';

// Custom fields.
export { CustomFieldImporter } from './custom-fields/application/custom-field-importer.js';
export { CustomFieldQueries } from './custom-fields/application/custom-field.queries.js';
export { CustomFieldService } from './custom-fields/application/custom-field.service.js';
export { DeclaredFields } from './custom-fields/application/declared-fields.js';
export {
  importedFieldValues,
  readFieldValues,
  setFieldValues,
  setFirstFieldValues,
} from './custom-fields/application/set-values.js';
export type { CustomFieldChanges, CustomFieldRecord } from './custom-fields/domain/custom-field.js';
export {
  type FieldCondition,
  type FieldFilter,
  type FieldSort,
  isFieldSort,
  parseFieldFilters,
  parseFieldSort,
  type SortedField,
  valueErrors,
} from './custom-fields/domain/field-value.js';
export { CustomFieldResponse } from './custom-fields/http/custom-field.dto.js';
export { FieldValuesField, sortRules, sortsByField } from './custom-fields/http/field-parameters.js';

// Metadata.
export { ProjectMetadataService } from './metadata/application/project-metadata.service.js';
export { ReplaceMetadataDto, MetadataResponse } from './metadata/http/metadata.dto.js';

// Importing: what all importers of records share.
export { compareRecords, type ReadRecord } from './importing/application/compare-records.js';
export {
  deletedResult,
  digestOf,
  importEach,
  importFailure,
  importMissing,
  type ImportRun,
  keysOf,
  type Known,
  type RecordImporter,
  unchanged,
} from './importing/application/record-importer.js';

// The module, its events and errors, and what other modules store in projects.
export { ProjectModule, PublicProjectModule } from './project.module.js';
export { ProjectContents, ProjectContentsOfModules } from './application/project-contents.js';
export { ChangesUnfinished, maxChangeDuration } from './domain/changes-unfinished.js';
export { projectEvents } from './http/project-events.js';
export { projectNote } from './http/project.note.js';
export { projectFieldErrors } from './http/project.problems.js';
