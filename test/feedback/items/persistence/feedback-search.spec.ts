import { describe, expect, it } from '@jest/globals';
import { feedbackLexemes, headLexeme } from '../../../../src/feedback/items/persistence/feedback-search.js';

describe('the lexemes of feedback', () => {
  it('include lexemes of the title and the first letters of words', () => {
    expect(feedbackLexemes({ title: 'Dark UI', description: '日本' })).toEqual([
      ...['=dark', '=ui', '=<dar', '=+darkui'],
      ...['dark', 'ui', '日本', '本', '<dar', '+darkui'],
    ]);
    expect([headLexeme('darkness'), headLexeme('da')]).toEqual(['<dar', null]);
  });
});
