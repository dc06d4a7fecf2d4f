import { Injectable } from '@nestjs/common';
import { Sql } from '../../platform/persistence/index.js';
import { Metrics } from '../../platform/telemetry/index.js';

/** The metrics of the outbox. */
@Injectable()
export class EventMetrics {
  constructor(sql: Sql, metrics: Metrics) {
    metrics.sharedGauges(
      {
        events_undelivered: 'Events that the relay has not yet added to the feed.',
        events_oldest_undelivered_seconds: 'Age of the oldest of these events.',
      },
      async () => {
        const undelivered = await sql.row<{
          events_undelivered: number;
          events_oldest_undelivered_seconds: number;
        }>(
          `select count(*)::int as events_undelivered,
             coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as events_oldest_undelivered_seconds
           from events where position is null and in_feed`,
        );
        return undelivered!;
      },
    );
  }
}
