export { Background, type RepeatedWork } from './background.js';
export { type FailedJob, FailedJobs } from './failed-jobs.js';
export { type JobHandler, Jobs, type Lane } from './jobs.js';
export { JobsModule } from './jobs.module.js';
