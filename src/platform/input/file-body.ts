import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { bodyTooLarge, emptyFile, incompleteBody, Problem, unsupportedFile } from '../problems/index.js';
import { hasBody } from './json-body.js';

/** The media types of files. */
export const fileTypes = [
  'application/octet-stream',
  'application/x-ndjson',
  'application/json',
  'application/zip',
  'text/csv',
] as const;

/** The bytes of a request body that is a file. Reading them may fail with a `Problem`. */
export abstract class FileBody {
  /** As declared by the request; absent if it is not. Tells different files with the same `Idempotency-Key` apart. */
  abstract readonly contentLength: string | undefined;
  abstract [Symbol.asyncIterator](): AsyncIterator<Buffer>;
}

const uploads = new WeakSet<IncomingMessage>();

/** Returns whether the body of a request is being read as a file, which may take long. */
export function isUpload(request: IncomingMessage): boolean {
  return uploads.has(request);
}

/**
 * Checks the headers of a request, and returns its body, which is not read yet.
 *
 * @throws Problem 400 for an absent body; 413 for one that is too large; 415 for another media type or a content encoding
 */
export function openFile(request: Request, maxBytes: number): FileBody {
  if (!hasBody(request)) throw emptyFile;
  const [type = ''] = (request.headers['content-type'] ?? '').split(';');
  const isCompressed = (request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
  const isKnown = fileTypes.some((known) => known === type.trim().toLowerCase());
  if (isCompressed || !isKnown) throw unsupportedFile;
  if (Number(request.headers['content-length'] ?? 0) > maxBytes) throw bodyTooLarge(maxBytes);
  uploads.add(request);
  const { 'content-length': contentLength } = request.headers;
  return { contentLength, [Symbol.asyncIterator]: () => read(request, maxBytes) };
}

async function* read(request: Request, maxBytes: number): AsyncGenerator<Buffer> {
  let size = 0;
  // The connection stays open for the response after an error.
  const chunks = request.iterator({ destroyOnReturn: false });
  try {
    for await (const chunk of chunks) {
      size += (chunk as Buffer).length;
      if (size > maxBytes) throw bodyTooLarge(maxBytes);
      yield chunk as Buffer;
    }
  } catch (error) {
    throw error instanceof Problem ? error : incompleteBody;
  }
  if (!request.complete) throw incompleteBody;
  if (size === 0) throw emptyFile;
}
