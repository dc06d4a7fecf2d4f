import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import {
  type Caller,
  CurrentCaller,
  ReachedByBoundTokens,
  RequirePermission,
} from '../../../identity/index.js';
import { Operation, Operations, PagedList } from '../../../platform/http/index.js';
import { JsonBody, QueryParams } from '../../../platform/input/index.js';
import type { NotificationRecord } from '../application/notification.queries.js';
import { NotificationService } from '../application/notification.service.js';
import { ownPermissions } from '../application/permissions.js';
import {
  MarkNotificationsReadDto,
  NotificationListQuery,
  NotificationResponse,
  type UnreadNotificationsRecord,
  UnreadNotificationsResponse,
} from './notification.dto.js';

@Controller('me/notifications')
@Operations({ tag: 'Notifications' })
@ReachedByBoundTokens(true)
export class NotificationsController {
  constructor(private readonly notifications: NotificationService) {}

  @Get()
  @Operation({
    id: 'listNotifications',
    summary: "List the caller's notifications",
    description:
      'Returns what happened to what the caller is subscribed to, newest first, in all projects, or in the one that the token is bound to. Nobody is notified of their own actions. Notifications about what the caller can no longer see are left out, so a page may be shorter than `limit`, even empty: follow `Link`. They are kept for 90 days. `X-Unread-Count` is the number of unread ones, at most 100.',
    list: NotificationResponse,
    headers: ['X-Unread-Count'],
  })
  @RequirePermission(ownPermissions.listNotifications)
  async list(
    @CurrentCaller() caller: Caller,
    @QueryParams() query: NotificationListQuery,
  ): Promise<PagedList<NotificationRecord>> {
    const unread = await this.notifications.unreadCount(caller);
    return new PagedList(query, (page) => this.notifications.list(caller, query, page), {
      'X-Unread-Count': String(unread),
    });
  }

  @Post('read')
  @Operation({
    id: 'markNotificationsRead',
    summary: 'Mark notifications as read',
    description:
      'Marks notifications of the caller by `ids`, or all that were created before a time. Returns how many are unread afterwards.',
    answer: UnreadNotificationsResponse,
    body: { before: '2026-11-20T16:00:00Z' },
  })
  @RequirePermission(ownPermissions.markNotificationsRead)
  @HttpCode(200)
  async markRead(
    @CurrentCaller() caller: Caller,
    @JsonBody() body: MarkNotificationsReadDto,
  ): Promise<UnreadNotificationsRecord> {
    return { unread_count: await this.notifications.markRead(caller, body.mark()) };
  }
}
