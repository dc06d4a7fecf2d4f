import { Controller, Get } from '@nestjs/common';
import { Sql } from '../persistence/index.js';
import { databaseAway } from './http.problems.js';
import { explained, Operation, Operations } from './operation.js';
import { Problem } from './problem.js';
import { Shape } from './shape.js';
import { Public } from './public.js';

function shuttingDown(): Problem {
  return new Problem(503, 'shutting_down', 'The service is shutting down.', {
    headers: { 'Retry-After': '5' },
  });
}

const healthShape = new Shape<{ status: 'ok' }>(
  'Health',
  'All is well.',
  { status: { const: 'ok' } },
  { status: 'ok' },
);

/** For load balancers and orchestrators. */
@Controller('health')
@Operations({ tag: 'Health' })
@Public(true)
export class HealthController {
  private stopping = false;

  constructor(private readonly sql: Sql) {}

  /** From now on the service is not ready: it is about to stop. */
  stop(): void {
    this.stopping = true;
  }

  /** The process runs. */
  @Get('live')
  @Operation({ id: 'checkLiveness', summary: 'Whether the process runs', answer: healthShape })
  live(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** The service takes requests: it is not stopping, and its database answers. 503 otherwise. */
  @Get('ready')
  @Operation({
    id: 'checkReadiness',
    summary: 'Whether the service takes requests',
    description: 'It does where it is not stopping and its database answers.',
    answer: healthShape,
    problems: [explained(shuttingDown(), 'Send requests to another process.'), databaseAway],
  })
  async ready(): Promise<{ status: 'ok' }> {
    if (this.stopping) throw shuttingDown();
    await this.sql.row('select 1');
    return { status: 'ok' };
  }
}
