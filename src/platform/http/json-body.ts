import { promisify } from 'node:util';
import express, { type Request, type Response } from 'express';
import {
  bodyTooLarge,
  emptyBody,
  incompleteBody,
  malformedJson,
  maxBodyDepth,
  tooDeep,
  unsupportedContentEncoding,
  unsupportedMediaType,
} from './http.problems.js';

/** Reads request bodies as JSON (RFC 8259), of at most `maxBytes` before and after decompression. */
export class JsonBodyReader {
  private readonly readBytes: (request: Request, response: Response) => Promise<void>;

  constructor(private readonly maxBytes: number) {
    this.readBytes = promisify(express.raw({ limit: maxBytes, type: () => true }));
  }

  /**
   * Returns the parsed body.
   *
   * @throws Problem 415 for another media type, charset or content encoding, 413 for a body that is too large, 400 for
   * an empty body or one that is not JSON in UTF-8
   */
  async read(request: Request, response: Response): Promise<unknown> {
    if (!hasBody(request)) throw emptyBody;
    const [, charset] = /^application\/json\s*(?:;\s*charset\s*=\s*"?([^\s;"]+)"?\s*)?;?$/i.exec(
      request.headers['content-type']?.trim() ?? '',
    ) ?? [null, null];
    if (charset === null || (charset !== undefined && !/^utf-?8$/i.test(charset))) {
      throw unsupportedMediaType;
    }
    const bytes = await this.bytes(request, response);
    if (bytes.length === 0) throw emptyBody;
    let body: unknown;
    try {
      body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      throw malformedJson;
    }
    if (isTooDeep(body)) throw tooDeep;
    return body;
  }

  private async bytes(request: Request, response: Response): Promise<Buffer> {
    try {
      await this.readBytes(request, response);
    } catch (error) {
      const status = (error as { status?: number }).status;
      if (status === 413) throw bodyTooLarge(this.maxBytes);
      if (status === 415) throw unsupportedContentEncoding;
      throw incompleteBody;
    }
    return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
  }
}

/** Returns whether a request has a body (RFC 9112 §6.3). */
export function hasBody({ headers }: Request): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Traverses the body without recursion, because clients choose its depth. */
function isTooDeep(body: unknown): boolean {
  const open = [{ value: body, depth: 1 }];
  for (let entry = open.pop(); entry; entry = open.pop()) {
    const { value, depth } = entry;
    if (typeof value !== 'object' || value === null) continue;
    if (depth > maxBodyDepth) return true;
    for (const member of Object.values(value)) open.push({ value: member as unknown, depth: depth + 1 });
  }
  return false;
}
