import { hash } from 'node:crypto';
import { InvalidInput } from '../../shared/domain-error.js';
import type { PageRequest } from '../../shared/records.js';
import { type Rule, text } from '../../shared/rules.js';
import { QueryFlag, QueryNumber, QueryParam } from '../input/index.js';
import { limits } from '../problems/index.js';

/** The query parameter `limit`. */
export function LimitParam(): PropertyDecorator {
  const rule: Rule = {
    code: 'invalid_limit',
    detail: `must be a whole number from 1 to ${limits.pageSize}.`,
    isSatisfiedBy: (value) => typeof value === 'number' && value >= 1 && value <= limits.pageSize,
    schema: { type: 'integer', minimum: 1, maximum: limits.pageSize },
  };
  return QueryNumber([rule], {
    default: limits.pageSize,
    description: 'The maximum number of records in a page.',
  });
}

/** Returns the number of records that `limit` requests. */
export function pageSize(limit: number | undefined): number {
  return limit ?? limits.pageSize;
}

/** The query of a list, which can continue the list. */
export interface ListQuery {
  /**
   * Returns the requested page.
   *
   * @param scope what the records belong to: a cursor of another scope is invalid
   */
  page(scope: string): PageRequest;
  /** Returns name and value of the query parameter that requests the records after a position. */
  nextCursor(position: readonly string[], scope: string): [string, string];
}

/**
 * The query parameters of lists. Each list has a subclass, which adds its filters. Cursors contain a hash of the name of
 * the subclass: renaming it makes the cursors of clients invalid.
 */
export class PageQuery implements ListQuery {
  @LimitParam() limit?: number;
  @QueryParam(text({ max: 2_000, required: true }), {
    description:
      'The position to continue from, as in the link to the next page. A cursor is opaque, and valid only for the same project, list, filters and sort order.',
  })
  cursor?: string;
  @QueryFlag(
    'Whether to count all records of the list, for `X-Total-Count`. This can take longer than reading the page.',
  )
  count?: boolean;

  /** @throws Problem 400 if the cursor belongs to another scope, list or filter */
  page(scope: string): PageRequest {
    return {
      limit: pageSize(this.limit),
      count: this.count ?? false,
      ...(this.cursor === undefined ? {} : { after: this.position(this.cursor, scope) }),
    };
  }

  nextCursor(position: readonly string[], scope: string): [string, string] {
    const parts = [this.fingerprint(scope), ...position];
    return ['cursor', Buffer.from(JSON.stringify(parts)).toString('base64url')];
  }

  private position(cursor: string, scope: string): string[] {
    const [fingerprint, ...position] = partsOf(cursor);
    if (fingerprint === this.fingerprint(scope)) return position;
    throw new InvalidInput([
      {
        parameter: 'cursor',
        code: 'invalid_cursor',
        detail: 'The cursor is malformed, or belongs to another project, list, sort order or filter.',
      },
    ]);
  }

  /** Returns a hash of the scope, the list's name and its filters. */
  private fingerprint(scope: string): string {
    const { limit: _, cursor: __, count: ___, ...filters } = this;
    const parameters = Object.entries(filters)
      .filter(([, value]) => value !== undefined)
      // Flags as in the query.
      .map(([name, value]) => [name, typeof value === 'boolean' ? String(value) : value] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const bound = JSON.stringify([scope, this.constructor.name, parameters]);
    return hash('sha256', bound, 'base64url').slice(0, 8);
  }
}

/** Returns the parts of a cursor, none if it is malformed. */
function partsOf(cursor: string): string[] {
  try {
    const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown;
    const isValid = (part: unknown) => typeof part === 'string' && !part.includes('\0');
    return Array.isArray(parts) && parts.every(isValid) ? (parts as string[]) : [];
  } catch {
    return [];
  }
}
