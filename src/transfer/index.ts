export { ProjectExportModule } from './export/project-export.module.js';
export { projectImportEvents } from './import/http/import.responses.js';
export { ProjectImportModule } from './import/project-import.module.js';
