import { PageQuery } from '../../../platform/http/index.js';
import { arrayOf, OptionalField, QueryFlag } from '../../../platform/input/index.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { parseTimestamp, timestamp, uuid } from '../../../shared/rules.js';
import type { ReadMark } from '../application/notification.service.js';

/** The maximum number of notifications that a request marks by their ids. */
export const maxMarked = 100;

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
