export {
  ApiDescription,
  describeApi,
  type DescribedEvent,
  type Marked,
  type OperationNote,
} from './openapi.js';
export { mountDocs } from './mount-docs.js';
export { OpenApiModule } from './openapi.module.js';
