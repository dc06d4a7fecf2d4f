export { activityFieldErrors } from './http/activity.problems.js';
export { activityEvents, EventResponse } from './http/activity.responses.js';
export { ActivityModule } from './activity.module.js';
