export { serveMetrics } from './metrics-server.js';
export { clusterMetrics, Metrics } from './metrics.js';
export { observeRequests } from './request-metrics.js';
export { routeOf } from './route.js';
export { recordStatement, traceHeaders, traceRequest, withSpan } from './tracing.js';
