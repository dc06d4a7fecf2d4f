export { RecordImporter } from './application/record-importer.js';
export type { SubscriptionImport, SubscriptionToImport } from './application/subscription-import.js';
export { projectImportEvents } from './http/import.responses.js';
export { ProjectImportModule } from './project-import.module.js';
