/** What became of a request to a target. */
export interface TargetAnswer {
  /** HTTP status; null where no answer came. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why it failed, in a sentence that shows nothing of the inside; `''` for a 2xx. */
  readonly error: string;
  /** The first 1,024 bytes of the answer's body, as text. */
  readonly response: string;
}

/** Posts to targets outside: webhooks and chats. Neither method rejects: what goes wrong is an answer too. */
export abstract class TargetClient {
  /**
   * Posts an event to a webhook, signed with each of the secrets (Standard Webhooks 1.0).
   *
   * @param message `id`: the event's; `body`: its record as JSON
   */
  abstract postEvent(
    webhook: { readonly url: string; readonly secrets: readonly string[] },
    message: { readonly id: string; readonly body: string },
  ): Promise<TargetAnswer>;

  /** Posts a message, as its chat wants it, as JSON. */
  abstract postMessage(url: string, message: object): Promise<TargetAnswer>;
}
