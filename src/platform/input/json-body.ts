import { once } from 'node:events';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Request } from 'express';
import getRawBody from 'raw-body';
import { slowClients } from '../network/index.js';
import { httpProblems, limits } from '../problems/index.js';

const utf8 = new TextDecoder('utf-8', { fatal: true });

const decoders = new Map([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The size above which parsing and validating a body takes milliseconds. */
const largeBytes = 32 * 1024;

let lastTurn = Promise.resolve();

/**
 * Waits for the turn of a large body: they are parsed one after another, and the event loop does all other work in between.
 * Many of them at once would otherwise delay every request by the sum of their times.
 */
function nextTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => void setImmediate(resolve)));
  return lastTurn;
}

/** A request of an application with body parsers. With Nest's option `rawBody`, it has the bytes as well. */
type ParsedRequest = Request & { readonly rawBody?: Buffer };

/**
 * Reads a body as JSON (RFC 8259), of at most `maxBytes` before and after decompression. `express.json` is not used,
 * because it reads a body that is too large to its end before it reports the error.
 *
 * @throws Problem 415 for another media type, charset or content encoding; 413 for a body that is too large; 400 for
 * an empty body, one that is not JSON in UTF-8, or one with too many values or levels
 */
export async function readJson(request: ParsedRequest, maxBytes: number): Promise<unknown> {
  if (!hasBody(request)) throw httpProblems.emptyBody;
  const [, charset = 'utf-8'] = /^application\/json\s*(?:;\s*charset\s*=\s*"?([^\s;"]+)"?\s*)?;?$/i.exec(
    request.headers['content-type']?.trim() ?? '',
  ) ?? [undefined, 'none'];
  if (!/^utf-?8$/i.test(charset)) throw httpProblems.unsupportedMediaType;
  if (request.readableEnded && request.body !== undefined) return parsedBefore(request, maxBytes);
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length > largeBytes) await nextTurn();
  const body = parse(bytes);
  checkSize(body);
  return body;
}

/** Returns the body that the application around the service has parsed. */
function parsedBefore({ body: parsed, rawBody, headers }: ParsedRequest, maxBytes: number): unknown {
  const body = rawBody ? parse(rawBody) : (parsed as unknown);
  checkSize(body);
  const size = rawBody?.length ?? Buffer.byteLength(JSON.stringify(body));
  if (Math.max(size, Number(headers['content-length'] ?? 0)) > maxBytes)
    throw httpProblems.bodyTooLarge(maxBytes);
  return body;
}

async function readBytes(request: Request, maxBytes: number): Promise<Buffer> {
  const encoding = (request.headers['content-encoding'] ?? 'identity').toLowerCase();
  const createDecoder = decoders.get(encoding);
  if (!createDecoder && encoding !== 'identity') throw httpProblems.unsupportedContentEncoding;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw httpProblems.bodyTooLarge(maxBytes);
  const decoder = createDecoder?.();
  if (decoder) request.once('error', (error) => decoder.destroy(error)).pipe(decoder);
  const body = decoder ?? request;
  const count = (bytes: Buffer) => slowClients.add(request, bytes.length);
  body.on('data', count);
  try {
    return await getRawBody(body, { limit: maxBytes });
  } catch (error) {
    throw (error as { status?: number }).status === 413
      ? httpProblems.bodyTooLarge(maxBytes)
      : httpProblems.incompleteBody;
  } finally {
    body.off('data', count);
    slowClients.remove(request);
    if (decoder) request.unpipe(decoder);
    decoder?.destroy();
  }
}

/** @throws Problem 400 */
function parse(bytes: Buffer): unknown {
  if (bytes.length === 0) throw httpProblems.emptyBody;
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch {
    throw httpProblems.malformedJson;
  }
}

/** Returns whether a request has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Returns whether a request has a body with bytes. In chunks, it may have none: then this waits for the first ones, or the end. */
export async function hasContent(request: Request): Promise<boolean> {
  const isChunked = request.headers['transfer-encoding'] !== undefined;
  // Whether it had bytes is not known any more once the application around the service has read it.
  if (!isChunked || request.readableEnded) return hasBody(request);
  if (request.readableLength === 0 && !request.complete) {
    await once(request, 'readable').catch(() => Promise.reject(httpProblems.incompleteBody));
  }
  return request.readableLength > 0;
}

/**
 * Limits depth and number of values, so that the validation of a body takes only milliseconds. Traverses the body
 * without recursion, because clients choose its depth.
 *
 * @throws Problem 400
 */
function checkSize(body: unknown): void {
  const open = [{ value: body, depth: 1 }];
  let values = 0;
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { value, depth } = entry;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > limits.bodyDepth) throw httpProblems.tooDeep;
    const members = Object.values(value) as unknown[];
    values += members.length;
    if (values > limits.bodyValues) throw httpProblems.tooManyValues;
    for (const member of members) open.push({ value: member, depth: depth + 1 });
  }
}
