export {
  ApiDescription,
  type DerivedSchemas,
  type DescribedEvent,
  type Handler,
  type OperationNote,
} from './api-description.js';
export type { ClassSchemas } from './json-schemas.js';
export { describeApi } from './api-document.js';
export { mountDocs } from './mount-docs.js';
export { OpenApiModule } from './openapi.module.js';
