import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Jobs } from '../../../platform/jobs/index.js';
import { DuplicateJobs } from '../domain/duplicate-jobs.js';

const [compare, markImported] = ['compare-feedback', 'mark-imported-feedback'] as const;

/** Stores the jobs in the queue of the service. Those that compare are in one queue, so that they take little of the database. */
@Injectable()
export class QueuedDuplicateJobs extends DuplicateJobs {
  constructor(private readonly jobs: Jobs) {
    super();
  }

  override handle(handlers: Parameters<DuplicateJobs['handle']>[0]): void {
    // A finder of a host may call another service.
    this.jobs.handle(compare, 'slow', async (payload, signal) => {
      const { projectId } = payload as { projectId: string };
      const started = performance.now();
      if (!(await handlers.compare(projectId, signal))) return;
      // Comparisons take a sixth of the time at most, so that requests come first. The pause is part of the job, since new
      // feedback adds jobs meanwhile.
      await pause(5 * (performance.now() - started), undefined, { signal }).catch(() => undefined);
      await this.compare(projectId);
    });
    this.jobs.handle(markImported, 'database', (payload) => {
      const { projectId, since } = payload as { projectId: string; since: string };
      return handlers.markImported(projectId, since);
    });
  }

  override async compare(projectId: string): Promise<void> {
    await this.jobs.add(compare, { projectId }, { key: `${compare}:${projectId}`, queue: compare });
  }

  override async markImported(projectId: string, since: string): Promise<void> {
    await this.jobs.add(markImported, { projectId, since });
  }
}
