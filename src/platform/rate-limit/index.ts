export { IpAddressGuard } from './ip-address.guard.js';
export { LargeReads } from './large-reads.js';
export { ExpensiveRead, type IsExpensive, ParallelReadsGuard } from './parallel-reads.js';
export { HostRateLimitWindows, type RateLimitWindow } from './rate-limit-windows.js';
export { RateLimitModule } from './rate-limit.module.js';
export { addressKey, RateLimiter } from './rate-limiter.js';
