export { RecordImporters } from './application/record-importers.js';
export { projectImportEvents } from './http/import.responses.js';
export { ProjectImportModule } from './project-import.module.js';
