import { ConnectionError } from './errors.js';
import type { ApiResponse, ListSource, Page } from './promises.js';
import { parseJson, parseResponse, type RawResponse } from './responses.js';
import type { ApiRequest, Transport } from './transport.js';

/** Returns the pages and the stream of a list. */
export function listSource<T>(transport: Transport, request: ApiRequest): ListSource<T> {
  return {
    first: async () => parsePage<T>(request.operation, await transport.send(request)),
    pages: () => pages<T>(transport, request),
    stream: () => stream<T>(transport, request),
  };
}

async function* pages<T>(transport: Transport, request: ApiRequest): AsyncGenerator<Page<T>, undefined> {
  let next: URL | undefined;
  do {
    const raw = await transport.send(request, next);
    const { data: page } = parsePage<T>(request.operation, raw);
    yield page;
    next = page.next === undefined ? undefined : transport.resolve(request.operation, page.next, raw);
  } while (next);
  return undefined;
}

async function* stream<T>(transport: Transport, request: ApiRequest): AsyncGenerator<T, undefined> {
  const { operation } = request;
  const raw = await transport.send({ ...request, accept: 'application/x-ndjson' });
  const reader = raw.response.body?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const chunk = await raw.attempt.step(async () => reader?.read());
      if (!chunk || chunk.done) break;
      const lines = (rest + decoder.decode(chunk.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield parseJson(operation, raw, line) as T;
    }
    // Every record ends with a line break. Otherwise a proxy has mistaken a broken response for a complete one.
    if (rest !== '') throw new ConnectionError(operation, 'The response is incomplete.');
  } finally {
    raw.attempt.end();
  }
  return undefined;
}

function parsePage<T>(operation: string, raw: RawResponse): ApiResponse<Page<T>> {
  const response = parseResponse<T[] | undefined>(operation, raw);
  const { data: records, headers } = response;
  // 304: the caller has a current copy, and the method's type says so.
  if (records === undefined) return { ...response, data: undefined as never };
  const next = nextLink(raw);
  const position = next?.searchParams;
  const nextCursor = position?.get('cursor') ?? position?.get('after') ?? undefined;
  const count = headers.get('x-total-count');
  const total = count === null ? undefined : Number(count);
  return { ...response, data: { records, next: next?.href, nextCursor, total } };
}

/** Returns the URL of the next page in `Link` (RFC 8288). */
function nextLink({ response, url }: RawResponse): URL | undefined {
  const [, link] = /<([^>]*)>[^,<]*;\s*rel="?next"?/i.exec(response.headers.get('link') ?? '') ?? [];
  return link !== undefined && URL.canParse(link, url.href) ? new URL(link, url) : undefined;
}
