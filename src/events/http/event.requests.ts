import {
  limitRules,
  limitSchema,
  type ListQuery,
  pageSize,
  QueryParam,
  RepeatableQueryParam,
} from '../../platform/http/index.js';
import type { PageRequest } from '../../shared/records.js';
import { text } from '../../shared/rules.js';

/** The feed continues after an event instead of a cursor, so that a reader can keep its position for ever. */
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
