export { serveMetrics } from './metrics-server.js';
export { clusterMetrics, Metrics } from './metrics.js';
export { observeRequests, routeOf } from './request-metrics.js';
export { recordStatement, traceHeaders, traceRequest, withSpan } from './tracing.js';
