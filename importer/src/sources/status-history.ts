import { References } from '../files/bounded-memory.js';
import type { Item } from '../item.js';
import type { PortableComment } from '../records.js';
import { type Found, itemsOf } from './found.js';

/** A change of the status of feedback. A source has only the new status. */
export interface StatusChange {
  readonly feedback: string;
  /** The name of the new status in the source. */
  readonly to: string;
  /** Empty if the source does not say who made it; undefined if the person is unknown, which has been reported. */
  readonly person: string | undefined;
  readonly time: string;
  /** Explains it. */
  readonly comment?: PortableComment;
}

/** The changes of statuses of a source. The former status is the new one of the change before, of the same feedback. */
export class StatusHistory {
  private readonly changes = new References<(StatusChange & { line: number })[]>('posts with status changes');

  /** @param first the name of the status of new feedback in the source */
  constructor(private readonly first: string) {}

  add(change: StatusChange, line: number): void {
    const { feedback } = change;
    this.changes.set(feedback, [...(this.changes.get(feedback) ?? []), { ...change, line }]);
  }

  /** Returns the changes in their order, each after the comment that explains it. */
  *items(): Generator<Item> {
    for (const changes of this.changes.values()) {
      let from = this.first;
      for (const change of changes.sort((a, b) => (a.time < b.time ? -1 : 1))) {
        yield* itemsOf({ line: change.line, notes: [] }, '', () => recordsOf(change, from));
        from = change.to;
      }
    }
  }
}

function* recordsOf({ feedback, to, person, time, comment }: StatusChange, from: string): Generator<Found> {
  if (comment) yield comment;
  if (person === '') yield { leftOut: 'status changes without a person' };
  else if (person !== undefined && from !== to)
    yield {
      kind: 'status_change',
      feedback,
      from,
      to,
      person,
      comment: comment?.external_id ?? '',
      created_at: time,
    };
}
