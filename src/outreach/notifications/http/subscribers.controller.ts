import { Controller, Delete, Get, HttpCode, Param, Put, UseFilters } from '@nestjs/common';
import { feedbackParameter, RedirectMerged } from '../../../feedback/index.js';
import { RequirePermission, UserIdParam, userIdParameter, UserNotFound } from '../../../identity/index.js';
import { Created, Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { QueryParams } from '../../../platform/input/index.js';
import { CurrentAccess, InProject, InsufficientRole, type ProjectAccess } from '../../../project/index.js';
import type { Versioned } from '../../../shared/records.js';
import { permissions } from '../application/permissions.js';
import type { SubscriberRecord } from '../application/subscription.queries.js';
import { SubscriptionService } from '../application/subscription.service.js';
import { NotSubscribed } from '../domain/subscription.errors.js';
import { SubscriberListQuery, SubscriberResponse } from './subscription.dto.js';

@Controller('projects/:projectSlug/feedback/:feedbackId/subscribers')
@InProject()
@UseFilters(RedirectMerged)
@Operations({
  tag: 'Notifications',
  parameters: {
    feedbackId: feedbackParameter,
    userId: userIdParameter({
      note: 'The subscriptions of other users require the role `editor`.',
      example: 'me',
      problems: [new InsufficientRole('editor', 'Access to the subscriptions of other users')],
      problemsOfReads: [new NotSubscribed()],
      problemsOfWrites: [new UserNotFound()],
    }),
  },
})
export class SubscribersController {
  constructor(private readonly subscriptions: SubscriptionService) {}

  @Get()
  @Operation({
    id: 'listSubscribers',
    summary: 'List the subscribers of feedback',
    description:
      'Returns the oldest subscription first. Includes the subscribers of feedback that is merged into this one, each user once.',
    list: SubscriberResponse,
  })
  @RequirePermission(permissions.listSubscribers)
  async list(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @QueryParams() query: SubscriberListQuery,
  ): Promise<PagedList<SubscriberRecord>> {
    return new PagedList(query, (page) => this.subscriptions.list(access, feedbackId, page));
  }

  @Get(':userId')
  @Operation({
    id: 'getSubscriber',
    summary: 'Get a subscription to feedback',
    description:
      'Tells whether a user is subscribed: returns 404 `not_subscribed` otherwise. Includes subscriptions to feedback that is merged into this one.',
    answer: SubscriberResponse,
  })
  @RequirePermission(permissions.readSubscription)
  async read(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @UserIdParam() userId: string,
  ): Promise<Versioned<SubscriberRecord>> {
    return this.subscriptions.read(access, feedbackId, userId);
  }

  @Put(':userId')
  @Operation({
    id: 'subscribe',
    summary: 'Subscribe to feedback',
    description:
      'The user is notified of comments, official responses, changes of the status and merges, and of changelog entries that are linked to the feedback. Authors, voters, commenters and assignees are subscribed automatically, unless they have unsubscribed or their preferences say otherwise. Subscribing again changes nothing.',
    answer: SubscriberResponse,
    statuses: { 200: 'The user was subscribed already. Nothing was changed.', 201: 'Created.' },
  })
  @RequirePermission(permissions.subscribe)
  async subscribe(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @UserIdParam() userId: string,
  ): Promise<Created<SubscriberRecord> | SubscriberRecord> {
    const { subscriber, created } = await this.subscriptions.subscribe(access, feedbackId, userId);
    return created ? new Created(subscriber.record) : subscriber.record;
  }

  @Delete(':userId')
  @Operation({
    id: 'unsubscribe',
    summary: 'Unsubscribe from feedback',
    description:
      'Also unsubscribes from feedback that is merged into this one. What the user does later does not subscribe them again; only `PUT` does.',
  })
  @RequirePermission(permissions.unsubscribe)
  @HttpCode(204)
  async unsubscribe(
    @CurrentAccess() access: ProjectAccess,
    @Param('feedbackId') feedbackId: string,
    @UserIdParam() userId: string,
  ): Promise<void> {
    await this.subscriptions.unsubscribe(access, feedbackId, userId);
  }
}
