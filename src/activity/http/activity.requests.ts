import { QueryParam, RepeatableQueryParam } from '../../platform/http/input.js';
import { limitRules, type ListQuery, pageSize } from '../../platform/http/links.js';
import type { PageRequest } from '../../shared/records.js';
import { text } from '../../shared/rules.js';

/** The feed goes on from an event, not from a cursor, so that a reader can keep its place for ever. */
export class EventFeedQuery implements ListQuery {
  @QueryParam(limitRules) limit?: string;
  @QueryParam(text({ max: 200, required: true })) after?: string;
  @RepeatableQueryParam(text({ max: 200, required: true })) type?: string[];

  page(): PageRequest {
    return {
      limit: pageSize(this.limit),
      count: false,
      ...(this.after === undefined ? {} : { after: [this.after] }),
    };
  }

  goOnFrom([id = '']: readonly string[]): [string, string] {
    return ['after', id];
  }
}
