/** What was answered, with all that stands beside the record. */
export interface Answer<T> {
  readonly data: T;
  /** 200, 201 or 204; 304 where `ifNoneMatch` still holds; 404 where a record is gone after an answer was lost. */
  readonly status: number;
  readonly headers: Headers;
  /** For `ifMatch` and `ifNoneMatch`; undefined where the answer has none. */
  readonly etag: string | undefined;
  /** Where it came from: after a redirect another place than was asked. */
  readonly url: string;
}

/** A call under way. To await it gives the record; it throws a `CallError`. */
export interface Call<T> extends Promise<T> {
  /** The record with status, headers and `etag`. */
  withResponse(): Promise<Answer<T>>;
}

/** A page of a list. */
export interface Page<T> {
  readonly records: T[];
  /** The URL of the next page; undefined at the end. */
  readonly next: string | undefined;
  /** How many records the whole list has, where `count: true` asked for it. */
  readonly total: number | undefined;
}

/**
 * A list, which is asked for as it is used:
 *
 * - `await list`: the records of one page.
 * - `for await (const record of list)`: all records, page after page.
 * - `list.pages()`: all pages.
 * - `list.stream()`: all records in one answer (NDJSON), in constant memory.
 */
export interface ListCall<T> extends PromiseLike<T[]>, AsyncIterable<T> {
  /** One page with status, headers and `etag`. */
  withResponse(): Promise<Answer<T[]>>;
  /** This page and all after it. */
  pages(): AsyncIterable<Page<T>>;
  /**
   * All records from here on, as one answer. It is not begun anew where it breaks off: then it throws a `NoAnswerError`,
   * and never passes for the whole.
   */
  stream(): AsyncIterable<T>;
}

/** A call of which the answer is awaited, or its record alone. */
export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  const data = answer.then((each) => each.data);
  return Object.assign(data, {
    withResponse: () => {
      // Whoever takes the answer hears of a failure there.
      data.catch(() => undefined);
      return answer;
    },
  });
}
