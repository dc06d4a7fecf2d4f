export {
  arrayOf,
  Field,
  IncludeParam,
  objectOf,
  OptionalField,
  QueryFamily,
  QueryFlag,
  QueryNumber,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from './fields.js';
export { FileBody, type FileKind, isUpload } from './file-body.js';
export {
  ChecksReferences,
  type CrossFieldRules,
  type ReferenceCheck,
  InputGuard,
  JsonBody,
  QueryParams,
  TakesBody,
  TakesFile,
  UploadedFile,
  annotate,
  TakesQuery,
  validInput,
  asksForStream,
  partsOf,
  queryOf,
} from './input.guard.js';
export { hasBody, readJson } from './json-body.js';
export { anyFields, ObjectBody } from './object-body.js';
