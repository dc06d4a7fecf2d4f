export { AccessControl, type IdentifiedRequest, Public } from './access.guard.js';
export { ApiRecord, choice, count, id, instant, instantOrNull, type RecordClass } from './api-record.js';
export { Preconditions, HonoursPreconditions, unversioned, versioned } from './conditional.js';
export { configureApp } from './configure-app.js';
export { HealthController } from './health.controller.js';
export { HttpModule } from './http.module.js';
export { commonProblems, inputFieldErrors, invalidInput } from './http.problems.js';
export { CallsExternalService, IdempotencyInterceptor, ReturnsSecret } from './idempotency.js';
export { Field, ItemsField, ObjectField, OptionalField, OptionalItemsField } from './fields.js';
export { OptionalObjectField, ReadOnlyField } from './fields.js';
export { QueryFlag, QueryParam, RepeatableQueryParam } from './fields.js';
export { InputGuard, JsonBody, QueryParams, TakesBody } from './input.guard.js';
export { Links, type ListAnswer } from './links.js';
export { LimitParam, type ListQuery, PageQuery, pageSize } from './page-query.js';
export { Operation, type OperationDescription, OperationDetails } from './operation.js';
export {
  Operations,
  type OperationsDescription,
  OperationsDetails,
  type PathParameter,
} from './operation.js';
export { ProblemFilter } from './problem.filter.js';
export { documented, type DocumentedProblem, Problem, problemDetails } from './problem.js';
export { RateLimiter } from './rate-limiter.js';
export { RouteTable } from './route-table.js';
export { UnknownRouteModule } from './unknown-route.controller.js';
