export { projectImportFieldErrors } from './http/import.problems.js';
export { projectImportEvents } from './http/import.responses.js';
export { ProjectImportModule } from './project-import.module.js';
