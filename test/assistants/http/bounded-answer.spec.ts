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

  it('is refused if it is too large even then', () => {
    expect(() => boundAnswer({ feedback: Array.from({ length: 10_000 }, () => 'x'.repeat(50)) })).toThrow(
      AnswerTooLarge,
    );
  });
});
