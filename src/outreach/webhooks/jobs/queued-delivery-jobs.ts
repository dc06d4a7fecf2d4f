import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/index.js';
import { DeliveryJobs } from '../domain/delivery-jobs.js';
import type { DeliveryLane } from '../domain/delivery.repository.js';

/** The tasks of the jobs by lane. */
const tasks = { normal: 'deliver', slow: 'deliver-slowly' } as const;

/** Stores the jobs in the queue of the service. */
@Injectable()
export class QueuedDeliveryJobs extends DeliveryJobs {
  constructor(private readonly jobs: Jobs) {
    super();
  }

  override handle(
    lane: DeliveryLane,
    deliver: (targetId: string, signal: AbortSignal) => Promise<void>,
  ): void {
    this.jobs.handle(tasks[lane], lane, (payload, signal) =>
      deliver((payload as { targetId: string }).targetId, signal),
    );
  }

  override async add(targetIds: readonly string[], lane: DeliveryLane): Promise<void> {
    await this.jobs.addAll(
      tasks[lane],
      targetIds.map((targetId) => ({ targetId })),
    );
  }

  override async addAt(targetId: string, runAt: Date): Promise<void> {
    await this.jobs.add(tasks.slow, { targetId }, { runAt, key: `deliveries:${targetId}` });
  }
}
