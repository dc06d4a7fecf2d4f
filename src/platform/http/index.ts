export { AccessGuard, authenticationGuard, type IdentifiedRequest, Public } from './access.guard.js';
export {
  ApiRecord,
  choice,
  count,
  exampleOf,
  id,
  instant,
  instantOrNull,
  type RecordClass,
} from './api-record.js';
export { HonorsPreconditions, Preconditions } from './conditional.js';
export { configureApp } from './configure-app.js';
export { hideAddresses } from './hide-addresses.js';
export { HealthController } from './health.controller.js';
export { HealthModule, HttpModule } from './http.module.js';
export { IdempotencyKeys } from './idempotency-keys.js';
export {
  CallsExternalService,
  type FindProvider,
  Idempotency,
  ReturnsSecret,
  ReplayedIf,
} from './idempotency.js';
export { Links } from './links.js';
export { arrayOf, firstOf, PagedList } from './paged-list.js';
export { LimitParam, type ListQuery, PageQuery, pageSize } from './page-query.js';
export {
  Operation,
  type OperationDescription,
  OperationDetails,
  Operations,
  type OperationsDescription,
  OperationsDetails,
  type PathParameter,
} from './operation.js';
export { DomainErrorFilter, ProblemFilter, problemFor, sendError } from './problem.filter.js';
export { ReplicaReads } from './replica-reads.js';
export { Created, ResponseInterceptor } from './response.interceptor.js';
export {
  errorsPath,
  isFeedbackServiceRequest,
  isDecodable,
  serviceRoot,
  serviceTarget,
} from './service-root.js';
export { ServiceAdapter } from './service-adapter.js';
export { ServiceMiddleware } from './service.middleware.js';
