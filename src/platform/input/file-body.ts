import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { httpProblems, Problem } from '../problems/index.js';
import { hasBody } from './json-body.js';

/** The media types of files to import. */
const importTypes = [
  'application/octet-stream',
  'application/x-ndjson',
  'application/json',
  'application/zip',
  'text/csv',
] as const;

/** The files that an operation takes. */
export interface FileKind {
  /** Media types for the API document; others are rejected, unless `anyType` is set. */
  readonly types: readonly string[];
  /** Whether the declared media type is ignored, because the content decides. Forms are rejected nevertheless. */
  readonly anyType: boolean;
  /** The setting with the maximum size. */
  readonly limit: 'maxImportBytes' | 'maxAttachmentBytes';
}

/** Files to import, by what their media types are for. */
export const importFile: FileKind = { types: importTypes, anyType: false, limit: 'maxImportBytes' };

/** Media types of forms, which contain files among other things. */
const formType = /^(?:multipart\/.*|application\/x-www-form-urlencoded)$/;

/** A request body that is a file. Reading its bytes may fail with a `Problem`. */
export class FileBody {
  /**
   * Tells files with the same `Idempotency-Key` apart: the declared length, or else an id that equals no other. As JSON, the only
   * member.
   */
  readonly fingerprint: string;
  readonly #request: Request;
  readonly #maxBytes: number;

  /**
   * Checks the headers of the request; its body is not read yet.
   *
   * @param id tells the file apart if the request does not declare its length
   * @throws Problem 400 for an absent body; 413 for one that is too large; 415 for another media type or a content encoding
   */
  constructor(request: Request, { types, anyType }: FileKind, maxBytes: number, id: string) {
    if (!hasBody(request)) throw httpProblems.emptyFile;
    const [type = ''] = (request.headers['content-type'] ?? '').split(';');
    const isCompressed = (request.headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
    const declared = type.trim().toLowerCase();
    const isKnown = anyType ? !formType.test(declared) : types.includes(declared);
    if (isCompressed || !isKnown) throw httpProblems.unsupportedFile;
    const length = request.headers['content-length'];
    if (Number(length ?? 0) > maxBytes) throw httpProblems.bodyTooLarge(maxBytes);
    this.fingerprint = length ?? id;
    this.#request = request;
    this.#maxBytes = maxBytes;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    let size = 0;
    // The connection stays open for the response after an error.
    const chunks = this.#request.iterator({ destroyOnReturn: false });
    try {
      for await (const chunk of chunks) {
        size += (chunk as Buffer).length;
        if (size > this.#maxBytes) throw httpProblems.bodyTooLarge(this.#maxBytes);
        yield chunk as Buffer;
      }
    } catch (error) {
      throw error instanceof Problem ? error : httpProblems.incompleteBody;
    }
    if (!this.#request.complete) throw httpProblems.incompleteBody;
    if (size === 0) throw httpProblems.emptyFile;
  }
}

/** Returns whether the body of a request is being read as a file, which may take long. */
export function isUpload(request: IncomingMessage & { readonly body?: unknown }): boolean {
  return request.body instanceof FileBody;
}
