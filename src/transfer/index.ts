export { ProjectExportModule } from './export/project-export.module.js';
export { projectImportEvents } from './import/http/import.dto.js';
export { ProjectImportModule } from './import/project-import.module.js';
