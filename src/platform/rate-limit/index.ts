export { ExpensiveRead, ParallelReads, ParallelReadsGuard } from './parallel-reads.js';
export { RateLimitModule } from './rate-limit.module.js';
export { RateLimiter, tokenKey } from './rate-limiter.js';
