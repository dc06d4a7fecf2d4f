export { MemberService } from './application/member.service.js';
export { ProjectService } from './application/project.service.js';
export { ProjectAccess } from './application/project-access.js';
export { ProjectGrant } from './application/project-grant.js';
export { ProjectImportService } from './application/project-import.service.js';
export { ProjectMetadataService } from './application/project-metadata.service.js';
export {
  type MemberRecord,
  type MembershipRecord,
  type ProjectConfigRecord,
  ProjectQueries,
  type ProjectRecord,
} from './application/project.queries.js';
export type { Role } from './domain/member.js';
export { checkMetadata, metadataRules } from './domain/metadata.js';
export type { ProjectConfigChanges } from './domain/project-config.js';
export type { ProjectChanges } from './domain/project.js';
export { InsufficientRole, ProjectNotFound } from './domain/project.errors.js';
export { TargetUrls } from './domain/target-urls.js';
export { ReplaceMetadataRequest } from './http/metadata.requests.js';
export { MetadataResponse } from './http/metadata.responses.js';
export { Granted, InProject, NeedsRole, projectRenamed } from './http/project.guard.js';
export { projectNote } from './http/project.note.js';
export { projectFieldErrors, projectMoved, projectNotFound } from './http/project.problems.js';
export { MemberResponse, projectEvents } from './http/project.responses.js';
export { isPublicAddress } from './network/public-address.js';
export { chatIsOn } from './persistence/chat-integration.js';
export { metadataOf } from './persistence/metadata-of.js';
export { exportedOrigin, exportedProject, peopleOfProject } from './persistence/exported-project.js';
export { canBeSlug, projectWithSlug } from './persistence/project-with-slug.js';
export { ProjectModule } from './project.module.js';
