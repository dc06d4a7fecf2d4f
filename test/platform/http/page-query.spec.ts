import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FeedbackListQuery } from '../../../src/feedback/items/http/feedback-list.dto.js';
import { tagKey } from '../../../src/project/tags/domain/tag.js';
import { PageQuery } from '../../../src/platform/http/page-query.js';
import { InvalidInput } from '../../../src/shared/domain-error.js';
import { firstViolation, text } from '../../../src/shared/rules.js';
import { anyCharacter, anyGrapheme } from '../../support/any-character.js';

function feedbackQuery(parameters: Partial<FeedbackListQuery> = {}): FeedbackListQuery {
  return Object.assign(new FeedbackListQuery(), parameters);
}

/** The position that the query reads from the cursor, or the code of its error. */
function positionOf(query: PageQuery, cursor: string): readonly string[] | string | undefined {
  query.cursor = cursor;
  try {
    return query.page('scope').after;
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    expect(error.fieldErrors).toMatchObject([{ parameter: 'cursor' }]);
    return error.fieldErrors[0]?.code;
  }
}

const positions = fc.array(
  fc.string({ unit: anyGrapheme, maxLength: 20 }).map((key) => key.replaceAll('\0', '')),
  {
    minLength: 1,
    maxLength: 3,
  },
);

describe('PageQuery', () => {
  it('requests the first 100 records without a count by default', () => {
    expect(new PageQuery().page('scope')).toEqual({ limit: 100, count: false });
    expect(Object.assign(new PageQuery(), { limit: 7, count: true }).page('scope')).toEqual({
      limit: 7,
      count: true,
    });
    expect(Object.assign(new PageQuery(), { count: false }).page('scope').count).toBe(false);
  });

  it('restores every position from its cursor, which needs no escapes in a URL', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const cursor = feedbackQuery({ status: ['planned'] }).nextCursor(position, 'scope')[1];
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(positionOf(feedbackQuery({ status: ['planned'] }), cursor)).toEqual(position);
      }),
    );
  });

  it('accepts a cursor with another limit or count', () => {
    const cursor = feedbackQuery({ limit: 10 }).nextCursor(['a', 'b'], 'scope')[1];
    expect(positionOf(feedbackQuery({ limit: 20, count: true }), cursor)).toEqual(['a', 'b']);
  });

  it('rejects the cursor of another list or other filters', () => {
    const filters: Partial<FeedbackListQuery>[] = [
      {},
      { status: ['planned'] },
      { status: ['planned', 'completed'] },
      { tag: ['planned'] },
      { user_id: '00000000-0000-7000-8000-000000000001' },
      { created_after: '2026-01-01T00:00:00Z' },
      { created_before: '2026-01-01T00:00:00Z' },
    ];
    const queries = [() => new PageQuery(), ...filters.map((filter) => () => feedbackQuery(filter))];
    for (const [from, makeFrom] of queries.entries()) {
      for (const [to, makeTo] of queries.entries()) {
        const read = positionOf(makeTo(), makeFrom().nextCursor(['a'], 'scope')[1]);
        expect(read).toEqual(from === to ? ['a'] : 'invalid_cursor');
      }
    }
  });

  it('binds cursors to flags as they are in the query', () => {
    class FlagQuery extends PageQuery {
      constructor(readonly published: boolean | string) {
        super();
      }
    }
    const [, cursor] = new FlagQuery('true').nextCursor(['a'], 'scope');
    expect(positionOf(new FlagQuery(true), cursor)).toEqual(['a']);
    expect(positionOf(new FlagQuery(false), cursor)).toBe('invalid_cursor');
  });

  it('rejects the cursor of another scope', () => {
    const [, cursor] = feedbackQuery().nextCursor(['a'], 'another scope');
    expect(positionOf(feedbackQuery(), cursor)).toBe('invalid_cursor');
  });

  it('accepts filters in any order', () => {
    const one = feedbackQuery();
    Object.assign(one, { user_id: 'a' }, { status: ['planned'] });
    const other = feedbackQuery();
    Object.assign(other, { status: ['planned'] }, { user_id: 'a' });
    expect(positionOf(other, one.nextCursor(['a'], 'scope')[1])).toEqual(['a']);
  });

  it('rejects malformed cursors', () => {
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const [fingerprint] = JSON.parse(
      Buffer.from(new PageQuery().nextCursor([], 'scope')[1], 'base64url').toString(),
    ) as string[];
    const wrong = [
      '',
      'x',
      '!!',
      'null',
      encode(null),
      encode({}),
      encode([]),
      encode('a'),
      encode(['a', 'b']),
    ];
    const almost = [
      [[fingerprint], 'a'],
      [fingerprint, 5],
      [fingerprint, null],
      [fingerprint, 'a\0'],
    ].map(encode);
    for (const cursor of [...wrong, ...almost]) {
      expect(positionOf(new PageQuery(), cursor)).toBe('invalid_cursor');
    }
    expect(positionOf(new PageQuery(), encode([fingerprint, 'a']))).toEqual(['a']);
  });

  it('rejects any other text or reads a position from it', () => {
    const cursor = new PageQuery().nextCursor(['2026-01-31T12:00:00.000Z', 'a'], 'scope')[1];
    const tampered = fc
      .tuple(fc.nat(cursor.length - 1), fc.string({ unit: anyCharacter, maxLength: 3 }))
      .map(([at, part]) => cursor.slice(0, at) + part + cursor.slice(at + 1));
    fc.assert(
      fc.property(fc.oneof(tampered, fc.string({ unit: anyCharacter }), fc.base64String()), (value) => {
        const read = positionOf(new PageQuery(), value);
        expect(
          read === 'invalid_cursor' ||
            (Array.isArray(read) && read.every((part) => typeof part === 'string' && !part.includes('\0'))),
        ).toBe(true);
      }),
      { numRuns: 1_000 },
    );
  });

  it('accepts the cursor of every tag', () => {
    const rules = text({ max: 2_000, required: true });
    for (const sign of ['a', '\u0001', '"', '🚀', '\u0390', '\u1fb7', '\ufb03', '\uffff']) {
      const cursor = new PageQuery().nextCursor([tagKey(sign.repeat(200))], 'scope')[1];
      expect(firstViolation(rules, cursor)).toBeUndefined();
    }
  });
});
