import { ownSource } from '../../shared/imports.js';

const pattern = /^[a-z0-9][a-z0-9-]{0,39}$/;

/** Returns whether a value can name the tool that records are from, such as `canny`. */
export function isSource(value: unknown): value is string {
  return typeof value === 'string' && pattern.test(value);
}

/**
 * Returns the tool that the records of a file are from, as its manifest names it. Files without one, and those that will turn out
 * to be unreadable, count as files of this service.
 *
 * @param start the beginning of the file
 */
export function sourceOf(start: Buffer): string {
  const end = start.indexOf('\n');
  try {
    const { source } = JSON.parse(start.toString('utf8', 0, Math.max(0, end))) as { source?: unknown };
    return isSource(source) ? source : ownSource;
  } catch {
    return ownSource;
  }
}
