import { readFileSync } from 'node:fs';

/** Members of `info` in the API document that the owner of the service sets in package.json. */
interface Publisher {
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  readonly license?: { readonly name: string; readonly identifier: string };
}

/** What package.json says about the service. */
interface PackageDetails {
  readonly version: string;
  /** Its members are absent until the owner sets them. */
  readonly publisher: Publisher;
}

/** Returns `version`, `author` and `license` of package.json. */
export function readPackageDetails(): PackageDetails {
  const file = new URL('../../package.json', import.meta.url);
  const { version, author, license } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly version: string;
    readonly author?: Publisher['contact'];
    readonly license?: string;
  };
  const publisher = {
    ...(author && { contact: author }),
    // The value that npm documents for packages without a license.
    ...(license && license !== 'UNLICENSED' && { license: { name: license, identifier: license } }),
  };
  return { version, publisher };
}
