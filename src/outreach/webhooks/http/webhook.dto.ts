import { ApiSchema } from '@nestjs/swagger';
import { PageQuery } from '../../../platform/http/index.js';
import { arrayOf, Field, objectOf, OptionalField, ReadOnlyField } from '../../../platform/input/index.js';
import { maxEventTypes, type WebhookChanges, webhookRules } from '../domain/webhook.js';

export class WebhookListQuery extends PageQuery {}

export class DeliveryListQuery extends PageQuery {}

const conditionDescription = 'Condition, which replaces the current one; `{}` removes it.';

@ApiSchema({ name: 'WebhookConditionRequest' })
class WebhookConditionDto {
  @OptionalField(webhookRules.minUpvotes, {
    description:
      'Of the events `feedback.upvoted` of each feedback, sends only the first with at least this number of votes.',
  })
  min_upvotes?: number;
}

export class CreateWebhookDto {
  @Field(webhookRules.url) url!: string;
  @OptionalField(arrayOf(webhookRules.eventTypes, { maxItems: maxEventTypes })) event_types?: string[];
  @OptionalField(objectOf(() => WebhookConditionDto), { description: conditionDescription })
  when?: WebhookConditionDto;
  @OptionalField(webhookRules.description) description?: string;
  @OptionalField(webhookRules.enabled) enabled?: boolean;

  values(): WebhookChanges & { url: string } {
    return { ...changes(this), url: this.url };
  }
}

export class UpdateWebhookDto {
  @OptionalField(webhookRules.url) url?: string;
  @OptionalField(arrayOf(webhookRules.eventTypes, { maxItems: maxEventTypes })) event_types?: string[];
  @OptionalField(objectOf(() => WebhookConditionDto), { description: conditionDescription })
  when?: WebhookConditionDto;
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

export class TestWebhookDto {
  @OptionalField(webhookRules.eventTypes, {
    description: 'Type of the event whose example is sent; `webhook.test` if omitted.',
  })
  type?: string;
}

function changes(body: CreateWebhookDto | UpdateWebhookDto): WebhookChanges {
  return {
    url: body.url,
    eventTypes: body.event_types,
    description: body.description,
    enabled: body.enabled,
    when: body.when && { minUpvotes: body.when.min_upvotes },
  };
}
