/** Decides which URLs the service may post to on behalf of its users. */
export abstract class TargetUrls {
  /**
   * Why nothing may be posted to this URL: a stable code, and what ends the sentence "The field …". Null where it may be
   * tried; whether the host's addresses are allowed shows at the connection.
   */
  abstract fault(url: string): { readonly code: string; readonly detail: string } | null;
}
