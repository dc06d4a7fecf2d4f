export { RecentWrites } from './recent-writes.js';
export { type ReplicaConnections, Replicas, type Runs } from './replicas.js';
