import { HostTargetClient, type TargetAnswer } from '../outreach/index.js';
import { Recorded } from './recorded.js';

/** A request that would have been sent. */
export interface Post {
  readonly url: string;
  /** The secrets that would have signed it; empty for a chat. */
  readonly secrets: readonly string[];
  /** Id of the event; `''` for a chat. */
  readonly id: string;
  /** The event's record, or the chat's message. */
  // oxlint-disable-next-line typescript/no-explicit-any -- a JSON value, from which tests read what they expect
  readonly body: any;
}

/** Returns an answer with the given status; null stands for no answer. */
export function answered(statusCode: number | null): TargetAnswer {
  const isFine = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return { statusCode, durationMs: 3, error: isFine ? '' : 'It failed.', response: isFine ? 'ok' : 'no' };
}

/** Sends nothing to webhooks and chats, and records the requests. Answers with `answer`, by default with 200. */
export class FakeTargetClient extends HostTargetClient {
  /** Returns the answer to a request. */
  answer: (post: Post) => TargetAnswer | Promise<TargetAnswer> = () => answered(200);
  private readonly recorded = new Recorded<Post>();

  /** The requests, oldest first. */
  get posts(): Post[] {
    return this.recorded.items;
  }

  override async postEvent(
    webhook: { readonly url: string; readonly secrets: readonly string[] },
    message: { readonly id: string; readonly body: string },
  ): Promise<TargetAnswer> {
    return this.post({ ...webhook, id: message.id, body: JSON.parse(message.body) as unknown });
  }

  override async postMessage(url: string, message: object): Promise<TargetAnswer> {
    return this.post({ url, secrets: [], id: '', body: message });
  }

  /** Returns the requests to that URL, oldest first. */
  to(url: string): Post[] {
    return this.posts.filter((post) => post.url === url);
  }

  /** Returns the first request that matches, and waits for it if there is none yet. */
  async received(matches: (post: Post) => boolean): Promise<Post> {
    return this.recorded.first(matches);
  }

  private async post(post: Post): Promise<TargetAnswer> {
    this.recorded.add(post);
    return this.answer(post);
  }
}
