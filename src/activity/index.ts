export { activityFaults } from './http/activity.problems.js';
export { activityEvents, eventShape } from './http/activity.responses.js';
export { ActivityModule } from './activity.module.js';
