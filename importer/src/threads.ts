import { References } from './files/bounded-memory.js';
import type { ThreadedComment } from './item.js';

/** Which comments reply to which, because the service has replies to the comments at the top of threads only. */
export class Threads {
  /** Comments that replies answer, by the ids of the replies. */
  private readonly parents = new References<string>('replies');
  private readonly internal = new References<true>('internal comments');

  add({ external_id: id, parent, comment_kind: kind }: ThreadedComment): void {
    if (parent) this.parents.set(id, parent);
    if (kind === 'internal') this.internal.set(id, true);
  }

  /** The ids of comments at the top of threads. */
  roots(): Set<string> {
    return new Set([...this.parents.keys()].map((id) => this.rootOf(id)));
  }

  /** Returns the comment at the top of the thread of a comment. */
  rootOf(id: string): string {
    return this.ancestorsOf(id).at(-1) ?? id;
  }

  /** Returns whether a comment replies to an internal one, directly or not. */
  isInternal(id: string): boolean {
    return this.ancestorsOf(id).some((ancestor) => this.internal.has(ancestor));
  }

  private ancestorsOf(id: string): string[] {
    const passed = new Set([id]);
    for (let next = this.parents.get(id); next !== undefined && !passed.has(next);) {
      passed.add(next);
      next = this.parents.get(next);
    }
    return [...passed].slice(1);
  }
}
