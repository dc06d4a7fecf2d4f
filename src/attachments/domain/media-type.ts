/** The media types of attachments, which are recognized by their content. */
export const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'application/pdf',
  'text/plain',
] as const;

export type MediaType = (typeof mediaTypes)[number];

/** The number of bytes that decide, as in the MIME Sniffing Standard, section 5.2. */
const headLength = 1_445;

/**
 * The beginnings of files, as texts whose characters are the bytes:
 *
 * - PNG: the signature, and the header chunk that follows it (PNG Specification, third edition, sections 5.2 and 11.2.1);
 * - JPEG: the marker of the start of an image, and the beginning of another marker (ITU-T T.81, section B.1.1);
 * - GIF: signature and version (GIF89a Specification, section 17);
 * - WebP: a RIFF container with an image (RFC 9649, sections 2.3 to 2.7);
 * - PDF: the header at the first byte (ISO 32000-2, section 7.5.2), although readers also accept it further behind.
 */
const beginnings: readonly (readonly [MediaType, (head: string) => boolean])[] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1A\n\0\0\0\rIHDR')],
  ['image/jpeg', (head) => /^\xFF\xD8\xFF[\xC0-\xFE]/.test(head)],
  ['image/gif', (head) => /^GIF8[79]a/.test(head)],
  ['image/webp', (head) => /^RIFF[^]{4}WEBPVP8[ LX]/.test(head)],
  ['application/pdf', (head) => /^%PDF-[1-9]/.test(head)],
];

/**
 * Texts that programs would render or run: HTML and XML as browsers recognize them (MIME Sniffing Standard, section 7.1), SVG,
 * and PostScript.
 */
const activeText =
  /^(?:\xEF\xBB\xBF)?(?:[\t\n\f\r ]*<(?:(?:!doctype html|html|head|script|iframe|h1|div|font|table|a|style|title|b|body|br|p|svg|!--)[\s>/]|\?xml)|%!PS-Adobe-)/i;

/** Bytes that occur in no text: binary data bytes (MIME Sniffing Standard, section 3), U+0000 among them. */
const isBinary = (byte: number): boolean =>
  byte <= 0x08 || byte === 0x0b || (byte >= 0x0e && byte <= 0x1a) || (byte >= 0x1c && byte <= 0x1f);

/**
 * Recognizes the media type of a file while it is read. An image or a PDF is recognized by its first bytes, whatever follows
 * them; a text by all of them: it is UTF-8 without control characters that do not occur in texts, and not HTML, XML or
 * PostScript.
 */
export class MediaTypeDetector {
  private readonly utf8 = new TextDecoder('utf-8', { fatal: true });
  /** The first bytes, each as a character. */
  private head = '';
  private isDecided = false;
  private known: MediaType | null = null;
  private isText = true;

  /** Adds the next bytes. Returns false once the file has none of the types, whatever follows. */
  add(bytes: Uint8Array): boolean {
    if (!this.isDecided) {
      this.head += String.fromCharCode(...bytes.subarray(0, headLength - this.head.length));
      if (this.head.length === headLength) this.decide();
    }
    if (this.known === null && this.isText) this.isText = !bytes.some(isBinary) && this.decodes(bytes);
    return !this.isDecided || this.known !== null || this.isText;
  }

  /** Returns the media type of the bytes that were added, which are the whole file; null if it has none of the types. */
  end(): MediaType | null {
    if (!this.isDecided) this.decide();
    return this.known ?? (this.isText && this.decodes() ? 'text/plain' : null);
  }

  private decide(): void {
    this.isDecided = true;
    this.known = beginnings.find(([, begins]) => begins(this.head))?.[0] ?? null;
    if (activeText.test(this.head)) this.isText = false;
  }

  /** @param bytes the next bytes of a text in UTF-8; absent at its end */
  private decodes(bytes?: Uint8Array): boolean {
    try {
      this.utf8.decode(bytes, { stream: bytes !== undefined });
      return true;
    } catch {
      return false;
    }
  }
}
