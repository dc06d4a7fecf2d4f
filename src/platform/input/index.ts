export {
  arrayOf,
  Field,
  objectOf,
  OptionalField,
  QueryFlag,
  QueryNumber,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from './fields.js';
export { FileBody, isUpload } from './file-body.js';
export { InputGuard, JsonBody, QueryParams, TakesBody, UploadedFile, annotate } from './input.guard.js';
export { hasBody } from './json-body.js';
export { anyFields, ObjectBody } from './object-body.js';
export { queryOf } from './query.js';
