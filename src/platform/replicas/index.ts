export { ReplicasModule } from './replicas.module.js';
export { Replicas } from './replicas.js';
