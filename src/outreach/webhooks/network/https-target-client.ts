import { lookup, Resolver } from 'node:dns/promises';
import { type IncomingMessage, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net';
import { Injectable } from '@nestjs/common';
import { Webhook } from 'standardwebhooks';
import { Settings } from '../../../platform/config/index.js';
import { Metrics, traceHeaders, withSpan } from '../../../platform/telemetry/index.js';
import { isPublicAddress } from '../../../platform/network/index.js';
import { TargetUrls } from '../../../shared/target-urls.js';
import { Clock } from '../../../shared/clock.js';
import { type TargetAnswer, TargetClient } from '../domain/target-client.js';

/** Number of bytes of a response body that are read. */
const responseBytes = 1_024;

/** Time limit for the lookup, the request and the response, in milliseconds. */
export const targetTimeout = 15_000;

/** A known problem of a target. The message is shown to users. */
class TargetError extends Error {}

/**
 * Posts with Node's HTTP client, which does not follow redirects. Targets may be hostile: only public addresses are
 * connected to (unless private ones are allowed), connections are not reused, and each request has a time limit.
 *
 * Addresses are checked in the lookup of the connection, which prevents DNS rebinding. The library
 * request-filtering-agent does the same, but accepts IPv6 addresses that are in no registry, such as IPv4-compatible
 * ones.
 */
@Injectable()
export class HttpsTargetClient extends TargetClient {
  /** Time limit for the lookup, the request and the response, in milliseconds. */
  protected readonly timeLimit: number = targetTimeout;

  private readonly posts;

  /** Trusted certificates, as PEM; defaults to those that Node trusts. */
  protected readonly authorities: readonly string[] | undefined;

  constructor(
    private readonly targetUrls: TargetUrls,
    private readonly settings: Settings,
    private readonly clock: Clock,
    metrics: Metrics,
  ) {
    super();
    this.posts = metrics.counter({
      name: 'webhook_posts_total',
      help: 'Posts to webhooks and chats by their result: the class of the status, or error without a response.',
      labelNames: ['result'],
    });
  }

  override async postEvent(
    webhook: { readonly url: string; readonly secrets: readonly string[] },
    { id, body }: { readonly id: string; readonly body: string },
  ): Promise<TargetAnswer> {
    const now = this.clock.now();
    return this.post(webhook.url, body, () => ({
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': webhook.secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
    }));
  }

  override async postMessage(url: string, message: object): Promise<TargetAnswer> {
    return this.post(url, JSON.stringify(message), () => ({}));
  }

  /** Created for each lookup, because its constructor reads the name servers of the machine. */
  protected resolver(): Resolver {
    return new Resolver({ timeout: 2_000, tries: 2 });
  }

  private async lookUp(host: string): Promise<string[]> {
    // Private networks may use names from sources such as /etc/hosts, which only the system resolver reads.
    if (this.settings.webhookAllowPrivateAddresses) {
      return (await lookup(host, { all: true })).map(({ address }) => address);
    }
    // The system resolver looks up few names at a time: unresponsive name servers would delay all other lookups.
    const resolver = this.resolver();
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason;
    return [v4, v6].flatMap((found) => (found.status === 'fulfilled' ? found.value : []));
  }

  private async post(
    url: string,
    body: string,
    ownHeaders: () => Record<string, string>,
  ): Promise<TargetAnswer> {
    const startedAt = performance.now();
    const outcome = await withSpan('POST', 'client', { 'http.request.method': 'POST' }, async (span) => {
      if (URL.canParse(url)) span.setAttribute('server.address', new URL(url).hostname);
      const received = await this.exchange(url, body, ownHeaders);
      span.setAttribute('http.response.status_code', received.statusCode ?? 0);
      return received;
    }).catch((error: unknown) => failure(error));
    const { statusCode } = outcome;
    this.posts.inc({ result: statusCode === null ? 'error' : `${Math.floor(statusCode / 100)}xx` });
    return { ...outcome, durationMs: Math.round(performance.now() - startedAt) };
  }

  /** @throws an error if no response is received */
  private async exchange(
    url: string,
    body: string,
    ownHeaders: () => Record<string, string>,
  ): Promise<Omit<TargetAnswer, 'durationMs'>> {
    // The setting may have changed since the URL was stored, and literal addresses are not looked up.
    if (this.targetUrls.check(url)) throw new TargetError("The target's address is not allowed.");
    const target = new URL(url);
    const options: RequestOptions & Partial<TcpNetConnectOpts> = {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'feedback-changelog-service',
        ...traceHeaders(),
        ...ownHeaders(),
      },
      // A separate connection, which is closed after the response.
      agent: false,
      lookup: this.allowedAddresses,
      // Addresses are tried one after the other, because one may be unreachable. The default of 250 ms is too short for
      // distant hosts.
      autoSelectFamily: true,
      autoSelectFamilyAttemptTimeout: 2_500,
    };
    return new Promise((resolve, reject) => {
      const request =
        target.protocol === 'https:'
          ? httpsRequest(target, { ...options, rejectUnauthorized: true, ca: this.authorities?.slice() })
          : httpRequest(target, options);
      let answer: IncomingMessage | undefined;
      let received = Buffer.alloc(0);
      const end = (error: unknown): void => {
        clearTimeout(timer);
        // Once the status has been received, errors of the body are ignored.
        if (answer) resolve(outcomeOf(answer, received, this.clock.now()));
        else reject(error);
        request.destroy();
      };
      const timer = setTimeout(
        () => end(new TargetError(`No response within ${this.timeLimit / 1_000} seconds.`)),
        this.timeLimit,
      );
      // Also registered after the end, because an unhandled error event would terminate the process.
      request.on('error', end);
      request.on('close', () =>
        end(new TargetError('The connection was closed before a response was received.')),
      );
      request.on('response', (response) => {
        answer = response;
        response.on('data', (chunk: Buffer) => {
          received = Buffer.concat([received, chunk.subarray(0, responseBytes - received.length)]);
          if (received.length === responseBytes) end(null);
        });
        response.on('error', end);
        response.on('end', end);
      });
      request.end(body);
    });
  }

  /** Looks up the addresses of a host, and returns those that may be connected to. */
  private readonly allowedAddresses: LookupFunction = (host, _options, callback) => {
    const { webhookAllowPrivateAddresses: allowsAll } = this.settings;
    const allowed = this.lookUp(host).then((addresses) => {
      const found = addresses.filter((address) => allowsAll || isPublicAddress(address));
      if (found.length === 0) throw new TargetError("The target's address is not allowed.");
      return found.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
    });
    allowed.then(
      (addresses) => callback(null, addresses),
      (error: NodeJS.ErrnoException) =>
        callback(error instanceof TargetError ? error : lookUpError(error), []),
    );
  };
}

function outcomeOf(
  { statusCode = 0, headers }: IncomingMessage,
  received: Buffer,
  now: Date,
): Omit<TargetAnswer, 'durationMs'> {
  const isSuccess = statusCode >= 200 && statusCode < 300;
  const isRedirect = statusCode >= 300 && statusCode < 400;
  const error = `The target responded with status ${statusCode}${isRedirect ? ': redirects are not followed' : ''}.`;
  // Removes an incomplete character at the end, and U+0000, which PostgreSQL cannot store.
  const isCut = received.length === responseBytes;
  const response = new TextDecoder('utf-8', { ignoreBOM: true })
    .decode(received, { stream: isCut })
    .replaceAll('\0', '');
  const retryAfterMs =
    statusCode === 429 || statusCode === 503 ? retryAfter(headers['retry-after'], now) : undefined;
  return {
    statusCode,
    error: isSuccess ? '' : error,
    response,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  };
}

/** Parses `Retry-After`: seconds or a date (RFC 9110, section 10.2.3). Other values and past dates are ignored. */
function retryAfter(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined;
  const isDate = /^[A-Z][a-z]+, .+ GMT$/.test(value);
  const milliseconds = isDate ? Date.parse(value) - now.getTime() : Number(/^\d+$/.exec(value)?.[0]) * 1_000;
  return milliseconds > 0 && Number.isFinite(milliseconds) ? milliseconds : undefined;
}

function failure(error: unknown): Omit<TargetAnswer, 'durationMs'> {
  const sentence = error instanceof TargetError ? error.message : sentenceFor(error as NodeJS.ErrnoException);
  return { statusCode: null, error: sentence, response: '' };
}

function lookUpError({ code }: NodeJS.ErrnoException): TargetError {
  return new TargetError(
    code === 'ENOTFOUND' || code === 'ENODATA'
      ? 'The host name was not found.'
      : 'The host name could not be looked up.',
  );
}

/** Meanings of the error codes of Node, OpenSSL and the HTTP parser. Their messages contain addresses, so they are not shown. */
const sentences: readonly (readonly [RegExp, string])[] = [
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'The connection was closed before a response was received.'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EADDRNOTAVAIL|EINVAL|EACCES)$/, 'The target is unreachable.'],
  [/^(EPROTO|ERR_SSL_)/, 'The TLS handshake failed.'],
  [
    /CERT|CRL_|_ISSUER|LEAF_SIGNATURE|HOSTNAME|INVALID_(CA|PURPOSE)|PATH_LENGTH/,
    'The TLS certificate is not valid.',
  ],
  [/^HPE_/, 'The response is not valid HTTP.'],
];

function sentenceFor({ code = '' }: NodeJS.ErrnoException): string {
  return sentences.find(([codes]) => codes.test(code))?.[1] ?? 'The request could not be sent.';
}
