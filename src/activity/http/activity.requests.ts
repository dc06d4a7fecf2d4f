import {
  Field,
  limitRules,
  limitSchema,
  type ListQuery,
  OptionalField,
  OptionalItemsField,
  PageQuery,
  pageSize,
  QueryParam,
  ReadOnlyField,
  RepeatableQueryParam,
} from '../../platform/http/index.js';
import type { PageRequest } from '../../shared/records.js';
import { text } from '../../shared/rules.js';
import { mostEventTypes, type WebhookChanges, webhookRules } from '../domain/webhook.js';

/** The feed goes on from an event, not from a cursor, so that a reader can keep its place for ever. */
export class EventFeedQuery implements ListQuery {
  @QueryParam(limitRules, limitSchema) limit?: string;
  @QueryParam(text({ max: 200, required: true }), {
    description: 'Id of the event to go on from; the feed begins with the oldest one that is kept.',
  })
  after?: string;
  @RepeatableQueryParam(text({ max: 200, required: true }), {
    description: 'Events of any of these types.',
  })
  type?: string[];

  page(): PageRequest {
    return {
      limit: pageSize(this.limit),
      count: false,
      ...(this.after === undefined ? {} : { after: [this.after] }),
    };
  }

  nextCursor([id = '']: readonly string[]): [string, string] {
    return ['after', id];
  }
}

export class WebhookListQuery extends PageQuery {}

export class DeliveryListQuery extends PageQuery {}

export class CreateWebhookRequest {
  @Field(webhookRules.url) url!: string;
  @OptionalItemsField(webhookRules.eventTypes, { maxItems: mostEventTypes }) event_types?: string[];
  @OptionalField(webhookRules.description) description?: string;
  @OptionalField(webhookRules.enabled) enabled?: boolean;

  values(): WebhookChanges & { url: string } {
    return { ...changes(this), url: this.url };
  }
}

export class UpdateWebhookRequest {
  @OptionalField(webhookRules.url) url?: string;
  @OptionalItemsField(webhookRules.eventTypes, { maxItems: mostEventTypes }) event_types?: string[];
  @OptionalField(webhookRules.description) description?: string;
  @OptionalField(webhookRules.enabled) enabled?: boolean;
  @ReadOnlyField() id?: unknown;
  @ReadOnlyField() project_id?: unknown;
  @ReadOnlyField() disabled_reason?: unknown;
  @ReadOnlyField() created_at?: unknown;

  changes(): WebhookChanges {
    return changes(this);
  }
}

function changes(body: CreateWebhookRequest | UpdateWebhookRequest): WebhookChanges {
  return {
    url: body.url,
    eventTypes: body.event_types,
    description: body.description,
    enabled: body.enabled,
  };
}
