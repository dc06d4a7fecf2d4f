import { describe, expect, it } from '@jest/globals';
import { Conditions } from '../../../../src/platform/persistence/sql.js';
import { findMatches } from '../../../../src/feedback/items/persistence/find-matches.js';
import { matchOf } from '../../../../src/feedback/items/persistence/relevance.js';
import { searchedWords } from '../../../../src/platform/search/searched-words.js';

/** Finds matches where the sample has these shares: of the whole query, and of each term. */
async function found(text: string, ...shares: number[]) {
  const words = await searchedWords(() => Promise.resolve([]), 'words', text);
  const conditions = new Conditions();
  const run = (_: string, values: readonly unknown[]) => {
    expect(values).toHaveLength(1 + shares.length);
    return Promise.resolve([{ shares }] as never[]);
  };
  const from = await findMatches(run, 'project', matchOf(words), conditions, 's.created_at');
  return { from, ...conditions };
}

const darkMode = "(('dark':* | '+dark' | 'darkmode') & ('mode':* | '+mode' | 'darkmode'))";

describe('findMatches', () => {
  it('reads frequent matches in the order of the list', async () => {
    expect(await found('dark mode', 0.1, 0.2, 0.3)).toEqual({
      from: 'feedback_search s',
      where: ['(s.document @@ $1::tsquery) is true'],
      values: [darkMode],
    });
  });

  it('looks up rare matches in the index, and sorts them', async () => {
    expect(await found('dark mode', 0, 0, 0)).toEqual({
      from: '(select * from feedback_search s where s.document @@ $2::tsquery order by s.created_at offset 0) s',
      where: ['(s.document @@ $1::tsquery) is true'],
      values: [darkMode, `('@project' & ${darkMode})`],
    });
  });

  it('looks up frequent prefixes by their first letters, and not those of one or two letters', async () => {
    const { values } = await found('a dark mode', 0, 0.9, 0.2, 0.001);
    expect(values[1]).toBe(
      "('@project' & ((('<dar' | '+dark' | 'adark' | 'darkmode') | ('d' & '<ark') | 'da') & ('mode':* | '+mode' | 'darkmode')))",
    );
  });

  it('looks up frequent short prefixes when the search has no other words', async () => {
    const { values } = await found('a b', 0, 0.9, 0.9);
    expect(values[1]).toBe("('@project' & (('a':* | '+a' | 'ab') & ('b':* | '+b' | 'ab')))");
  });

  it('finds nothing for a text without words', async () => {
    expect(await found('!')).toEqual({ from: 'feedback_search s', where: ['false'], values: [] });
  });
});
