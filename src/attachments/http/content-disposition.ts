/**
 * Returns the header `Content-Disposition` (RFC 6266): the name in ASCII, and, where it has other characters, also in UTF-8
 * (RFC 8187), which clients prefer.
 *
 * @param filename a name without quotes, backslashes and control characters
 */
export function contentDisposition(type: 'inline' | 'attachment', filename: string): string {
  const ascii = filename.replaceAll(/[^ -~]/gu, '_');
  if (ascii === filename) return `${type}; filename="${filename}"`;
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
