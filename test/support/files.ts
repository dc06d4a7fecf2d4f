import { crc32, deflateSync } from 'node:zlib';
import type { Answer, Client, TestApp } from './app.js';

/** A PNG image of one pixel. */
export const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A GIF image of one pixel. */
export const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');

/** The beginning of a JPEG image. */
export const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffd9', 'hex');

/** A WebP image of one pixel. */
export const webp = Buffer.from('UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==', 'base64');

/** A PDF file without pages. */
export const pdf = Buffer.from(
  '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF\n',
);

/**
 * Returns a PNG image with that size in its header, however large, and the content of a few lines: a decoder that trusts the header
 * allocates four bytes for each pixel.
 */
export function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const content = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    checksum.writeUInt32BE(crc32(content));
    return Buffer.concat([length, content, checksum]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width);
  header.writeUInt32BE(height, 4);
  // Eight bits for each of red, green, blue and alpha.
  header.set([8, 6], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1A\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(4 * (1 + 4 * width)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Uploads a file to a project as the client. */
export function uploadAttachment(
  { send }: TestApp,
  project: string,
  { token }: Client,
  body: string | Uint8Array,
  filename = 'file',
  headers: Record<string, string> = {},
): Promise<Answer> {
  return send('POST', `/v1${project}/attachments?filename=${encodeURIComponent(filename)}`, {
    body,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream', ...headers },
  });
}
