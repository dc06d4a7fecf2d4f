export { Preconditions, HonoursPreconditions, unversioned, versioned } from './conditional.js';
export { configureApp } from './configure-app.js';
export { HealthController } from './health.controller.js';
export { HttpModule } from './http.module.js';
export {
  bodilessProblems,
  bodyProblems,
  generalProblems,
  idempotencyProblems,
  inputFaults,
  limitedProblems,
  preconditionProblems,
  problemsOfNoOperation,
  secretProblems,
} from './http.problems.js';
export { CallsExternalService, type KeyedRequest, maxKeyLength, ReturnsSecret } from './idempotency.js';
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
export { MemoryThrottlerStorage } from './memory-throttler-storage.js';
export {
  DescribedOperation,
  DescribedOperations,
  explained,
  type ExplainedProblem,
  Operation,
  type OperationDescription,
  Operations,
  type PathParameter,
} from './operation.js';
export { ProblemFilter } from './problem.filter.js';
export { Problem, problemDetails, type ProblemDetails } from './problem.js';
export { RateLimiter } from './rate-limiter.js';
export { replicaReads } from './replica-reads.js';
export {
  boolean,
  choice,
  count,
  id,
  instant,
  instantOrNull,
  listOf,
  recordOf,
  Shape,
  string,
} from './shape.js';
export { UnknownRouteModule } from './unknown-route.controller.js';
export { Public } from './public.js';
