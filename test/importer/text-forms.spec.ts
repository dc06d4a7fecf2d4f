import { describe, expect, it } from '@jest/globals';
import type { Item } from '../../importer/src/item.js';
import { failureOf, notesOf, ofKind, readItems, withFile } from './reading.js';
import { cannySample } from './samples.js';

/** Returns what was assumed about the form of files. */
const assumptionsIn = (items: readonly Item[]): string[] =>
  items.flatMap((item) => ('code' in item && item.code === 'form_assumed' ? [item.detail] : []));

const time = '2024-01-02T00:00:00.000Z';

describe('A text file', () => {
  const text = `title,description,created_at\nCafé “smart” €,a,${time}\nTwo,b,${time}\n`;
  const windows = Buffer.from(text.replace('“smart” €', '\x93smart\x94 \x80'), 'latin1');
  const sentence =
    'The file is not UTF-8, so it is read as Windows-1252. If it has wrong letters then, save it as UTF-8.';

  it.each([
    ['in UTF-16', Buffer.from(`\ufeff${text}`, 'utf16le'), ['The file is read as UTF-16.']],
    ['in UTF-16 without a byte order mark', Buffer.from(text, 'utf16le'), ['The file is read as UTF-16.']],
    [
      'in UTF-16 in big-endian order',
      Buffer.from(`\ufeff${text}`, 'utf16le').swap16(),
      ['The file is read as UTF-16.'],
    ],
    [
      'in big-endian order without a byte order mark',
      Buffer.from(text, 'utf16le').swap16(),
      ['The file is read as UTF-16.'],
    ],
    ['in Windows-1252', windows, [sentence]],
    [
      'with old line ends',
      Buffer.from(text.replaceAll('\n', '\r')),
      ['Its lines end with CR, as on old Macs.'],
    ],
    [
      'in UTF-16 with old line ends',
      Buffer.from(text.replaceAll('\n', '\r'), 'utf16le'),
      ['The file is read as UTF-16.', 'Its lines end with CR, as on old Macs.'],
    ],
  ])('%s is read, and it is said what was assumed', async (_, content, assumptions) => {
    const items = await readItems('csv', content);
    expect(ofKind(items, 'feedback').map(({ title }) => title)).toEqual(['Café “smart” €', 'Two']);
    expect(assumptionsIn(items)).toEqual(assumptions);
  });

  it('in Windows-1252 may end with a letter that is not ASCII', async () => {
    const content = Buffer.from(`created_at,title\n${time},Caf\xe9`, 'latin1');
    expect(ofKind(await readItems('csv', content), 'feedback')).toMatchObject([{ title: 'Café' }]);
  });

  it('may be JSON', async () => {
    const json = Buffer.from(`\ufeff${JSON.stringify([cannySample.post], null, 2)}\r\n`, 'utf16le');
    expect(ofKind(await readItems('canny', json), 'feedback')[0]).toMatchObject({ title: 'Dark mode' });
  });

  it('that belongs to another may have another form, which is named', async () => {
    const items = await withFile(Buffer.from(`id,name\n1,Zo\xeb\n`, 'latin1'), (path) =>
      readItems('csv', `id,title,created_at\n10,Ten,${time}\n`, { tables: { people: path } }),
    );
    expect(ofKind(items, 'person')).toMatchObject([{ full_name: 'Zoë' }]);
    expect(assumptionsIn(items)).toEqual([`file: ${sentence}`]);
  });

  it('names the line after old line ends, and in quotes', async () => {
    const rows = `id,title,created_at\r1,"a\rb",${time}\r2,c,never\r`;
    const items = await readItems('csv', rows);
    expect(ofKind(items, 'feedback')[0]!.title).toBe('a\nb');
    expect(notesOf(items)).toContain('4 invalid_date');
  });

  it('in UTF-8 with a damaged character is refused in place of all letters being wrong', async () => {
    const content = Buffer.concat([Buffer.from(text), Buffer.from(`Bad \xff,c,${time}\n`, 'latin1')]);
    expect(await failureOf('csv', content)).toMatchObject({ code: 'invalid_utf8' });
  });
});

describe('Texts of databases', () => {
  it('keep an apostrophe before a formula, which only spreadsheets need', async () => {
    const logChimp = `postId,title,slug,slugId,contentMarkdown,createdAt\n1,'=already,a,1,,${time}\n`;
    expect(ofKind(await readItems('logchimp-csv', logChimp), 'feedback')[0]!.title).toBe("'=already");
    const csv = `id,title,created_at\n1,'=1+1,${time}\n2,''=already,${time}\n`;
    expect(ofKind(await readItems('csv', csv), 'feedback').map(({ title }) => title)).toEqual([
      '=1+1',
      "'=already",
    ]);
  });
});
