import { EntitySchema } from 'typeorm';
import type { AttemptRecord } from '../application/webhook.queries.js';
import { type Attempt, Delivery } from '../domain/delivery.js';
import { type PreviousSecret, Webhook } from '../domain/webhook.js';

export const webhookSchema = new EntitySchema<Webhook>({
  name: 'Webhook',
  tableName: 'webhooks',
  target: Webhook,
  columns: {
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', name: 'project_id' },
    url: { type: 'text' },
    description: { type: 'text' },
    eventTypes: { type: 'text', array: true, name: 'event_types' },
    minUpvotes: { type: 'integer', nullable: true, name: 'min_upvotes' },
    enabled: { type: 'boolean' },
    disabledReason: { type: 'text', name: 'disabled_reason' },
    secret: { type: 'text' },
    previousSecrets: {
      type: 'jsonb',
      name: 'previous_secrets',
      transformer: {
        to: (secrets: unknown) => secrets,
        from: (stored: readonly { secret: string; until: string }[]): PreviousSecret[] =>
          stored.map(({ secret, until }) => ({ secret, until: new Date(until) })),
      },
    },
    failingSince: { type: 'timestamptz', precision: 3, nullable: true, name: 'failing_since' },
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
  },
});

export const deliverySchema = new EntitySchema<Delivery>({
  name: 'Delivery',
  tableName: 'deliveries',
  target: Delivery,
  columns: {
    id: { type: 'uuid', primary: true },
    projectId: { type: 'uuid', name: 'project_id' },
    webhookId: { type: 'uuid', nullable: true, name: 'webhook_id' },
    eventId: { type: 'uuid', name: 'event_id' },
    eventType: { type: 'text', name: 'event_type' },
    status: { type: 'text' },
    createdAt: { type: 'timestamptz', precision: 3, name: 'created_at' },
    nextAttemptAt: { type: 'timestamptz', precision: 3, nullable: true, name: 'next_attempt_at' },
    failures: { type: 'integer' },
    leasedUntil: { type: 'timestamptz', precision: 3, nullable: true, name: 'leased_until' },
    attempts: {
      type: 'json',
      // In the format of records, so that lists are returned as stored.
      transformer: {
        to: (attempts?: readonly Attempt[]): AttemptRecord[] | undefined =>
          attempts?.map(({ at, statusCode, durationMs, error, response }) => ({
            at: at.toISOString(),
            status_code: statusCode,
            duration_ms: durationMs,
            error,
            response,
          })),
        from: (records: readonly AttemptRecord[]): Attempt[] =>
          records.map(({ at, status_code: statusCode, duration_ms: durationMs, error, response }) => ({
            at: new Date(at),
            statusCode,
            durationMs,
            error,
            response,
          })),
      },
    },
  },
});
