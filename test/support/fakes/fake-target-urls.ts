import { isWebUrl, noWebUrl, TargetUrls } from '../../../src/shared/target-urls.js';

/** Allows https URLs, except those with a host that a test has added. */
export class FakeTargetUrls extends TargetUrls {
  readonly privateHosts = new Set(['127.0.0.1', 'localhost']);

  override check(url: string): { code: string; detail: string } | null {
    if (!isWebUrl(url) || !url.toLowerCase().startsWith('https:')) return noWebUrl;
    return this.privateHosts.has(new URL(url).hostname)
      ? { code: 'private_target', detail: 'must not lead to a private host.' }
      : null;
  }
}
