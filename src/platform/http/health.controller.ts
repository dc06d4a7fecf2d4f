import { Controller, Get } from '@nestjs/common';
import { Sql } from '../database/sql.js';
import { Problem } from './problem.js';
import { WithoutToken } from './without-token.js';

/** For load balancers and orchestrators. */
@Controller('health')
@WithoutToken(true)
export class HealthController {
  private stopping = false;

  constructor(private readonly sql: Sql) {}

  /** From now on the service is not ready: it is about to stop. */
  stop(): void {
    this.stopping = true;
  }

  /** The process runs. */
  @Get('live')
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The service takes requests: it is not stopping, and its database answers. 503 otherwise. */
  @Get('ready')
  async ready(): Promise<{ status: 'ok' }> {
    if (this.stopping) {
      throw new Problem(503, 'shutting_down', 'The service is shutting down.', {
        headers: { 'Retry-After': '5' },
      });
    }
    await this.sql.row('select 1');
    return { status: 'ok' };
  }
}
