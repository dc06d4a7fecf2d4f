import { type CallError, NoAnswerError, ProblemError, UnexpectedAnswerError } from './errors.js';
import { Exchange } from './exchange.js';
import type { OperationEntry, Problem } from './generated/operations.js';
import { version } from './generated/table.js';
import type { ClientOptions, SentOptions } from './options.js';

/** What is sent. */
export interface Outgoing {
  /** The operation's id. */
  readonly operation: string;
  readonly entry: OperationEntry;
  readonly url: URL;
  readonly body?: unknown;
  /** Whether the answer is to be a stream of lines. */
  readonly streamed?: boolean;
  readonly options: SentOptions;
}

/** A success, or 304. */
export interface Incoming {
  readonly response: Response;
  /** Where it came from in the end. */
  readonly url: URL;
  /** Empty where it is a stream, which is to be read from the response. */
  readonly text: string;
  /** Of a stream: to be ended by whoever has read it. */
  readonly exchange: Exchange;
}

const ndjson = 'application/x-ndjson';
const mostRedirects = 5;
const shortestWait = 100;
const longestBackoff = 8_000;
const firstBackoff = 500;

/** Sends requests with the token to one service, again where that helps and does no harm. */
export class Sender {
  /** Its origin, and what stands before `/v1` in its paths. */
  readonly base: URL;
  private readonly agent: string;

  /** @throws TypeError for a base URL that is none */
  constructor(private readonly settings: ClientOptions) {
    const text = (settings.baseUrl ?? 'http://127.0.0.1:3000').replace(/\/+$/, '').replace(/\/v1$/, '');
    if (!URL.canParse(text))
      throw new TypeError('baseUrl must be a URL, such as https://feedback.example.com.');
    const base = new URL(text);
    if (!/^https?:$/.test(base.protocol) || base.username || base.password || base.search || base.hash) {
      throw new TypeError(
        'baseUrl must be an http or https URL without user name, password, query and fragment.',
      );
    }
    this.base = base;
    this.agent = [settings.userAgent, `feedback-changelog-client/${version}`].filter(Boolean).join(' ');
  }

  /**
   * Sends it until there is an answer that stays what it is.
   *
   * @throws CallError
   */
  async send(outgoing: Outgoing): Promise<Incoming> {
    const { operation, entry, options } = outgoing;
    const headers = headersOf(outgoing, this.agent);
    const isRepeatable =
      ['GET', 'PUT', 'DELETE'].includes(entry.method) ||
      headers.has('idempotency-key') ||
      headers.has('if-match');
    const end = Date.now() + (options.patience ?? this.settings.patience ?? 120_000);
    const mostTries = options.tries ?? this.settings.tries ?? 5;
    let { url } = outgoing;
    let redirects = 0;
    let isLost = false;
    let renewals = 0;
    for (let tries = 1; ; tries += 1) {
      const token = entry.isOpen ? undefined : await this.token(headers);
      let error: CallError;
      try {
        const incoming = await this.try(outgoing, url, headers);
        const { status } = incoming.response;
        if ((status >= 200 && status <= 299) || status === 304) return incoming;
        error = failureOf(operation, incoming);
        error.afterLostAnswer = isLost;
        if (status === 308) {
          redirects += 1;
          url = this.redirect(incoming, error, entry, redirects);
          tries -= 1;
          continue;
        }
        // What was to be deleted is gone, very likely by the try whose answer was lost.
        if (isLost && error instanceof ProblemError && error.code === entry.gone)
          return { ...incoming, text: '' };
        if (status === 401 && renewals === 0 && token !== undefined && (await this.isReplaced(token))) {
          renewals += 1;
          continue;
        }
      } catch (thrown) {
        if (!(thrown instanceof NoAnswerError)) throw thrown;
        error = thrown;
        error.afterLostAnswer = isLost;
      }
      if (!isWorthTrying(error, isRepeatable)) throw error;
      isLost ||= mayBeDone(error);
      const isUnderWay =
        error instanceof ProblemError && error.code === 'idempotency_key_in_use' && mostTries > 1;
      // The first request will end, however often it is asked for meanwhile.
      if (isUnderWay) tries = Math.min(tries, mostTries - 1);
      const milliseconds = waitOf(error, tries);
      if ((tries >= mostTries && !isUnderWay) || Date.now() + milliseconds > end) throw error;
      this.settings.onWait?.({ operation, milliseconds, tries, reason: error });
      await pause(milliseconds, options.signal);
    }
  }

  private async try(
    { operation, body, entry, streamed, options }: Outgoing,
    url: URL,
    headers: Headers,
  ): Promise<Incoming> {
    const exchange = new Exchange(
      operation,
      options.timeout ?? this.settings.timeout ?? 30_000,
      options.signal,
    );
    let isOpen = false;
    try {
      const { response, text } = await exchange.step(async (signal) => {
        const { method } = entry;
        const sent = body === undefined ? null : JSON.stringify(body);
        const send = this.settings.fetch ?? fetch;
        const received = await send(url, { method, headers, body: sent, signal, redirect: 'manual' });
        exchange.begin();
        isOpen =
          streamed === true && received.ok && (received.headers.get('content-type') ?? '').startsWith(ndjson);
        return { response: received, text: isOpen ? '' : await received.text() };
      });
      if (streamed && response.ok && !isOpen)
        throw unexpected(operation, 'It is no stream of lines', response, text);
      return { response, url, text, exchange };
    } finally {
      if (!isOpen) exchange.end();
    }
  }

  /** Sets the present token. Its text must not appear in what fetch says of a header that it cannot send. */
  private async token(headers: Headers): Promise<string> {
    const token = await this.presentToken();
    if (!/^[\x21-\x7e]+$/.test(token))
      throw new TypeError('The access token is empty, or has characters that it cannot have.');
    headers.set('authorization', `Bearer ${token}`);
    return token;
  }

  private async presentToken(): Promise<string> {
    const { token } = this.settings;
    return typeof token === 'function' ? token() : token;
  }

  private async isReplaced(token: string): Promise<boolean> {
    return typeof this.settings.token === 'function' && (await this.presentToken()) !== token;
  }

  /**
   * Where a 308 leads: a project's present slug, or of reads what the feedback was merged into. The token goes to no
   * other origin.
   *
   * @throws CallError where it is not followed
   */
  private redirect(incoming: Incoming, error: CallError, { method }: OperationEntry, redirects: number): URL {
    const { response, url, text } = incoming;
    const code = error instanceof ProblemError ? error.code : undefined;
    // To delete merged feedback must never delete what it was merged into.
    if (code !== 'project_renamed' && !(code === 'feedback_merged' && method === 'GET')) throw error;
    // It may have been done under the former slug, and keys belong to a path: it would be done again.
    if (method === 'POST' && error.afterLostAnswer) throw error;
    const location = response.headers.get('location') ?? '';
    if (redirects > mostRedirects) {
      throw unexpected(error.operation, `It redirects too often, at last to ${location}`, response, text);
    }
    return this.within(error.operation, location, url, response, text);
  }

  /**
   * A link of an answer, to the same origin.
   *
   * @throws UnexpectedAnswerError
   */
  within(operation: string, link: string, from: URL, response: Response, text: string): URL {
    const url = URL.canParse(link, from.href) ? new URL(link, from) : undefined;
    if (url?.origin === this.base.origin) return url;
    const message = `It leads to ${link}, and the token is sent to ${this.base.origin} only. baseUrl has to be what the service has as PUBLIC_BASE_URL`;
    throw unexpected(operation, message, response, text);
  }
}

function headersOf({ entry, body, streamed, options }: Outgoing, agent: string): Headers {
  const { requestId, ifMatch, ifNoneMatch, idempotencyKey } = options;
  const key = entry.takesKey ? (idempotencyKey ?? crypto.randomUUID()) : undefined;
  const all: [string, string | undefined][] = [
    ['accept', streamed ? ndjson : 'application/json'],
    ['user-agent', agent],
    ['content-type', body === undefined ? undefined : 'application/json'],
    ['x-request-id', requestId],
    ['if-match', ifMatch],
    ['if-none-match', ifNoneMatch],
    ['idempotency-key', key],
  ];
  return new Headers(all.filter((each): each is [string, string] => each[1] !== undefined));
}

function failureOf(operation: string, { response, text }: Incoming): CallError {
  const isProblem = (response.headers.get('content-type') ?? '').startsWith('application/problem+json');
  const problem = isProblem ? parsed(text) : undefined;
  if (isProblemRecord(problem)) return new ProblemError(operation, problem, response.headers);
  return unexpected(
    operation,
    `It answers ${response.status} ${response.statusText}`.trimEnd(),
    response,
    text,
  );
}

function isProblemRecord(value: unknown): value is Problem {
  return typeof value === 'object' && value !== null && 'code' in value && 'status' in value;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function unexpected(
  operation: string,
  message: string,
  response: Response,
  text: string,
): UnexpectedAnswerError {
  const { status, headers } = response;
  return new UnexpectedAnswerError(operation, `${message}.`, status, headers, text.slice(0, 1_000));
}

/** Whether another try can help, and does no harm. */
function isWorthTrying(error: CallError, isRepeatable: boolean): boolean {
  if (error instanceof NoAnswerError) return isRepeatable || !error.sent;
  if (error instanceof ProblemError) {
    // The service says that it has done nothing.
    if ([408, 429, 503].includes(error.status) || error.code === 'idempotency_key_in_use') return true;
    return isRepeatable && [502, 504].includes(error.status);
  }
  if (!(error instanceof UnexpectedAnswerError)) return false;
  // Something before the service has answered: who knows what became of the request.
  return error.status === 429 || (isRepeatable && [502, 503, 504].includes(error.status));
}

/** Whether the service may have done what it was asked for. */
function mayBeDone(error: CallError): boolean {
  if (error instanceof NoAnswerError) return error.sent;
  if (error instanceof ProblemError) return [502, 504].includes(error.status);
  return error instanceof UnexpectedAnswerError && error.status !== 429;
}

/** In milliseconds: what the answer tells, or else twice as long each time. With some chance, so that not all come at once. */
function waitOf(error: CallError, tries: number): number {
  const told =
    error instanceof ProblemError || error instanceof UnexpectedAnswerError ? error.retryAfter : undefined;
  if (told !== undefined) return told * 1_000 + shortestWait + Math.random() * 200;
  return Math.min(longestBackoff, firstBackoff * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
}

/**
 * Waits.
 *
 * @throws unknown the signal's reason, once that is aborted
 */
export async function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end, { once: true });
  });
  signal?.throwIfAborted();
}
