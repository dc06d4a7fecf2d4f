import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { notesOf, ofKind, readItems, recordsOf } from './reading.js';
import { anyCharacter } from '../support/any-character.js';

const header =
  'ID,Link,Title,Content,Status,Upvotes,Comment Count,User ID,User Name,User Email,User Avatar,Tags,Created At';

/** Writes a row as Feedbase does: without quotes around tags. */
function rowOf(title: string, content: string, tags: readonly string[], id = 'f1'): string {
  const quoted = (text: string) => `"${text.replace(/"/g, '""')}"`;
  const list = tags.map((tag) => tag.replace(/"/g, '""')).join(',');
  const link = `https://acme.feedbase.app/feedback/${id}`;
  return `${id},${link},${quoted(title)},${quoted(content)},In Review,12,3,u1,"Ada Lovelace","ada@example.com","https://example.com/a.png",${list},2024-03-05T10:11:12.345678+00:00\n`;
}

describe('Feedbase, CSV', () => {
  it('returns people, then feedback with its number of votes', async () => {
    const items = await readItems(
      'feedbase-csv',
      `${header}\n${rowOf('Dark "mode"', '<p>Please,\nsoon</p>', ['UI', 'Design'])}`,
    );
    expect(items).toEqual([
      {
        line: 2,
        record: {
          kind: 'person',
          external_id: 'u1',
          email: 'ada@example.com',
          full_name: 'Ada Lovelace',
          avatar_url: 'https://example.com/a.png',
        },
      },
      {
        line: 2,
        record: {
          kind: 'feedback',
          external_id: 'f1',
          title: 'Dark "mode"',
          description: '<p>Please,\nsoon</p>',
          status: 'In Review',
          person: 'u1',
          tags: ['UI', 'Design'],
          created_at: '2024-03-05T10:11:12.345Z',
          merged_into: '',
          vote_count: 12,
          url: 'https://acme.feedbase.app/feedback/f1',
          metadata: { comment_count: 3 },
        },
      },
    ]);
  });

  it('reads any texts, and any tags without commas and line breaks', async () => {
    const text = fc
      .string({ unit: anyCharacter })
      .map((value) => value.replaceAll(/[\0\p{Surrogate}]/gu, '"'));
    const tag = fc
      .oneof(
        fc.string({ unit: anyCharacter }),
        fc.string({ unit: fc.constantFrom('"', ' ', 'a', ';', "'"), minLength: 1 }),
      )
      .map((value) => value.replaceAll(/[,\r\n\0\p{Surrogate}]/gu, '-').trim())
      .filter((value) => value !== '');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(text, text, fc.uniqueArray(tag, { maxLength: 5 })), { minLength: 1, maxLength: 5 }),
        async (rows) => {
          const lines = rows.map(([title, content, tags], index) => rowOf(title, content, tags, `f${index}`));
          const items = await readItems('feedbase-csv', `${header}\n${lines.join('')}`);
          expect(
            ofKind(items, 'feedback').map(({ title, description, tags }) => [title, description, tags]),
          ).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('removes spaces around tags, such as those after a comma in the name of a tag', async () => {
    const items = await readItems(
      'feedbase-csv',
      `${header}\n${rowOf('A', 'B', ['Billing, invoices', ' UI '])}`,
    );
    expect(ofKind(items, 'feedback')[0]!.tags).toEqual(['Billing', 'invoices', 'UI']);
  });

  it('reads a file that a spreadsheet has saved with semicolons, CRLF and a byte order mark', async () => {
    const rows = [
      header.replaceAll(',', ';'),
      'f1;https://x/f1;Title;"a;b";Planned;1;0;u1;Ada;ada@example.com;;UI;Design;2024-03-05T10:11:12Z',
      'f2;https://x/f2;Other;;null;0;0;u2;undefined;;;;2024-03-05T10:11:12Z;',
    ];
    const items = await readItems('feedbase-csv', `\ufeff${rows.join('\r\n')}\r\n`);
    expect(
      ofKind(items, 'feedback').map(({ external_id, tags, status }) => [external_id, tags, status]),
    ).toEqual([
      ['f1', ['UI', 'Design'], 'Planned'],
      ['f2', [], ''],
    ]);
    expect(ofKind(items, 'person').map(({ full_name, email }) => [full_name, email])).toEqual([
      ['Ada', 'ada@example.com'],
      ['', ''],
    ]);
  });

  it('reports rows that cannot be read, with their lines', async () => {
    const good = rowOf('Title', 'two\nlines', ['UI'], 'f3');
    const items = await readItems(
      'feedbase-csv',
      [
        `${header}\n`,
        good,
        'f4,only,three\n',
        good.replace('f3', 'f5').replace(',12,', ',many,'),
        good.replace('f3', 'f6').replace('2024-03-05T10', '2024-13-05T10'),
        good.replace('f3', ''),
      ].join(''),
    );
    expect(notesOf(items)).toEqual(['4 wrong_columns', '5 value_left_out', '7 invalid_date', '9 invalid_id']);
    expect(recordsOf(items)).toHaveLength(3);
  });
});
