import { Global, Module, type OnApplicationShutdown } from '@nestjs/common';
import { ReplicaRouter } from '../persistence/index.js';
import { Replicas } from './replicas.js';

/** Binds the port through which persistence reads at replicas. */
@Global()
@Module({
  providers: [Replicas, { provide: ReplicaRouter, useExisting: Replicas }],
  exports: [Replicas, ReplicaRouter],
})
export class ReplicasModule implements OnApplicationShutdown {
  constructor(private readonly replicas: Replicas) {}

  async onApplicationShutdown(): Promise<void> {
    await this.replicas.close();
  }
}
