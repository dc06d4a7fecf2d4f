import { type Answer, type Call, callOf, type ListCall, type Page } from './call.js';
import { NoAnswerError, UnexpectedAnswerError } from './errors.js';
import type { Event, OperationEntry, Operations, Query } from './generated/operations.js';
import { operationTable } from './generated/table.js';
import type { ClientOptions, FollowOptions, SentOptions } from './options.js';
import { type Incoming, type Outgoing, pause, Sender } from './sender.js';

/** All operations of the API, and what is made of them. */
export interface Client extends Operations {
  /**
   * The events of a project, oldest first, and those to come as they happen. It goes on until the signal ends it, without
   * an error then. Whoever stops, or meets an error, goes on later with `after`, the id of the last event that they have
   * worked off: nothing is missed, and nothing told twice.
   *
   * @throws ProblemError also 410 `events_gone`, where the events after `after` are not kept any more
   */
  followEvents(
    projectSlug: string,
    options?: FollowOptions & Pick<Query<'listEvents'>, 'type'>,
  ): AsyncIterableIterator<Event>;
}

/**
 * A client of the service. It holds no connection and needs no end.
 *
 * @throws TypeError for a base URL that is none
 */
export function createClient(options: ClientOptions): Client {
  const sender = new Sender(options);
  const methods = Object.entries(operationTable).map(([operation, entry]) => [
    operation,
    (...given: unknown[]) =>
      entry.answer === 'list'
        ? list(sender, operation, entry, given)
        : record(sender, operation, entry, given),
  ]);
  // The table and the type are written from the same document.
  const operations = Object.fromEntries(methods) as Operations;
  return {
    ...operations,
    followEvents: (projectSlug, following = {}) => followEvents(sender, projectSlug, following),
  };
}

function record(sender: Sender, operation: string, entry: OperationEntry, given: unknown[]): Call<unknown> {
  return callOf(answer(sender, () => outgoing(sender, operation, entry, given)));
}

function list(sender: Sender, operation: string, entry: OperationEntry, given: unknown[]): ListCall<unknown> {
  const request = (): Outgoing => outgoing(sender, operation, entry, given);
  let first: Promise<Answer<unknown[]>> | undefined;
  const withResponse = () => (first ??= answer<unknown[]>(sender, request));
  return {
    then: (fulfilled, rejected) =>
      withResponse()
        .then(({ data }) => data)
        .then(fulfilled, rejected),
    withResponse,
    pages: () => pages(sender, request),
    stream: () => stream(sender, request),
    async *[Symbol.asyncIterator]() {
      for await (const { records } of pages(sender, request)) yield* records;
    },
  };
}

/** What the arguments of a method ask for: the path's parameters, then query or body where it takes one, then options. */
function outgoing(sender: Sender, operation: string, entry: OperationEntry, given: unknown[]): Outgoing {
  const rest = [...given];
  const path = entry.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, rest.shift()));
  const url = new URL(sender.base);
  url.pathname = `${sender.base.pathname.replace(/\/$/, '')}${path}`;
  const input = entry.takes ? rest.shift() : undefined;
  if (entry.takes === 'query') addQuery(url, input);
  const options = (rest.shift() ?? {}) as SentOptions;
  return { operation, entry, url, options, ...(entry.takes === 'body' ? { body: input } : {}) };
}

/** A dot or nothing would lead to another path: that of a list, or of all that lies above. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
    throw new TypeError(`${name} must be a text, and neither empty nor a dot or two.`);
  }
  return encodeURIComponent(value);
}

function addQuery(url: URL, query: unknown): void {
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (each !== undefined) url.searchParams.append(name, String(each));
    }
  }
}

async function answer<T>(sender: Sender, request: () => Outgoing): Promise<Answer<T>> {
  const sent = request();
  return answerOf(sent, await sender.send(sent));
}

function answerOf<T>({ operation }: Outgoing, { response, url, text }: Incoming): Answer<T> {
  const { status, headers } = response;
  const data = text === '' ? undefined : parsed(operation, response, text);
  const etag = headers.get('etag') ?? undefined;
  // The types of answers are those of the API's document, which the service keeps to.
  return { data: data as T, status, headers, etag, url: url.href };
}

function parsed(operation: string, { status, headers }: Response, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const body = text.slice(0, 1_000);
    throw new UnexpectedAnswerError(operation, 'It answers no JSON.', status, headers, body, { cause });
  }
}

async function* pages(sender: Sender, request: () => Outgoing): AsyncGenerator<Page<unknown>> {
  let sent: Outgoing | undefined = request();
  while (sent) {
    const incoming = await sender.send(sent);
    const { data, headers } = answerOf<unknown[]>(sent, incoming);
    const next = nextOf(sender, sent, incoming);
    const total = headers.get('x-total-count');
    yield { records: data, next: next?.href, total: total === null ? undefined : Number(total) };
    sent = next && { ...sent, url: next };
  }
}

/** The URL that `Link` has for the next page (RFC 8288). */
function nextOf(sender: Sender, { operation }: Outgoing, { response, url, text }: Incoming): URL | undefined {
  const [, link] = /<([^>]*)>[^,<]*;\s*rel="?next"?/i.exec(response.headers.get('link') ?? '') ?? [];
  return link === undefined ? undefined : sender.within(operation, link, url, response, text);
}

/** Reads as fast as its caller does. */
async function* stream(sender: Sender, request: () => Outgoing): AsyncGenerator<unknown> {
  const sent = { ...request(), streamed: true };
  const { response, exchange } = await sender.send(sent);
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const piece = await exchange.step(async () => reader?.read());
      if (!piece || piece.done) break;
      const lines = (rest + decoder.decode(piece.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) yield parsed(sent.operation, response, line);
    }
    // Each record ends in a line break: what has none was cut off, by a proxy that took the end for whole.
    if (rest !== '') throw new NoAnswerError(sent.operation, 'broken_off', true);
  } finally {
    exchange.end();
  }
}

async function* followEvents(
  sender: Sender,
  projectSlug: string,
  { after, type, interval = 2_000, ...options }: FollowOptions & Pick<Query<'listEvents'>, 'type'>,
): AsyncGenerator<Event, undefined> {
  const { signal } = options;
  let sent = outgoing(sender, 'listEvents', operationTable.listEvents, [
    projectSlug,
    { after, type },
    options,
  ]);
  while (!signal?.aborted) {
    let events: Event[];
    try {
      const incoming = await sender.send(sent);
      events = answerOf<Event[]>(sent, incoming).data;
      const next = nextOf(sender, sent, incoming);
      // An empty page has none: it is the end for now, and asked for again.
      if (next) sent = { ...sent, url: next };
      else await pause(interval, signal);
    } catch (error) {
      if (signal?.aborted) return;
      throw error;
    }
    for (const event of events) {
      if (signal?.aborted) return;
      yield event;
    }
  }
}
