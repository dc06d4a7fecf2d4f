import { Injectable } from '@nestjs/common';
import { Sql } from '../../../platform/persistence/index.js';
import { Metrics } from '../../../platform/telemetry/index.js';

/** Measures the mails that wait to be sent. */
@Injectable()
export class MailMetrics {
  constructor(
    private readonly sql: Sql,
    metrics: Metrics,
  ) {
    metrics.sharedGauges(
      {
        mails_waiting: 'Mails that are due and not sent yet.',
        mails_oldest_waiting_seconds: 'Time since the oldest of them became due.',
      },
      () => this.read(),
    );
  }

  private async read() {
    const waiting = await this.sql.row<Record<'mails_waiting' | 'mails_oldest_waiting_seconds', number>>(
      // In two parts, because each has an index.
      `select count(*)::int as mails_waiting,
         coalesce(extract(epoch from now() - min(due_at)), 0)::float8 as mails_oldest_waiting_seconds
       from (
         select due_at from mails where done_at is null and kind <> 'confirmation'
         union all select due_at from mails where done_at is null and kind = 'confirmation'
       ) waiting where due_at <= now()`,
    );
    return waiting!;
  }
}
