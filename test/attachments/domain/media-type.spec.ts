import { gzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { MediaTypeDetector } from '../../../src/attachments/domain/media-type.js';
import { gif, jpeg, pdf, png, webp } from '../../support/files.js';

/** Returns the type of a file that is read in pieces of a size. */
function typeOf(file: Uint8Array | string, pieceSize = 64 * 1024): string | null {
  const bytes = Buffer.from(file as string);
  const detector = new MediaTypeDetector();
  for (let start = 0; start < bytes.length; start += pieceSize) {
    if (!detector.add(bytes.subarray(start, start + pieceSize))) return null;
  }
  return detector.end();
}

const script = '<script>alert(document.domain)</script>';
const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const files: readonly [name: string, file: Uint8Array | string, type: string | null][] = [
  ['PNG', png, 'image/png'],
  ['JPEG', jpeg, 'image/jpeg'],
  ['JPEG with Exif', Buffer.from('ffd8ffe1001845786966', 'hex'), 'image/jpeg'],
  ['GIF', gif, 'image/gif'],
  ['GIF of 1987', 'GIF87a\x01\0\x01\0', 'image/gif'],
  ['lossless WebP', webp, 'image/webp'],
  ['lossy WebP', 'RIFF\x1a\0\0\0WEBPVP8 ', 'image/webp'],
  ['WebP with features', 'RIFF\x1a\0\0\0WEBPVP8X', 'image/webp'],
  ['PDF', pdf, 'application/pdf'],
  ['text', 'Steps:\n\t1. Open the page\r\n', 'text/plain'],
  ['text in UTF-8', 'Grüße – 你好 👋', 'text/plain'],
  ['text with a byte order mark', '\uFEFFGrüße', 'text/plain'],
  ['log with colors', '\x1b[31merror\x1b[0m', 'text/plain'],
  ['text that mentions HTML', `Type ${script} into the field.`, 'text/plain'],
  ['text that mentions HTML behind its first bytes', `${'x'.repeat(1_445)}${script}`, 'text/plain'],
  ['text with a less-than sign', '<3 dark mode', 'text/plain'],
  ['text that begins like a PDF', '%PDF: how to print', 'text/plain'],
  ['text that begins like a GIF', 'GIF89: a history', 'text/plain'],
  ['JSON', '{"name":"Ada"}', 'text/plain'],

  // Polyglots have the type of their first bytes, as which they are harmless.
  ['GIF that is a script', `GIF89a/*${'\0'.repeat(10)}*/=1;alert(1)`, 'image/gif'],
  ['GIF with HTML', Buffer.concat([gif, Buffer.from(script)]), 'image/gif'],
  ['PNG with PHP', Buffer.concat([png, Buffer.from('<?php system($_GET[0]); ?>')]), 'image/png'],
  ['JPEG with a ZIP archive', Buffer.concat([jpeg, Buffer.from('PK\x03\x04')]), 'image/jpeg'],
  ['PDF with HTML', `%PDF-1.4\n<html>${script}</html>`, 'application/pdf'],

  ['HTML', `<!DOCTYPE html><title>x</title>${script}`, null],
  ['HTML in capitals', '<HTML><BODY ONLOAD=alert(1)>', null],
  ['HTML after white space', ` \r\n\t\f${script}`, null],
  ['HTML after a byte order mark', `\uFEFF${script}`, null],
  ['HTML that begins with a comment', `<!-- x -->${script}`, null],
  ['HTML that begins with an attribute', '<a href=javascript:alert(1)>x</a>', null],
  ['HTML in UTF-16', utf16(`<html>${script}</html>`), null],
  ['HTML before a PDF', `<html>${script}\n%PDF-1.4`, null],
  ['SVG', `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`, null],
  ['SVG in XML', `<?xml version="1.0"?><svg>${script}</svg>`, null],
  ['PostScript', '%!PS-Adobe-3.0\n', null],
  ['text in UTF-16', utf16('Hello'), null],
  ['text in Latin-1', Buffer.from('Grüße', 'latin1'), null],
  ['text with NUL', 'Hello\0', null],
  ['text with a control character', 'Hello\x08', null],
  ['text that ends within a character', Buffer.from('ü').subarray(0, 1), null],
  ['text with an overlong sequence', Buffer.from([0x61, 0xc0, 0xaf]), null],
  ['text with a surrogate', Buffer.from([0x61, 0xed, 0xa0, 0x80]), null],
  ['binary data behind text', `${'x'.repeat(100_000)}\0`, null],
  ['ZIP', 'PK\x03\x04\x14\0\0\0', null],
  ['gzip', gzipSync('0'.repeat(1_000_000)), null],
  ['executable of Linux', '\x7fELF\x02\x01\x01\0', null],
  ['executable of Windows', Buffer.from('MZ\x90\0', 'latin1'), null],
  ['RIFF that is no image', 'RIFF\x1a\0\0\0WAVEfmt ', null],
  ['PNG without a header chunk', png.subarray(0, 8), null],
  ['PNG with a wrong signature', Buffer.concat([Buffer.from([0x88]), png.subarray(1)]), null],
  [
    'PNG as mail programs damage it',
    Buffer.from(png.toString('latin1').replace('\r\n', '\n'), 'latin1'),
    null,
  ],
  ['BMP', 'BM\x46\0\0\0\0\0', null],
  ['icon', '\0\0\x01\0\x01\0', null],
  ['video', '\0\0\0\x18ftypmp42', null],
];

describe.each([1, 7, 64 * 1024])('A file in pieces of %i bytes', (pieceSize) => {
  it.each(files)('%s', (_, file, type) => {
    expect(typeOf(file, pieceSize)).toBe(type);
  });
});

it('stops at the first piece that no type permits', () => {
  const detector = new MediaTypeDetector();
  expect(detector.add(Buffer.from('x'.repeat(2_000)))).toBe(true);
  expect(detector.add(Buffer.from([0]))).toBe(false);
});
