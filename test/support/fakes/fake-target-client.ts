import { type TargetAnswer, TargetClient } from '../../../src/webhooks/domain/target-client.js';

/** A request that would have been sent. */
export interface Post {
  readonly url: string;
  /** Empty for a chat. */
  readonly secrets: readonly string[];
  /** Id of the event; `''` for a chat. */
  readonly id: string;
  /** The event's record, or the chat's message. */
  readonly body: any;
}

/** A response with the given status. */
export function answered(statusCode: number | null): TargetAnswer {
  const isFine = statusCode !== null && statusCode >= 200 && statusCode < 300;
  return { statusCode, durationMs: 3, error: isFine ? '' : 'It failed.', response: isFine ? 'ok' : 'no' };
}

/** Sends nothing. Responds with `answer`, by default with 200. */
export class FakeTargetClient extends TargetClient {
  readonly posts: Post[] = [];
  /** Returns the response to a request. */
  answer: (post: Post) => TargetAnswer | Promise<TargetAnswer> = () => answered(200);

  override async postEvent(
    webhook: { url: string; secrets: readonly string[] },
    message: { id: string; body: string },
  ): Promise<TargetAnswer> {
    return this.post({ ...webhook, id: message.id, body: JSON.parse(message.body) as unknown });
  }

  override async postMessage(url: string, message: object): Promise<TargetAnswer> {
    return this.post({ url, secrets: [], id: '', body: message });
  }

  /** The requests to that URL, oldest first. */
  to(url: string): Post[] {
    return this.posts.filter((post) => post.url === url);
  }

  private async post(post: Post): Promise<TargetAnswer> {
    this.posts.push(post);
    return this.answer(post);
  }
}
