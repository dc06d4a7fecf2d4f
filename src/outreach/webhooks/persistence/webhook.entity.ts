import { Column, Entity, PrimaryColumn } from 'typeorm';
import {
  isoTimestamp,
  recordColumns,
  timestampColumn,
  versionColumn,
} from '../../../platform/persistence/index.js';
import type { SecretBox } from '../../../platform/secrets/index.js';
import { Webhook } from '../domain/webhook.js';

/** A row of `webhooks`. Secrets are encrypted by `SecretBox`. */
@Entity('webhooks')
export class WebhookEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text')
  url!: string;

  @Column('text')
  description!: string;

  @Column('text', { name: 'event_types', array: true })
  eventTypes!: readonly string[];

  @Column('integer', { name: 'min_upvotes', nullable: true })
  minUpvotes!: number | null;

  @Column('boolean')
  enabled!: boolean;

  @Column('text', { name: 'disabled_reason' })
  disabledReason!: string;

  @Column('text')
  secret!: string;

  @Column('jsonb', { name: 'previous_secrets' })
  previousSecrets!: readonly { readonly secret: string; readonly until: string }[];

  @Column({ ...timestampColumn('failing_since'), nullable: true })
  failingSince!: Date | null;

  @Column(timestampColumn('created_at'))
  createdAt!: Date;

  @Column(versionColumn)
  version!: string;
}

export function toWebhook(entity: WebhookEntity, secrets: SecretBox): Webhook {
  return Webhook.restore({
    ...entity,
    secret: secrets.open(entity.secret),
    previousSecrets: entity.previousSecrets.map(({ secret, until }) => ({
      secret: secrets.open(secret),
      until: new Date(until),
    })),
  });
}

/** Returns the columns of a webhook that change. */
export function webhookValues(webhook: Webhook, secrets: SecretBox) {
  const { url, description, eventTypes, minUpvotes, enabled, disabledReason, failingSince } = webhook;
  return {
    ...{ url, description, eventTypes, minUpvotes, enabled, disabledReason, failingSince },
    secret: secrets.seal(webhook.secret),
    previousSecrets: webhook.previousSecrets.map(({ secret, until }) => ({
      secret: secrets.seal(secret),
      until: until.toISOString(),
    })),
  };
}

/** The fields of the record of a webhook, which has no secrets. */
export const webhookFields = `id, project_id, url, description, event_types,
  json_strip_nulls(json_build_object('min_upvotes', min_upvotes)) as "when", enabled, disabled_reason,
  ${isoTimestamp('created_at')} as created_at`;

/** The record of a webhook. */
export const webhookRecord = recordColumns(webhookFields, 'version');

/** Reads webhook `$2` of project `$1`. */
export const oneWebhook = `select ${webhookRecord} from webhooks where project_id = $1 and id = $2`;
