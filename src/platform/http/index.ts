export { AccessControl, type IdentifiedRequest, Public } from './access.guard.js';
export { ApiRecord, choice, count, id, instant, instantOrNull, type RecordClass } from './api-record.js';
export { Preconditions, HonoursPreconditions, unversioned, versioned } from './conditional.js';
export { configureApp } from './configure-app.js';
export { HealthController } from './health.controller.js';
export { HttpModule } from './http.module.js';
export { commonProblems, inputFieldErrors } from './http.problems.js';
export { CallsExternalService, IdempotencyInterceptor, maxKeyLength, ReturnsSecret } from './idempotency.js';
export {
  Field,
  InputGuard,
  invalidInput,
  JsonBody,
  OptionalField,
  OptionalItemsField,
  OptionalObjectField,
  QueryParam,
  QueryParams,
  ReadOnlyField,
  RepeatableQueryParam,
  TakesBody,
} from './input.js';
export {
  limitRules,
  limitSchema,
  Links,
  type ListAnswer,
  type ListQuery,
  PageQuery,
  pageSize,
  queryFlag,
} from './links.js';
export { listeningUrl } from './listening-url.js';
export {
  documented,
  type DocumentedProblem,
  Operation,
  type OperationDescription,
  OperationDetails,
  Operations,
  type OperationsDescription,
  OperationsDetails,
  type PathParameter,
} from './operation.js';
export { ProblemFilter } from './problem.filter.js';
export { Problem, problemDetails, type ProblemDetails } from './problem.js';
export { RateLimiter } from './rate-limiter.js';
export { RouteTable } from './route-table.js';
export { UnknownRouteModule } from './unknown-route.controller.js';
