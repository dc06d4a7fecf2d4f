import { Attempt } from './attempt.js';
import { ApiError, ClientError, type ErrorCode } from './errors.js';
import { version } from './generated/version.js';
import { listSource } from './lists.js';
import type { AnyOptions, ClientOptions } from './options.js';
import { ApiPromise, PagePromise } from './promises.js';
import { errorOf, hasType, parseResponse, type RawResponse, unexpected } from './responses.js';
import { isInProgress, isRetryable, retryDelay, sleep } from './retry.js';

/** A request as a method of a resource describes it. */
export interface ApiRequest {
  /** The operation's id. */
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path with the names of parameters, such as `/v1/projects/{projectSlug}`. */
  readonly path: string;
  readonly pathParams?: Readonly<Record<string, string>>;
  readonly query?: object | undefined;
  /** Query parameters whose values are sent as one, with commas between. Others are repeated. */
  readonly commaSeparated?: readonly string[];
  /** A record, or a file if there is a `contentType`. */
  readonly body?: unknown;
  readonly contentType?: string;
  readonly options?: AnyOptions | undefined;
  /** Whether the operation needs no access token. */
  readonly isPublic?: boolean;
  readonly acceptsIdempotencyKey?: boolean;
  /** Error code of a DELETE if there is nothing to delete. */
  readonly notFoundCode?: ErrorCode;
  /** Media types of a response that is read by the caller, such as a file. Default: JSON, read completely. */
  readonly accept?: string;
  /** Media type of a response that is parsed as JSON. Default: `application/json`. */
  readonly mediaType?: string;
}

type QueryValue = string | number | boolean | undefined;

const maxRedirects = 5;

const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

/** Sends requests to one service. */
export class Transport {
  private readonly baseUrl: URL;
  private readonly userAgent: string;

  /** @throws TypeError if `baseUrl` is not a URL of a service */
  constructor(private readonly options: ClientOptions) {
    this.baseUrl = parseBaseUrl(options.baseUrl ?? 'http://127.0.0.1:3000');
    this.userAgent = [options.userAgent, `feedback-changelog-client/${version}`].filter(Boolean).join(' ');
  }

  /** Executes an operation that returns a record or nothing. */
  request<T>(request: ApiRequest): ApiPromise<T> {
    const response = this.send(request).then((raw) => parseResponse<T>(request.operation, raw));
    return new ApiPromise(() => response);
  }

  /** Executes an operation that returns a list, as far as the caller uses it. */
  list<T>(request: ApiRequest): PagePromise<T> {
    return new PagePromise(listSource<T>(this, request));
  }

  /** Executes an operation that returns a file, without reading it. */
  download(request: ApiRequest): ApiPromise<ReadableStream<Uint8Array>> {
    const response = this.send(request).then((raw) => {
      // Without a body if the response is 304.
      const data = (raw.response.body ?? undefined) as ReadableStream<Uint8Array>;
      return { ...parseResponse(request.operation, raw), data };
    });
    return new ApiPromise(() => response);
  }

  /**
   * Sends a request, and retries it if that can help and does no harm.
   *
   * @param url replaces the one that follows from the request, for a next page
   * @returns a response with a status of 2xx or 304; 404 if a repeated DELETE finds nothing to delete
   * @throws ClientError, or the reason of the caller's signal
   */
  async send(request: ApiRequest, url?: URL): Promise<RawResponse> {
    const { operation, method, options = {} } = request;
    const route = { url: url ?? this.urlOf(request) };
    const headers = this.headersOf(request);
    const isIdempotent =
      ['GET', 'PUT', 'DELETE'].includes(method) || headers.has('idempotency-key') || headers.has('if-match');
    const maxRetries = options.maxRetries ?? this.options.maxRetries ?? 4;
    const lastRetryAt = Date.now() + (options.retryTimeout ?? this.options.retryTimeout ?? 120_000);
    let outcomeUnknown = false;
    for (let retry = 1; ; retry += 1) {
      let error: ClientError;
      try {
        // An idempotency key belongs to a path: under another one, a POST would be executed again.
        const followRedirects = method !== 'POST' || !outcomeUnknown;
        const raw = await this.exchange(request, route, headers, followRedirects);
        if (raw.response.ok || raw.response.status === 304) return raw;
        error = errorOf(operation, raw);
        // The record is gone, very likely because of the attempt whose response was lost.
        if (outcomeUnknown && error instanceof ApiError && error.code === request.notFoundCode) {
          return { ...raw, text: '' };
        }
      } catch (thrown) {
        if (!(thrown instanceof ClientError)) throw thrown;
        error = thrown;
      }
      const canRetry = isRetryable(error, isIdempotent);
      outcomeUnknown ||= error.outcomeUnknown;
      error.outcomeUnknown = outcomeUnknown;
      // The attempt that is still being executed will end: waiting for it does not count as a retry.
      if (isInProgress(error) && maxRetries > 0) retry = Math.min(retry, maxRetries);
      const delay = retryDelay(error, retry);
      if (!canRetry || retry > maxRetries || Date.now() + delay > lastRetryAt) throw error;
      this.options.onRetry?.({ operation, retry, delay, error });
      await sleep(delay, options.signal);
    }
  }

  /** Sends a request once: with the current token, and again where a redirect leads, which changes the route. */
  private async exchange(
    request: ApiRequest,
    route: { url: URL },
    headers: Headers,
    followRedirects: boolean,
  ): Promise<RawResponse> {
    let token = request.isPublic ? undefined : await this.authorize(headers);
    for (let redirects = 0; ;) {
      const raw = await this.fetch(request, route.url, headers, 'manual');
      const { status, type } = raw.response;
      // Browsers do not show where a redirect leads.
      if (type === 'opaqueredirect' && followRedirects) {
        return this.fetch(request, route.url, headers, 'follow');
      }
      if (status === 401 && token !== undefined && typeof this.options.token === 'function') {
        const refused = token;
        token = undefined;
        if ((await this.authorize(headers)) !== refused) continue;
      }
      if (status !== 308 || !followRedirects || !canFollow(request, raw)) return raw;
      redirects += 1;
      const location = raw.response.headers.get('location') ?? '';
      if (redirects > maxRedirects) {
        throw unexpected(request.operation, `Too many redirects: ${location}`, raw);
      }
      route.url = this.resolve(request.operation, location, raw);
    }
  }

  private async fetch(
    request: ApiRequest,
    url: URL,
    headers: Headers,
    redirect: 'manual' | 'follow',
  ): Promise<RawResponse> {
    const { operation, method, accept, options = {} } = request;
    const timeout = options.timeout ?? this.options.timeout ?? 30_000;
    const body = bodyOf(request);
    const send = this.options.fetch ?? fetch;
    const attempt = new Attempt(operation, timeout, options.signal);
    let isOpen = false;
    try {
      const raw = await attempt.step(async (signal) => {
        const response = await send(url, { method, headers, body, signal, redirect });
        isOpen = accept !== undefined && response.ok && hasType(response, ...accept.split(', '));
        const text = isOpen ? '' : await response.text();
        return { response, url: new URL(response.url || url), text, attempt };
      });
      if (accept !== undefined && raw.response.ok && !isOpen) {
        throw unexpected(operation, `The response is not ${accept}`, raw);
      }
      return raw;
    } finally {
      if (!isOpen) attempt.end();
    }
  }

  /**
   * Sets the current token, if the client has one, and returns it. An invalid one is rejected here, because the error of
   * `fetch` would contain it.
   */
  private async authorize(headers: Headers): Promise<string | undefined> {
    const { token } = this.options;
    if (token === undefined) return undefined;
    const current = typeof token === 'function' ? await token() : token;
    if (!/^[\x21-\x7e]+$/.test(current)) {
      throw new TypeError('The access token is empty, or contains characters that are not allowed.');
    }
    headers.set('authorization', `Bearer ${current}`);
    return current;
  }

  /**
   * Returns the URL of a link in a response. The token is sent to the origin of the service only.
   *
   * @throws UnexpectedResponseError if it leads to another origin
   */
  resolve(operation: string, link: string, raw: RawResponse): URL {
    const url = URL.canParse(link, raw.url.href) ? new URL(link, raw.url) : undefined;
    if (url?.origin === this.baseUrl.origin) return url;
    const message = `The response links to ${link}, but the token is sent to ${this.baseUrl.origin} only. Set baseUrl to the PUBLIC_BASE_URL of the service`;
    throw unexpected(operation, message, raw);
  }

  private urlOf({ path, pathParams = {}, query = {}, commaSeparated = [] }: ApiRequest): URL {
    const url = new URL(this.baseUrl);
    const segments = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => pathSegment(name, pathParams[name]));
    url.pathname = `${url.pathname.replace(/\/$/, '')}${segments}`;
    for (const [name, value] of parametersOf(query)) {
      const values = [value].flat().filter((each) => each !== undefined);
      const sent = commaSeparated.includes(name) && values.length > 0 ? [values.join(',')] : values;
      for (const each of sent) url.searchParams.append(name, String(each));
    }
    return url;
  }

  private headersOf(request: ApiRequest): Headers {
    const { body, contentType, accept, mediaType = 'application/json', options = {} } = request;
    const { requestId, ifMatch, ifNoneMatch, idempotencyKey } = options;
    const fileType =
      options.contentType ?? (body instanceof Blob && body.type !== '' ? body.type : contentType);
    const bodyType = contentType === undefined ? 'application/json' : fileType;
    const own: Record<string, string | undefined> = {
      accept: accept ?? mediaType,
      // Browsers send their own.
      'user-agent': isBrowser ? undefined : this.userAgent,
      'content-type': body === undefined ? undefined : bodyType,
      'x-request-id': requestId,
      'if-match': ifMatch,
      'if-none-match': ifNoneMatch,
      'idempotency-key': request.acceptsIdempotencyKey ? (idempotencyKey ?? randomKey()) : undefined,
    };
    const headers = new Headers({ ...this.options.headers, ...options.headers });
    for (const [name, value] of Object.entries(own)) if (value !== undefined) headers.set(name, value);
    return headers;
  }
}

/** @throws TypeError */
function parseBaseUrl(text: string): URL {
  const trimmed = text.replace(/\/+$/, '').replace(/\/v1$/, '');
  const url = URL.canParse(trimmed) ? new URL(trimmed) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      'baseUrl must be an http or https URL without user name, password, query and fragment, such as https://feedback.example.com.',
    );
  }
  return url;
}

/** Returns the parameters of a query. Those with free names are the properties of an object. */
function parametersOf(query: object): [string, QueryValue | QueryValue[]][] {
  return Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? parametersOf(value)
      : [[name, value as QueryValue | QueryValue[]]],
  );
}

/** Encodes a path parameter. An empty one, `.` and `..` would lead to another operation. */
function pathSegment(name: string, value: unknown): string {
  if (typeof value !== 'string' || ['', '.', '..'].includes(value)) {
    throw new TypeError(`${name} must be a string other than "", "." and "..".`);
  }
  return encodeURIComponent(value);
}

function bodyOf({ body, contentType }: ApiRequest): string | Blob | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null;
  return contentType === undefined ? JSON.stringify(body) : (body as string | Blob | Uint8Array<ArrayBuffer>);
}

/** Unlike `randomUUID`, this works on pages without TLS. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Whether a redirect leads to the current slug of a project, or from merged feedback that is being read. */
function canFollow({ operation, method }: ApiRequest, raw: RawResponse): boolean {
  const error = errorOf(operation, raw);
  if (!(error instanceof ApiError)) return false;
  return error.code === 'project_renamed' || (error.code === 'feedback_merged' && method === 'GET');
}
