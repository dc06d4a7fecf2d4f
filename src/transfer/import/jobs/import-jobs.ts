import { Injectable, Logger } from '@nestjs/common';
import { type JobHandler, Jobs } from '../../../platform/jobs/index.js';
import { LogThrottle } from '../../../platform/logging/index.js';
import { Database } from '../../../platform/persistence/index.js';
import { ImportQueue } from '../application/import-queue.js';
import { ImportRunner } from '../application/import-runner.js';

const task = 'import-project';

/** The number of imports that run at once, in all processes. */
export const parallelImports = 4;

/** Adds a job for each import. The jobs of a project are in the same queue. */
@Injectable()
export class ImportJobs extends ImportQueue {
  constructor(private readonly jobs: Jobs) {
    super();
  }

  override async add(projectId: string, importId: string): Promise<void> {
    const number = parseInt(projectId.slice(-4), 16) % parallelImports;
    await this.jobs.add(task, { importId }, { key: importId, queue: `imports-${number}` });
  }
}

/** Runs the jobs of imports. */
@Injectable()
export class ImportJobHandler {
  constructor(jobs: Jobs, runner: ImportRunner, database: Database) {
    const logger = new Logger('Imports');
    const throttle = new LogThrottle();
    const run: JobHandler = async (payload, signal) => {
      const { importId } = payload as { importId: string };
      await runner.run(importId, signal, ({ message, stack }) => {
        if (throttle.shouldLog(message)) {
          logger.error(`The import ${importId} met an unexpected error: ${message}`, stack);
        }
      });
      // Plans of searches depend on the statistics of the tables, which autovacuum updates on a server only.
      if (database.isEmbedded && !signal.aborted) await database.pool.query('analyze');
    };
    jobs.handle(task, 'slow', run, (importId) => runner.abandon(importId));
  }
}
