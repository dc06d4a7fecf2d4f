import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { anyGrapheme } from '../support/any-character.js';
import { failureOf, notesOf, ofKind, readItems, recordsOf } from './reading.js';

const time = '2024-01-02T03:04:05Z';

describe('CSV', () => {
  it('reads fields from columns of their names, and others into metadata', async () => {
    const items = await readItems(
      'csv',
      [
        'external_id,title,description,status,tags,created_at,updated_at,author_email,author_name,vote_count,merged_into,url,Team,E-mail of team',
        `2,Night,,open,,${time},,,,3,1,,core,x@example.com`,
        `1,Dark mode,"a\nb",open,"UI,""a, b"",",${time},${time},ada@example.com,Ada,5,,https://example.com/1,,`,
      ].join('\n'),
    );
    expect(recordsOf(items)).toEqual([
      {
        kind: 'person',
        external_id: 'ada@example.com',
        email: 'ada@example.com',
        full_name: 'Ada',
        avatar_url: '',
      },
      {
        kind: 'feedback',
        external_id: '1',
        title: 'Dark mode',
        description: 'a\nb',
        status: 'open',
        person: 'ada@example.com',
        tags: ['UI', 'a, b'],
        created_at: '2024-01-02T03:04:05.000Z',
        merged_into: '',
        metadata: { updated_at: '2024-01-02T03:04:05.000Z' },
        vote_count: 5,
        url: 'https://example.com/1',
      },
      {
        kind: 'feedback',
        external_id: '2',
        title: 'Night',
        description: '',
        status: 'open',
        person: '',
        tags: [],
        created_at: '2024-01-02T03:04:05.000Z',
        merged_into: '1',
        metadata: { Team: 'core' },
      },
    ]);
  });

  it('reads fields from the columns that the options name', async () => {
    const items = await readItems('csv', `Nr;Summary;When;Votes\n7;"Dark; mode";2024-01-02;12\n`, {
      mapping: { posts: { external_id: 'Nr', title: 'summary', created_at: 'When', vote_count: 'Votes' } },
    });
    expect(ofKind(items, 'feedback')).toMatchObject([
      { external_id: '7', title: 'Dark; mode', created_at: '2024-01-02T00:00:00.000Z', vote_count: 12 },
    ]);
    // A newer file would otherwise clear them.
    for (const name of ['description', 'tags']) expect(ofKind(items, 'feedback')[0]).not.toHaveProperty(name);
  });

  it('reads the CSV export of this service', async () => {
    const items = await readItems(
      'csv',
      `\ufeffid,title,description,status,tags,upvotes,comment_count,created_at,author_id,author_name,author_email,merged_into\r\n1,'=Dark,,planned,"""a,b"",UI",5,0,${time},u1,Ada,ada@example.com,\r\n`,
    );
    expect(recordsOf(items)).toMatchObject([
      { kind: 'person', external_id: 'u1' },
      { external_id: '1', title: '=Dark', tags: ['a,b', 'UI'], vote_count: 5, person: 'u1' },
    ]);
  });

  it('identifies the records of such an export by their ids here, to which merges refer', async () => {
    const row = (id: string, externalId: string, into: string) =>
      `${id},T,${time},${into},canny,${externalId},Ideas,core\n`;
    const items = await readItems(
      'csv',
      'id,title,created_at,merged_into,source,external_id,board,field.team\n' +
        [row('1', '7', ''), row('2', '7', '1'), row('3', '8', '')].join(''),
    );
    expect(
      ofKind(items, 'feedback').map(({ external_id, merged_into }) => [external_id, merged_into]),
    ).toEqual([
      ['1', ''],
      ['3', ''],
      ['2', '1'],
    ]);
    expect(ofKind(items, 'feedback')[0]).toMatchObject({ board: 'ideas', fields: { team: 'core' } });
    expect(ofKind(items, 'board')).toMatchObject([{ slug: 'ideas', name: 'Ideas' }]);
  });

  it('identifies a row without an id by its content', async () => {
    const row = (title: string) => `${title},${time}\n`;
    const ids = async (content: string) =>
      ofKind(await readItems('csv', `title,created_at\n${content}`), 'feedback').map(
        ({ external_id }) => external_id,
      );
    const [first, second] = await ids(row('a') + row('b'));
    expect(first).toMatch(/^row:[0-9a-f]{32}$/);
    expect(await ids(row('b') + row('c') + row('a'))).toEqual([second, expect.anything(), first]);
  });

  it('applies the merge of a row without an id', async () => {
    const items = await readItems('csv', `id,title,created_at,merged_into\n,a,${time},2\n2,b,${time},\n`);
    expect(ofKind(items, 'feedback').map(({ title, merged_into: into }) => [title, into])).toEqual([
      ['b', ''],
      ['a', '2'],
    ]);
  });

  it.each([
    ['commas and LF', ',', '\n'],
    ['semicolons and CRLF', ';', '\r\n'],
    ['tabs and LF', '\t', '\n'],
  ])('reads any texts with %s', async (_, separator, lineBreak) => {
    const text = fc.string({
      unit: fc.oneof(fc.constantFrom('"', ',', ';', '\t', '\n', '\r', "'", '=', ' '), anyGrapheme),
    });
    const quoted = (value: string) => `"${value.replaceAll('"', '""')}"`;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 10 }), async (texts) => {
        // An apostrophe before a formula is protection.
        const rows = texts.map(([title, description], index) => [
          String(index),
          `t${title}`,
          `d${description}`,
          time,
        ]);
        const lines = [['id', 'title', 'description', 'created_at'], ...rows.map((row) => row.map(quoted))];
        const items = await readItems('csv', lines.map((line) => line.join(separator) + lineBreak).join(''));
        expect(ofKind(items, 'feedback').map((feedback) => [feedback.title, feedback.description])).toEqual(
          rows.map(([, title, description]) => [title, description]),
        );
        // Notes name the line in which a row begins.
        let line = 2;
        const begins = rows.map((row) => {
          const start = line;
          line += 1 + row.join('').split('\n').length - 1;
          return start;
        });
        expect(items.map((item) => 'line' in item && item.line)).toEqual(begins);
      }),
      { numRuns: 20 },
    );
  });

  it('reports rows with too many columns, invalid values and cycles of merges', async () => {
    const items = await readItems(
      'csv',
      [
        'id,title,created_at,vote_count,merged_into',
        `1,a,${time},1,,more`,
        `2,b,${time},1e3,`,
        `3,c,01/02/2024,,`,
        '',
        `4,d,${time},,5,,,`,
        `5,e,${time},,4`,
        `6`,
        `7,"f`,
        `",${time}`,
      ].join('\n'),
    );
    expect(notesOf(items)).toEqual([
      '2 wrong_columns',
      '3 value_left_out',
      '4 ambiguous_date',
      '6 merge_circle',
      '7 merge_circle',
      '8 invalid_date',
    ]);
    expect(ofKind(items, 'feedback').map(({ external_id }) => external_id)).toEqual(['2', '4', '5', '7']);
  });

  const header = 'id,title,created_at';
  const good = `1,a,${time}`;
  it.each([
    ['an empty file', '', 'missing_columns'],
    ['a byte order mark alone', '\ufeff', 'missing_columns'],
    ['a file without a header', good, 'missing_columns'],
    ['a header with a column twice', `${header},Title\n${good},b`, 'duplicate_column'],
    ['a header with a million columns', `${header}${',x'.repeat(1_000_000)}\n${good}`, 'too_many_columns'],
    ['a row with two million columns', `${header}\n${good}\n${','.repeat(2_200_000)}\n`, 'row_too_long'],
    ['a quote that is not closed', `${header}\n${good}\n2,"b,${time}\n${good}`, 'unclosed_quote'],
    ['an endless quote', `${header}\n${good}\n2,"${'x'.repeat(2_200_000)}`, 'row_too_long'],
    ['an endless line', `${header}\n${'x'.repeat(2_200_000)}`, 'row_too_long'],
    ['an endless header', 'x'.repeat(2_200_000), 'missing_columns'],
    ['UTF-32', Buffer.from('\xff\xfe\0\0i\0\0\0d\0\0\0', 'latin1'), 'unsupported_encoding'],
    ['an Excel workbook', Buffer.from('PK\x03\x04\x14\x00\x06\x00', 'latin1'), 'unsupported_encoding'],
    [
      'UTF-8 with a damaged character',
      Buffer.from(`${header}\n1,h\xc3\xa4\xe4,${time}\n`, 'latin1'),
      'invalid_utf8',
    ],
    ['bytes that are not text', Buffer.from('PNG\xff\xd8\xe0\0\0\xe4\n', 'latin1'), 'invalid_utf8'],
  ])('refuses %s', async (_, content, code) => {
    expect(await failureOf('csv', content)).toMatchObject({ code });
  });

  it('names the line of a quote that is not closed', async () => {
    const { message } = await failureOf('csv', `${header}\n1,"a\nb",${time}\n2,"c,${time}\n3,d,${time}\n`);
    expect(message).toBe('A quote is not closed in the row that begins in line 4.');
  });

  it('refuses columns for unknown fields, and columns that the file lacks', async () => {
    expect(await failureOf('csv', `${header}\n`, { mapping: { posts: { name: 'title' } } })).toMatchObject({
      code: 'unknown_field',
    });
    expect(await failureOf('csv', `${header}\n`, { mapping: { posts: { status: 'State' } } })).toMatchObject({
      code: 'missing_columns',
      message: 'The header lacks: State.',
    });
  });

  it('reads a declaration of the separator as Excel writes it', async () => {
    const items = await readItems('csv', `sep=;\r\nid;title;created_at\r\n1;a,b,c,d;${time}\r\n2;x;bad\r\n`);
    expect(ofKind(items, 'feedback')).toMatchObject([{ title: 'a,b,c,d' }]);
    expect(notesOf(items)).toEqual(['4 invalid_date']);
  });

  it('keeps quotes within values, and apostrophes that protect nothing', async () => {
    const items = await readItems('csv', `${header}\n1,say "hi",${time}\n2,'tis,${time}\n3,"a" b,${time}\n`);
    expect(ofKind(items, 'feedback').map(({ title }) => title)).toEqual(['say "hi"', "'tis", '"a" b']);
  });
});
