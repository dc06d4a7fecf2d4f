import { ApiProperty } from '@nestjs/swagger';
import {
  PageQuery,
  ApiRecord,
  choice,
  count,
  id,
  instant,
  instantOrNull,
} from '../../../platform/http/index.js';
import { arrayOf, OptionalField, QueryFlag } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { parseTimestamp, timestamp, uuid } from '../../../shared/rules.js';
import type { ReadMark } from '../application/notification.service.js';
import { UserResponse } from '../../../identity/index.js';
import type { NotificationRecord } from '../application/notification.queries.js';
import { notificationTypes } from '../domain/notification-content.js';

/** The maximum number of notifications that a request marks by their ids. */
const maxMarked = 100;

export class NotificationListQuery extends PageQuery {
  @QueryFlag('Whether only unread notifications are returned.') unread?: boolean;
}

export class MarkNotificationsReadDto {
  @OptionalField(arrayOf(uuid, { maxItems: maxMarked }), {
    description: 'Ids of the notifications. Unknown ones are ignored. Required without `before`.',
  })
  ids?: string[];
  @OptionalField(timestamp, {
    description: 'Marks all notifications that were created before this time. Not together with `ids`.',
  })
  before?: string;

  /** @throws InvalidInput unless exactly one of the fields is given */
  mark(): ReadMark {
    const { ids, before } = this;
    if (ids && before === undefined) return { ids };
    if (!ids && before !== undefined) return { before: parseTimestamp(before)! };
    const [pointer, code, detail] = ids
      ? ['/before', 'exclusive', 'The field cannot be combined with ids.']
      : ['/ids', 'required', 'The field is required, unless before is given.'];
    throw new InvalidInput([{ pointer: pointer, code: code, detail: detail }]);
  }
}

@ApiRecord('NotificationProject', 'The project of a notification.')
class NotificationProjectResponse {
  static readonly example: NotificationRecord['project'] = {
    id: '01a1f99e-4f7a-7ce7-821c-b642cf641984',
    slug: 'acme',
    name: 'Acme',
  };

  @ApiProperty(id('Id of the project.')) id!: string;
  @ApiProperty({ description: 'Slug of the project.' }) slug!: string;
  @ApiProperty({ description: 'Name of the project.' }) name!: string;
}

@ApiRecord('NotificationFeedback', 'The feedback that a notification is about.')
class NotificationFeedbackResponse {
  static readonly example = {
    id: '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d',
    title: 'Dark mode',
    status: 'planned',
  };

  @ApiProperty(id('Id of the feedback; of the target if it is merged.')) id!: string;
  @ApiProperty({ description: 'Title of the feedback.' }) title!: string;
  @ApiProperty({ description: 'Status of the feedback at the time of the request.' }) status!: string;
}

@ApiRecord('NotificationChangelog', 'The changelog entry that a notification is about.')
class NotificationChangelogResponse {
  static readonly example = {
    id: '01a1f99e-5b02-7e11-8a40-2f6d0c9b7e55',
    title: 'Dark mode is here',
    slug: 'dark-mode-is-here',
  };

  @ApiProperty(id('Id of the entry.')) id!: string;
  @ApiProperty({ description: 'Title of the entry.' }) title!: string;
  @ApiProperty({ description: 'Slug of the entry.' }) slug!: string;
}

@ApiRecord('UserNotification', 'What happened to something that the caller is subscribed to.')
export class NotificationResponse implements NotificationRecord {
  static readonly example: NotificationRecord = {
    id: '01a1f99e-6a3c-7b90-9d11-7c4e5f2a8b03',
    type: 'feedback.status_changed',
    project: NotificationProjectResponse.example,
    feedback: NotificationFeedbackResponse.example,
    changelog: null,
    actor: UserResponse.example,
    created_at: '2026-11-20T15:45:20.118Z',
    read_at: null,
  };

  @ApiProperty(id('Id of the notification.')) id!: string;
  @ApiProperty(
    choice(
      notificationTypes,
      'What happened: the status was changed, with or without a `status_comment`; an official response or a comment was written; the feedback was merged into the one that is shown; a changelog entry was published. More may be added.',
    ),
  )
  type!: NotificationRecord['type'];
  @ApiProperty({ description: 'The project.' }) project!: NotificationProjectResponse;
  @ApiProperty({
    type: NotificationFeedbackResponse,
    nullable: true,
    description:
      'The feedback; for a published entry, the one that the caller is subscribed to; `null` if they are subscribed to the changelog only.',
  })
  feedback!: NotificationRecord['feedback'];
  @ApiProperty({
    type: NotificationChangelogResponse,
    nullable: true,
    description: 'The published entry; `null` for other types.',
  })
  changelog!: NotificationRecord['changelog'];
  @ApiProperty({ description: 'Who did it: the author of a comment or response.' }) actor!: UserResponse;
  @ApiProperty(instant('Time of the event.')) created_at!: string;
  @ApiProperty(instantOrNull('When it was marked as read; `null` if it is unread.')) read_at!: string | null;
}

/** What remains unread. */
export interface UnreadNotificationsRecord {
  unread_count: number;
}

@ApiRecord('UnreadNotifications', 'How many notifications of the caller are unread.')
export class UnreadNotificationsResponse implements UnreadNotificationsRecord {
  static readonly example: UnreadNotificationsRecord = { unread_count: 3 };

  @ApiProperty(count('Number of unread notifications, at most 100: 100 stands for 100 or more.'))
  unread_count!: number;
}

/** The codes of field errors with their meanings. */
export const notificationFieldErrors: Readonly<Record<string, string>> = {
  invalid_time_zone: 'is not the name of a time zone',
  invalid_locale: 'is not a language tag (BCP 47)',
};
