export { serveMetrics } from './metrics-server.js';
export { clusterMetrics, Metrics } from './metrics.js';
export { loggedPath, observeRequests, routeOf } from './request-metrics.js';
export { recordStatement, traceHeaders, traceRequest, withSpan } from './tracing.js';
