export {
  anyFields,
  Field,
  ItemsField,
  ObjectBody,
  ObjectField,
  OptionalField,
  OptionalItemsField,
  OptionalObjectField,
  QueryFlag,
  QueryNumber,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
  RequiredQueryParam,
} from './fields.js';
export { FileBody, fileTypes, isUpload } from './file-body.js';
export {
  InputGuard,
  JsonBody,
  QueryParams,
  TakesBody,
  TakesFile,
  UploadedFile,
  annotate,
} from './input.guard.js';
export { hasBody } from './json-body.js';
