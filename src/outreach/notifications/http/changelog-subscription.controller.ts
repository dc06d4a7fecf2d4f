import { Controller, Delete, Get, HttpCode, Put } from '@nestjs/common';
import { RequirePermission } from '../../../identity/index.js';
import { Created, Operation, Operations } from '../../../platform/http/index.js';
import { Granted, InProject, type ProjectGrant } from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import type { SubscriberRecord } from '../application/subscription.queries.js';
import { SubscriptionService } from '../application/subscription.service.js';
import { NotSubscribed } from '../domain/subscription.errors.js';
import { SubscriberResponse } from './subscription.responses.js';

@Controller('projects/:projectSlug/changelogs/subscribers/me')
@InProject()
@Operations({ tag: 'Notifications' })
export class ChangelogSubscriptionController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Get()
  @Operation({
    id: 'getChangelogSubscriber',
    summary: 'Get the subscription to a changelog',
    description: 'Tells whether the caller is subscribed: returns 404 `not_subscribed` otherwise.',
    answer: SubscriberResponse,
    problems: [new NotSubscribed()],
  })
  @RequirePermission(permissions.readChangelogSubscription)
  async read(@Granted() grant: ProjectGrant): Promise<Versioned<SubscriberRecord>> {
    return this.subscriptions.readOfChangelog(grant);
  }

  @Put()
  @Operation({
    id: 'subscribeChangelog',
    summary: 'Subscribe to a changelog',
    description:
      'The caller is notified of every entry that is published in the project. Subscribing again changes nothing.',
    answer: SubscriberResponse,
    statuses: { 200: 'The caller was subscribed already. Nothing was changed.', 201: 'Created.' },
  })
  @RequirePermission(permissions.subscribeToChangelog)
  async subscribe(@Granted() grant: ProjectGrant): Promise<Created<SubscriberRecord> | SubscriberRecord> {
    const { subscriber, created } = await this.subscriptions.subscribeToChangelog(grant);
    return created ? new Created(subscriber.record) : subscriber.record;
  }

  @Delete()
  @Operation({
    id: 'unsubscribeChangelog',
    summary: 'Unsubscribe from a changelog',
    description: 'Removing a subscription that does not exist changes nothing.',
  })
  @RequirePermission(permissions.unsubscribeFromChangelog)
  @HttpCode(204)
  async unsubscribe(@Granted() grant: ProjectGrant): Promise<void> {
    await this.subscriptions.unsubscribeFromChangelog(grant);
  }
}
