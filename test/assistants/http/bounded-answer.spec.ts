import { describe, expect, it } from '@jest/globals';
import { AnswerTooLarge, boundAnswer, maxAnswerBytes } from '../../../src/assistants/http/bounded-answer.js';

const bytes = (answer: object) => Buffer.byteLength(JSON.stringify(answer));

describe('The answer of a tool', () => {
  it('stays as it is while it is small', () => {
    const answer = { feedback: [{ title: 'x'.repeat(60_000) }] };
    expect(boundAnswer(answer)).toBe(answer);
  });

  it.each([
    [16, 4_000],
    [60, 1_000],
    [200, 300],
    [400, 100],
  ])('with %d texts is cut at %d characters', (count, length) => {
    const cut = boundAnswer({ feedback: Array.from({ length: count }, () => ({ text: 'x'.repeat(5_000) })) });
    expect(cut['texts_cut_at']).toBe(length);
    expect(bytes(cut)).toBeLessThanOrEqual(maxAnswerBytes);
  });

  it('keeps cursors, ids, numbers and short texts', () => {
    const id = '01a1f99e-4fbc-7a8a-99ef-c3f97a7b067d';
    const others = Array.from({ length: 200 }, () => ({ text: 'x'.repeat(5_000) }));
    const cut = boundAnswer({
      feedback: [{ id, upvotes: 3, user: null }, ...others],
      next_cursor: 'c'.repeat(2_000),
    });
    expect((cut['feedback'] as object[])[0]).toEqual({ id, upvotes: 3, user: null });
    expect(cut['next_cursor']).toHaveLength(2_000);
  });

  it('does not split characters', () => {
    const cut = boundAnswer({ feedback: Array.from({ length: 300 }, () => `x${'🙂'.repeat(2_000)}`) });
    expect((cut['feedback'] as string[])[0]).toBe(`x${'🙂'.repeat(49)}…`);
  });

  describe('without pages', () => {
    const many = <T>(length: number, item: T) => Array.from({ length }, () => item);

    it('is shortened in the lists of its records first, and has their lengths', () => {
      const fields = many(30, { key: 'k', options: many(100, 'x'.repeat(100)) });
      const cut = boundAnswer({ project: { id: 'p' }, fields });
      expect(cut['fields']).toEqual(many(30, { key: 'k', options: many(10, 'x'.repeat(100)) }));
      expect(cut['project']).toEqual({ id: 'p' });
      const lengths = cut['list_lengths'] as Record<string, number>;
      expect([Object.keys(lengths).length, lengths['fields/29/options']]).toEqual([30, 100]);
      expect(bytes(cut)).toBeLessThanOrEqual(maxAnswerBytes);
    });

    it('is shortened in its lists of records if that does not suffice', () => {
      const record = { name: '語'.repeat(80), text: '語'.repeat(1_000) };
      const cut = boundAnswer({ boards: many(100, record), tags: many(100, record), statuses: [record] });
      expect(['boards', 'tags', 'statuses'].map((name) => (cut[name] as unknown[]).length)).toEqual([
        50, 50, 1,
      ]);
      expect(cut['list_lengths']).toEqual({ boards: 100, tags: 100 });
    });
  });

  it.each([
    [['limit'], 'Ask for fewer records with limit.'],
    [['limit', 'include'], 'Ask for fewer records with limit. Ask for less with include.'],
  ])(
    'with pages is refused if it is too large even then, with advice for what it takes: %j',
    (takes, advice) => {
      const large = { feedback: Array.from({ length: 10_000 }, () => 'x'.repeat(50)) };
      expect(() => boundAnswer(large, takes)).toThrow(AnswerTooLarge);
      expect(() => boundAnswer(large, takes)).toThrow(advice);
    },
  );
});
