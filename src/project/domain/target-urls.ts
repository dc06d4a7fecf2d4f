/** Decides which URLs the service may post to on behalf of its users. */
export abstract class TargetUrls {
  /**
   * Why nothing may be posted to this URL: a stable code, and what ends the sentence "The field …". Null where it may be
   * tried; whether the host's addresses are allowed shows at the connection.
   */
  abstract fault(url: string): { readonly code: string; readonly detail: string } | null;
}

/** What is wrong with a text that is not even the URL of a web server. */
export const noWebUrl = { code: 'invalid_url', detail: 'must be an https URL without a user name.' };

/**
 * Whether a text is an absolute http or https URL as it is written down: with `//`, without white space or control
 * characters, which URL parsers (WHATWG URL §4.4) leave out or mend, and without a user name or password, which would be sent
 * along and stand in logs.
 */
export function isWebUrl(text: string): boolean {
  if (!/^https?:\/\/[^/\\?#\s\p{Cc}][^\s\p{Cc}]*$/iu.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}
