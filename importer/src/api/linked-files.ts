import { basename } from 'node:path';
import type { LinkedFile } from '../item.js';

/** The most bytes of a file, the most redirections, and the time limit of a request, in milliseconds. */
const [maxBytes, maxRedirects, timeout] = [10_000_000, 3, 60_000];

/** The hosts that store the pictures of each tool. */
const hosts: Readonly<Record<string, RegExp>> = {
  canny: /^(?:.+\.)?(?:canny\.io|canny-assets\.io)$/,
  github:
    /^(?:github\.com|.+\.githubusercontent\.com|github-production-user-asset-[\w-]+\.s3\.amazonaws\.com)$/,
};

/** The beginnings of pictures that the service accepts: PNG, JPEG, GIF and WebP. */
const beginnings = ['\x89PNG\r\n', '\xff\xd8\xff', 'GIF8', 'RIFF'];

/** A file that was fetched, or why it was not. */
export type FetchedFile =
  { readonly content: Buffer; readonly filename: string } | { readonly reason: string };

/** Fetches pictures that a source has the addresses of, from the hosts of the tool only. */
export class LinkedFiles {
  /**
   * @param source name of the tool
   * @param ownOrigin origin of an API that has its own address, such as the origin of an own server; empty if there is none
   */
  constructor(
    private readonly source: string,
    private readonly ownOrigin: string,
    private readonly signal: AbortSignal,
  ) {}

  async fetch({ url }: LinkedFile): Promise<FetchedFile> {
    try {
      return await this.follow(url);
    } catch (error) {
      if (this.signal.aborted) throw error;
      return { reason: String((error as Error).cause ?? error) };
    }
  }

  private async follow(start: string): Promise<FetchedFile> {
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(timeout)]);
    let url = new URL(start);
    for (let redirects = 0; redirects <= maxRedirects; redirects++) {
      if (!this.isAllowed(url)) return { reason: `${url.host} is not a host of the tool` };
      const response = await fetch(url, { redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null) {
        await response.body?.cancel();
        url = new URL(location, url);
        continue;
      }
      if (!response.ok) {
        await response.body?.cancel();
        return { reason: `the answer is ${response.status}` };
      }
      const content = await contentOf(response);
      if (!content) return { reason: `the file has more than ${maxBytes} bytes` };
      const head = content.toString('latin1', 0, 12);
      if (!beginnings.some((beginning) => head.startsWith(beginning)))
        return { reason: 'the file is no picture' };
      return { content, filename: basename(url.pathname).slice(0, 100) || 'picture' };
    }
    return { reason: 'there are too many redirections' };
  }

  private isAllowed(url: URL): boolean {
    if (url.origin === this.ownOrigin) return true;
    return url.protocol === 'https:' && url.port === '' && (hosts[this.source]?.test(url.hostname) ?? false);
  }
}

/** Returns the body of a response; undefined if it is too large. */
async function contentOf(response: Response): Promise<Buffer | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
