import { Columns, isoTimestamp, recordColumns } from '../../../platform/persistence/index.js';
import type { SecretBox } from '../../../platform/secrets/index.js';
import { type Locked, Versioned } from '../../../shared/records.js';
import { Webhook, type WebhookRecord } from '../domain/webhook.js';

/** The columns of a webhook that change. Secrets are stored encrypted. */
export const webhookColumns = (secrets: SecretBox) =>
  new Columns<Webhook>({
    url: ({ url }) => url,
    description: ({ description }) => description,
    event_types: ({ eventTypes }) => eventTypes,
    min_upvotes: ({ minUpvotes }) => minUpvotes,
    enabled: ({ enabled }) => enabled,
    disabled_reason: ({ disabledReason }) => disabledReason,
    secret: ({ secret }) => secrets.seal(secret),
    previous_secrets: ({ previousSecrets }) =>
      JSON.stringify(previousSecrets.map(({ secret, until }) => ({ secret: secrets.seal(secret), until }))),
    failing_since: ({ failingSince }) => failingSince?.toISOString() ?? null,
  });

/** The fields of the record of webhook `w`. */
export const webhookFields = `w.id, w.project_id, w.url, w.description, w.event_types,
  json_strip_nulls(json_build_object('min_upvotes', w.min_upvotes)) as "when", w.enabled, w.disabled_reason,
  ${isoTimestamp('w.created_at')} as created_at`;

/** The record of webhook `w`. */
export const webhookRecord = recordColumns(webhookFields, 'w.version');

/** What the aggregate of webhook `w` consists of, for `toWebhook`. */
export const loadedWebhook = `${webhookRecord}, w.secret, w.previous_secrets, w.failing_since`;

/** A row of `loadedWebhook`. */
export interface WebhookRow {
  json: string;
  version: string;
  secret: string;
  previous_secrets: readonly { readonly secret: string; readonly until: string }[];
  failing_since: Date | null;
}

export function toWebhook(row: WebhookRow, secrets: SecretBox): Locked<Webhook, WebhookRecord> {
  const before = Versioned.fromJson<WebhookRecord>(row.json, row.version);
  const aggregate = Webhook.restore(before.record, {
    secret: secrets.open(row.secret),
    previousSecrets: row.previous_secrets.map(({ secret, until }) => ({
      secret: secrets.open(secret),
      until: new Date(until),
    })),
    failingSince: row.failing_since,
  });
  return { aggregate, before };
}
