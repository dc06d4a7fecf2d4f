import { readFileSync } from 'node:fs';

/** Members of `info` in the API document that the owner of the service sets in package.json. */
export interface Publisher {
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier: string };
}

/** Returns `author` and `license` of package.json. Both are absent until the owner sets them. */
export function readPublisher(): Publisher {
  const file = new URL('../../package.json', import.meta.url);
  const { author, license } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly author?: Publisher['contact'];
    readonly license?: string;
  };
  return {
    ...(author && { contact: author }),
    // The value that npm documents for packages without a license.
    ...(license && license !== 'UNLICENSED' && { license: { name: license, identifier: license } }),
  };
}
