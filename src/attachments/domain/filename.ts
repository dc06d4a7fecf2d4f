import { normalize } from '../../shared/normalize.js';
import type { MediaType } from './media-type.js';

/** The maximum length of the name of an attachment, in characters (Unicode code points). */
export const maxFilenameLength = 100;

/** The extensions that files of a type may have; one without gets the first. */
const extensions: Readonly<Record<MediaType, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'image/gif': ['gif'],
  'image/webp': ['webp'],
  'application/pdf': ['pdf'],
  // None that an operating system runs, or opens in a browser.
  'text/plain': ['txt', 'text', 'log', 'md', 'csv', 'json', 'yaml', 'yml', 'diff', 'patch'],
};

/**
 * Returns the name under which a file is served: the last segment of a path, without control and formatting characters, which
 * could hide the extension, and without characters that file systems do not accept. It has an extension of its type, so that
 * nobody opens a saved text as HTML or runs it.
 *
 * @param given the name that the client sent; may be empty
 */
export function filenameFor(given: string, type: MediaType): string {
  const name = normalize(given, 'NFC')
    .replace(/^.*[/\\]/s, '')
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replaceAll(/["*:<>?|]/g, '_')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[. ]+|(?<![. ])[. ]+$/g, '');
  const [, stem = name, extension = ''] = /^(.+)\.([^.]+)$/.exec(name) ?? [];
  const known = extensions[type];
  const isKnown = known.includes(extension.toLowerCase());
  const ending = isKnown ? extension : known[0]!;
  const characters = [...((isKnown ? stem : name) || 'file')];
  return `${characters.slice(0, maxFilenameLength - ending.length - 1).join('')}.${ending}`;
}
