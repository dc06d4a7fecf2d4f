export { ProjectExportModule } from './project-export.module.js';
