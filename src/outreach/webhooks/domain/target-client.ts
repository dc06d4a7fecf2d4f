/** The outcome of a request to a target. */
export interface TargetAnswer {
  /** The HTTP status, null when there was no answer. */
  readonly statusCode: number | null;
  readonly durationMs: number;
  /** Why the request failed, in a sentence without internal details; `''` for a 2xx. */
  readonly error: string;
  /** The first 1,024 bytes of the answer's body, as text. */
  readonly response: string;
  /** For how long the target asks not to be called again, in milliseconds (`Retry-After` of a 429 or 503). */
  readonly retryAfterMs?: number;
}

/** Posts to external targets: webhooks and chats. Its methods never reject: failures are outcomes. */
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

  /** Posts a message in the format of its chat, as JSON. */
  abstract postMessage(url: string, message: object): Promise<TargetAnswer>;
}

/** A client that a host application provides in the option `ports`, for example to send through a proxy. */
export abstract class HostTargetClient extends TargetClient {}
