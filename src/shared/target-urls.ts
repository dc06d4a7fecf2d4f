/** Decides which URLs the service can post to on behalf of its users. */
export abstract class TargetUrls {
  /**
   * Returns why the URL is not allowed: a stable code, and the end of the sentence "The field …". Returns null if it is
   * allowed; the addresses of the host are checked on connection.
   */
  abstract check(url: string): { readonly code: string; readonly detail: string } | null;
}

/** The length of the longest URLs. Fields have lower limits. */
const maxUrlLength = 4_096;

/** The error of a string that is not the URL of a web server. */
export const noWebUrl = { code: 'invalid_url', detail: 'must be an https URL without a user name.' };

/**
 * Returns whether a text is an absolute http or https URL, with `//`, without white space or control characters, which
 * URL parsers (WHATWG URL §4.4) ignore or repair, and without a user name or password, which would be sent and logged.
 */
export function isWebUrl(text: string): boolean {
  // Parsing a host name normalizes it, which takes quadratic time.
  if (text.length > maxUrlLength) return false;
  if (!/^https?:\/\/[^/\\?#\s\p{Cc}][^\s\p{Cc}]*$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
