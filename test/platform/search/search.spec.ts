import { describe, expect, it } from '@jest/globals';
import { Estimates, findSharing } from '../../../src/platform/search/search.js';
import { Conditions } from '../../../src/platform/persistence/sql.js';
import { lexeme, type TsQuery } from '../../../src/platform/search/tsquery.js';

/** What `explain` says: so many documents, and of them those that have a part of a query. */
function explained(documents: number, having: (text: string) => number) {
  const asked: (readonly unknown[])[] = [];
  const run = async (_text: string, values: readonly unknown[]) => {
    asked.push(values);
    const rows = [documents, ...values.map((text) => having(text as string))];
    return [{ 'QUERY PLAN': [{ Plan: { Plans: rows.map((found) => ({ 'Plan Rows': found })) } }] }];
  };
  return { asked, estimates: new Estimates(run as never, 'documents') };
}

describe('Estimates', () => {
  const query = (...words: string[]): TsQuery => ({ all: words.map(lexeme) });

  it('tell the share of documents that have the parts of a query', async () => {
    const { estimates } = explained(1_000, (text) => (text === "'dark'" ? 200 : 100));
    const { documents, shareOf } = await estimates.of(query('dark', 'mode'));
    expect([documents, shareOf(lexeme('dark')), shareOf(query('dark', 'mode'))]).toEqual([
      1_000,
      0.2,
      expect.closeTo(0.02),
    ]);
  });

  it('ask for what they do not remember', async () => {
    const { estimates, asked } = explained(1_000, () => 100);
    await estimates.of(query('dark', 'mode'));
    await estimates.of(query('mode', 'dark'));
    await estimates.of(query('mode', 'zebra'));
    expect(asked).toEqual([["'dark'", "'mode'"], ["'zebra'"]]);
  });
});

describe('findSharing', () => {
  const words = ['dark', 'mode', 'mobile', 'app'].map(lexeme);
  const documents = { table: 'documents', columns: 'id', scope: '@project', order: 's.id' };

  /** With how many of four words documents are looked for at once, and one after the other if those are not enough. */
  async function found(amount: number, share: number): Promise<{ choices: number; rest: number }> {
    const { estimates } = explained(amount, (text) => (text === "'@project'" ? amount : amount * share));
    const { from, rest } = await findSharing(estimates, documents, words, new Conditions());
    return { choices: from?.split('union all').length ?? 0, rest: rest.length };
  }

  it('looks for all that share half where that is not many', async () => {
    expect(await found(100_000, 0.01)).toEqual({ choices: 6, rest: 0 });
  });

  it('looks for those that share more first where too many share half', async () => {
    expect(await found(1_000_000, 0.05)).toEqual({ choices: 4, rest: 1 });
    expect(await found(1_000_000, 0.15)).toEqual({ choices: 1, rest: 2 });
  });

  it('looks for none at once where too many share even all', async () => {
    expect(await found(1_000_000, 0.5)).toEqual({ choices: 0, rest: 3 });
  });
});
