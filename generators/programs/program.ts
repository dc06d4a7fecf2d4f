/**
 * Creates a project and feedback with a generated client, lists the feedback by two statuses, reads the events, and
 * requests feedback of a project that does not exist.
 */
export type Program = (url: string, token: string, slug: string) => Promise<Outcome>;

/** What the client returned. */
export interface Outcome {
  /** Title of the created feedback. */
  readonly title: string;
  /** Titles of the list. */
  readonly titles: readonly string[];
  /** Title in the data of `feedback.created`. */
  readonly eventTitle: string | undefined;
  /** Code of the problem. */
  readonly code: string | undefined;
}

/** Reads until there is a result, for at most 10 seconds: events appear in the feed shortly after the change. */
export async function waitFor<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  const end = Date.now() + 10_000;
  for (;;) {
    const result = await read();
    if (result !== undefined || Date.now() > end) return result;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
