import { setTimeout as pause } from 'node:timers/promises';
import { Controller, Get } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import type { JsonSchema } from '../../shared/rules.js';
import { Sql } from '../persistence/index.js';
import { Public } from './access.guard.js';
import { ApiRecord } from './api-record.js';
import { httpProblems } from '../problems/index.js';
import { Operation, Operations } from './operation.js';

/** How long a health check waits for the database, in milliseconds. */
const readinessTimeoutMs = 2_000;

@ApiRecord('Health', 'All is well.')
class Health {
  static readonly example: Health = { status: 'ok' };

  @ApiProperty({ const: 'ok' } as JsonSchema) status!: 'ok';
}

/** Health checks for load balancers and orchestrators. */
@Controller('health')
@Operations({ tag: 'Health', isOperational: true })
@Public(true)
export class HealthController {
  private stopping = false;

  constructor(private readonly sql: Sql) {}

  /** Makes the service report that it is not ready, because it is about to stop. */
  stop(): void {
    this.stopping = true;
  }

  /** Succeeds whenever the process runs. */
  @Get('live')
  @Operation({ id: 'checkLiveness', summary: 'Check whether the process runs', answer: Health })
  live(): Health {
    return Health.example;
  }

  /** Succeeds unless the service is stopping or its database is unavailable, also for reads at a replica. */
  @Get('ready')
  @Operation({
    id: 'checkReadiness',
    summary: 'Check whether the service accepts requests',
    description: `It does unless it is shutting down, or its database does not respond within ${readinessTimeoutMs / 1_000} seconds. While replicas serve reads in place of the primary, it accepts reads.`,
    answer: Health,
    problems: [httpProblems.shuttingDown, httpProblems.databaseUnavailable],
  })
  async ready(): Promise<Health> {
    if (this.stopping) throw httpProblems.shuttingDown;
    const overdue = pause(readinessTimeoutMs, undefined, { ref: false }).then(() => {
      throw httpProblems.databaseUnavailable;
    });
    await Promise.race([this.sql.read('select 1'), overdue]);
    return Health.example;
  }
}
