/** A response of the service. */
export interface ApiResponse<T> {
  readonly data: T;
  /** 200, 201 or 204; 304 if `ifNoneMatch` still matches; 404 if a repeated DELETE finds that the record is gone. */
  readonly status: number;
  readonly headers: Headers;
  /** For `ifMatch` and `ifNoneMatch`; undefined if the response has none. */
  readonly etag: string | undefined;
  /** Id of the request in the logs of the service. */
  readonly requestId: string | undefined;
  /** URL of the response, after redirects. */
  readonly url: string;
}

/** A page of a list. */
export interface Page<T> {
  readonly records: T[];
  /** URL of the next page; undefined on the last page. */
  readonly next: string | undefined;
  /** Value of the parameter `cursor` (of `events.list`: `after`) for the next page; undefined on the last page. */
  readonly nextCursor: string | undefined;
  /** Number of records in the whole list, if `count: true` was requested. */
  readonly total: number | undefined;
}

/** A promise of a record. It rejects with a `ClientError`. */
export class ApiPromise<T> extends Promise<T> {
  /** Promises derived by `then` are plain ones. */
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  /** @param load returns the response, the same one at each call */
  constructor(private readonly load: () => Promise<ApiResponse<T>>) {
    // `await`, `catch` and `finally` all call `then`, so the state of this promise itself is never read.
    super(() => undefined);
  }

  override then<A = T, B = never>(
    onFulfilled?: ((value: T) => A | PromiseLike<A>) | null,
    onRejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.load()
      .then(({ data }) => data)
      .then(onFulfilled, onRejected);
  }

  /** Returns the record together with status, headers and ETag. */
  withResponse(): Promise<ApiResponse<T>> {
    return this.load();
  }
}

/** How the records of a list are fetched. */
export interface ListSource<T> {
  first(): Promise<ApiResponse<Page<T>>>;
  pages(): AsyncGenerator<Page<T>, undefined>;
  stream(): AsyncGenerator<T, undefined>;
}

/**
 * A promise of the first page of a list, and an async iterable of all its records. Requests are sent as they are needed:
 *
 * - `await list` fetches one page.
 * - `for await (const record of list)` fetches page after page.
 * - `list.pages()` iterates over the pages.
 * - `list.stream()` fetches all records in one response (NDJSON), in constant memory.
 */
export class PagePromise<T> extends ApiPromise<Page<T>> implements AsyncIterable<T> {
  constructor(private readonly source: ListSource<T>) {
    let first: Promise<ApiResponse<Page<T>>> | undefined;
    super(() => (first ??= source.first()));
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, undefined> {
    for await (const { records } of this.pages()) yield* records;
    return undefined;
  }

  /** Iterates over this page and all following pages. */
  pages(): AsyncGenerator<Page<T>, undefined> {
    return this.source.pages();
  }

  /**
   * Iterates over all records in one response. It is not restarted if the connection breaks, because records would be
   * repeated: it throws a `ConnectionError` instead, so that an incomplete list never looks complete.
   */
  stream(): AsyncGenerator<T, undefined> {
    return this.source.stream();
  }
}
