export { type JobHandler, Jobs, jobsSchema, type Lane } from './jobs.js';
export { JobsModule } from './jobs.module.js';
