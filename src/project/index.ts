export { ProjectAccess } from './application/project-access.js';
export { ProjectGrant } from './application/project-grant.js';
export { ProjectNotFound } from './domain/project.errors.js';
export { Granted, InProject, NeedsRole, ProjectGuard } from './http/project.guard.js';
export { ProjectModule } from './project.module.js';
