export {
  ApiDescription,
  type DerivedSchemas,
  type DescribedEvent,
  type Handler,
  type OperationNote,
} from './api-description.js';
export { type ClassSchemas, mapValues, pascalCase, schemaName, schemaRef } from './json-schemas.js';
export { ApiDocument } from './api-document.js';
export { OpenApiModule } from './openapi.module.js';
export { UndocumentedController } from './undocumented-controller.js';
