export { ProjectImportModule } from './project-import.module.js';
