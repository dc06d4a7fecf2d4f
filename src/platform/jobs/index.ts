export { Background } from './background.js';
export { type FailedJob, FailedJobs } from './failed-jobs.js';
export { type JobHandler, type JobOptions, Jobs, type Lane } from './jobs.js';
export { JobsModule } from './jobs.module.js';
