export { ExpensiveRead, ParallelReadsGuard } from './parallel-reads.js';
export { RateLimitModule } from './rate-limit.module.js';
export { RateLimiter } from './rate-limiter.js';
