import { LimitParam, type ListQuery, pageSize } from '../../platform/http/index.js';
import { QueryParam, RepeatableQueryParam } from '../../platform/input/index.js';
import type { PageRequest } from '../../shared/records.js';
import { text } from '../../shared/rules.js';

/** Positions in the feed are event ids instead of cursors, so that readers can store them indefinitely. */
export class EventFeedQuery implements ListQuery {
  @LimitParam() limit?: number;
  @QueryParam(text({ max: 200, required: true }), {
    description:
      'Id of the last event that was read. Without it, or with `earliest`, the feed starts with the oldest stored event. With `latest`, it starts at its end: the page is empty, and its `Link` leads to the events that follow.',
  })
  after?: string;
  @RepeatableQueryParam(text({ max: 200, required: true }), {
    description: 'Returns events of any of these types.',
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
