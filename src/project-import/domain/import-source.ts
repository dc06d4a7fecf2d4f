import { ownSource } from '../../shared/imports.js';

const pattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Returns whether a value can name the tool that records are from, such as `canny`. */
export function isSource(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/** What the manifest of a file says about its source. */
export interface ImportSource {
  /** The tool that the records are from. */
  readonly source: string;
  /** Whether the file has everything that the source has. */
  readonly isComplete: boolean;
}

/**
 * Returns what the manifest of a file says. Files without a source, and those that will turn out to be unreadable, count as files
 * of this service.
 *
 * @param start the beginning of the file
 */
export function sourceOf(start: Buffer): ImportSource {
  const end = start.indexOf('\n');
  try {
    const text = start.toString('utf8', 0, Math.max(0, end));
    const { source, complete } = JSON.parse(text) as { source?: unknown; complete?: unknown };
    return { source: isSource(source) ? source : ownSource, isComplete: complete === true };
  } catch {
    return { source: ownSource, isComplete: false };
  }
}
