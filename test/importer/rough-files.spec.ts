import { describe, expect, it } from '@jest/globals';
import type { Item } from '../../importer/src/item.js';
import { overviewOf } from '../../importer/src/overview.js';
import { type Format, type ReadOptions } from '../../importer/src/sources/index.js';
import { convert } from '../support/converted.js';
import { notesOf, ofKind, readItems, recordsOf, withFile } from './reading.js';
import { cannySample, gitHubSample } from './samples.js';
import { zipOfFiles, zipOfTables } from './zip-file.js';

/** Returns what CSV files contain of which the first has posts. */
async function readTables(
  posts: string,
  tables: Readonly<Record<string, string>>,
  options: Partial<ReadOptions> = {},
): Promise<Item[]> {
  const [next, ...others] = Object.entries(tables);
  if (!next) return readItems('csv', posts, options);
  const [name, content] = next;
  return withFile(content, (path) =>
    readTables(posts, Object.fromEntries(others), {
      ...options,
      tables: { ...options.tables, [name]: path },
    }),
  );
}

/** Returns the details of notes with a code. */
const detailsOf = (items: readonly Item[], code: string): string[] =>
  items.flatMap((item) => ('code' in item && item.code === code ? [item.detail] : []));

const time = '2024-01-02T00:00:00.000Z';
const posts = `id,title,created_at\n10,Ten,${time}\n11,Eleven,${time}\n`;

describe('A value that protects a record', () => {
  const protectedWords = ['WAHR', 'x', 'on', 'ja', '1.0', 'internal', '✓', 'vertraulich', '2'];

  it('makes comments internal in CSV, also if it is not understood, which is noted', async () => {
    const rows = [...protectedWords, 'nein', '', '0.0'].map((word, n) => `c${n},10,Text,${time},${word}\n`);
    const items = await readTables(posts, {
      comments: `id,post_id,content,created_at,is_internal\n${rows.join('')}`,
    });
    expect(ofKind(items, 'comment').map(({ comment_kind: kind }) => kind)).toEqual([
      ...protectedWords.map(() => 'internal'),
      ...['comment', 'comment', 'comment'],
    ]);
    expect(notesOf(items)).toEqual(['9 protected', '10 protected']);
    expect(detailsOf(items, 'protected')[0]).toMatch(
      /: is_internal "vertraulich" is not understood, so the comment is internal\.$/,
    );
  });

  it('is also read from a second column, and from columns of other names', async () => {
    const comments =
      'id,post_id,content,created_at,is_internal,is_private\n' +
      `1,10,Text,${time},false,true\n2,10,Text,${time},true,false\n3,10,Text,${time},false,false\n`;
    expect(
      ofKind(await readTables(posts, { comments }), 'comment').map(({ comment_kind: kind }) => kind),
    ).toEqual(['internal', 'internal', 'comment']);
    const items = await readTables(posts, {
      comments: `id,post_id,content,created_at,private\n1,10,Text,${time},yes\n`,
      boards: 'id,name,is_public\n1,Team,FALSE\n2,All,TRUE\n3,Odd,perhaps\n',
    });
    expect(ofKind(items, 'comment')).toMatchObject([{ comment_kind: 'internal' }]);
    expect(ofKind(items, 'board').map(({ visibility }) => visibility)).toEqual([
      ...['editors', 'public', 'editors'],
    ]);
    expect(notesOf(items)).toEqual(['4 protected']);
  });

  it('says what was protected in the overview', async () => {
    const { conversion, notes } = await withFile(
      `id,post_id,content,created_at,is_internal\n1,10,Text,${time},vertraulich\n`,
      (path) => convert('csv', posts, {}, { tables: { comments: path } }),
    );
    expect(overviewOf(conversion.counts(), [], notes).join('\n')).toMatch(
      /1 {2}protected\n.*2: .*is_internal "vertraulich" is not understood, so the comment is internal\./,
    );
  });

  it('hides boards, and does not approve posts and comments', async () => {
    const items = await readTables(
      'id,title,created_at,approval\n' +
        ['unapproved', 'waiting', 'denied', 'hidden', 'spam', 'perhaps', 'yes', '']
          .map((word, n) => `${n},Title,${time},${word}\n`)
          .join(''),
      {
        boards: 'id,name,is_private\n1,A,ja\n2,B,geheim\n3,C,private\n4,D,nein\n5,E,\n',
        comments: `id,post_id,content,created_at,is_spam,approval\n1,0,a,${time},oui,\n2,0,b,${time},,later\n`,
      },
    );
    expect(ofKind(items, 'board').map(({ visibility }) => visibility)).toEqual([
      ...['editors', 'editors', 'editors', 'public', 'public'],
    ]);
    expect(ofKind(items, 'feedback').map(({ approval }) => approval)).toEqual([
      ...['pending', 'pending', 'rejected', 'rejected', 'rejected', 'pending', 'approved', undefined],
    ]);
    expect(ofKind(items, 'comment').map(({ approval }) => approval)).toEqual(['rejected', 'pending']);
    expect(notesOf(items)).toEqual(['3 protected', '7 protected', '3 protected']);
  });

  it('is not read from rows that are too wide', async () => {
    const items = await readTables(posts, {
      people: 'id,name,role\n1,Lovelace, Ada,admin\n',
      boards: 'id,name,description,is_private\n1,Internal, Ops,,yes\n',
      statuses: 'id,name,color\n1,Later, maybe,#fff\n',
    });
    expect(recordsOf(items).map(({ kind }) => kind)).toEqual(['feedback', 'feedback']);
    expect(notesOf(items)).toEqual(['2 wrong_columns', '2 wrong_columns', '2 wrong_columns']);
  });

  it('hides a board if one of several with its name is hidden', async () => {
    const board = { object: 'board', name: 'Ideas', postCount: 1, isPrivate: true };
    const { file } = await convert(
      'canny',
      [board, { ...board, isPrivate: false }, cannySample.post]
        .map((each) => JSON.stringify(each))
        .join('\n'),
    );
    expect(file).toMatch(/"slug":"ideas",.*"visibility":"editors"/);
    const namedIn = (post: object, isPrivate: boolean) => ({ ...post, board: { name: 'Ideas', isPrivate } });
    for (const objects of [
      [{ ...board, isPrivate: false }, board, cannySample.post],
      [namedIn(cannySample.post, false), namedIn({ ...cannySample.post, id: 'p9' }, true)],
    ]) {
      const later = await convert('canny', objects.map((each) => JSON.stringify(each)).join('\n'));
      expect(later.file).toMatch(/"slug":"ideas",.*"visibility":"editors"/);
    }
    const named = await withFile('id,name,is_private\n1,Ideas,yes\n', (path) =>
      convert('csv', `title,created_at,board\nA,${time},Ideas\n`, {}, { tables: { boards: path } }),
    );
    expect(named.file).toMatch(/"slug":"ideas",.*"visibility":"editors"/);
  });

  it('is the kind and the approval of comments in the tables of this service', async () => {
    const row = (id: string, kind: string, approval: string) => `${id},10,Text,${time},${kind},${approval}\n`;
    const items = await readTables(posts, {
      comments:
        'id,feedback_id,content,created_at,kind,approval\n' +
        [
          ...[row('1', 'internal', 'approved'), row('2', 'response', 'approved')],
          ...[row('3', 'comment', 'pending'), row('4', 'secret', 'rejected')],
        ].join(''),
    });
    expect(ofKind(items, 'comment').map((each) => `${each.comment_kind} ${each.approval}`)).toEqual([
      ...['internal approved', 'response approved', 'comment pending', 'internal rejected'],
    ]);
    expect(notesOf(items)).toEqual(['5 protected']);
  });

  it.each<[Format, string | Buffer, object]>([
    ['canny', JSON.stringify([{ ...cannySample.comment, internal: 'true' }]), { comment_kind: 'internal' }],
    ['canny', JSON.stringify([{ ...cannySample.comment, private: 'streng' }]), { comment_kind: 'internal' }],
    ['canny', JSON.stringify([{ ...cannySample.board, isPrivate: 'true' }]), { visibility: 'editors' }],
    ['github', JSON.stringify([{ ...gitHubSample.issue, locked: 'true' }]), { comments_locked: true }],
    [
      'fider-zip',
      zipOfTables({ posts: [{ id: 1, number: 1, title: 'A', created_at: time, is_approved: 'false' }] }),
      { approval: 'pending' },
    ],
    [
      'quackback-zip',
      zipOfFiles({
        'posts.csv': `id,title,content,status,created_at\n1,A,,open,${time}\n`,
        'post_comments.csv': `id,post_id,content,created_at,is_private\n1,1,Text,${time},WAHR\n`,
      }),
      { comment_kind: 'internal' },
    ],
    [
      'quackback-zip',
      zipOfFiles({
        'posts.csv': `id,title,content,status,created_at,moderation_state\n1,A,,open,${time},limbo\n`,
        'boards.csv': 'name,is_public\nIdeas,FALSCH\n',
      }),
      { visibility: 'editors' },
    ],
    [
      'uservoice-csv',
      `ideaId,ideaTitle,createdTimestamp,moderationState\n1,A,${time},limbo\n`,
      { approval: 'pending' },
    ],
  ])('is read by the reader of %s as by all (%#)', async (format, content, record) => {
    expect(recordsOf(await readItems(format, content))).toContainEqual(expect.objectContaining(record));
  });
});

describe('A board', () => {
  it('has a slug that the service does not reserve', async () => {
    const { file } = await convert('csv', `title,created_at,board\nA,${time},None\n`);
    expect(file).toMatch(/"slug":"none-1","name":"None"/);
    expect(file).toMatch(/"board":"none-1"/);
  });
});

describe('A value that cannot be read', () => {
  it('is left out with a note of its line and column, and the record is imported', async () => {
    const row = (id: number, votes: string, updated: string, estimated: string, email: string) =>
      `${id},Title,${time},${votes},${updated},${estimated},${email}\n`;
    const items = await readItems(
      'csv',
      'id,title,created_at,votes,updated_at,estimated_date,author_email\n' +
        [
          ...[row(1, '2.0', '', '', ''), row(2, '"1,234"', '', '', ''), row(3, 'n/a', '', '', '')],
          ...[row(4, '', 'never', '', ''), row(5, '', '', 'Q3 2026', ''), row(6, '', '', '05/06/2024', '')],
          ...[row(7, '', '', '', 'Ada <ada@example.com>'), row(8, '', '', '', 'not-an-email')],
        ].join(''),
    );
    expect(ofKind(items, 'feedback').map(({ vote_count: votes }) => votes)).toEqual([
      ...[2, 1_234, undefined, undefined, undefined, undefined, undefined, undefined],
    ]);
    expect(ofKind(items, 'feedback').map(({ person }) => person)[6]).toBe('ada@example.com');
    expect(ofKind(items, 'feedback')[4]).not.toHaveProperty('estimated_date');
    expect(notesOf(items)).toEqual([
      ...['4 value_left_out', '5 value_left_out', '6 value_left_out', '7 ambiguous_date', '9 value_left_out'],
    ]);
    expect(detailsOf(items, 'value_left_out')).toEqual([
      'votes "n/a" is not a number from 0 to 10000000, so it is left out.',
      'updated_at "never" is not a date, so it is left out.',
      'estimated_date "Q3 2026" is not a date, so it is left out.',
      'author_email "not-an-email" is not an e-mail address, so it is left out.',
    ]);
  });

  it('does not take members, ids and companies with it that have no readable time', async () => {
    const people = 'id,email,role,created_at\n1,ada@example.com,admin,\n2,bad@,editor,soon\n3,,user,\n';
    const items = await readTables(posts, { people });
    expect(ofKind(items, 'person')).toHaveLength(3);
    expect(ofKind(items, 'member').map(({ person }) => person)).toEqual(['1', '2']);
    expect(notesOf(items)).toEqual(['3 value_left_out', '3 value_left_out']);
    const canny = await readItems(
      'canny',
      JSON.stringify([
        { ...cannySample.post, author: { id: 'u1', userID: '7', companies: [{ id: 'c1', name: 'C' }] } },
      ]),
    );
    expect(ofKind(canny, 'company')).toMatchObject([{ id: 'c1' }]);
    expect(ofKind(canny, 'external_id')).toMatchObject([{ id: '7', company: 'c1' }]);
  });

  it('has a note in the record of an entry, which is not published then', async () => {
    const changelog = 'id,title,content,published_at,created_at\n1,A,,soon,2024-01-02\n';
    const items = await readItems('quackback-zip', zipOfFiles({ 'changelog.csv': changelog }));
    expect(ofKind(items, 'changelog')).toMatchObject([{ published: false, publish_date: time }]);
    expect(notesOf(items)).toEqual(['2 value_left_out']);
  });

  it('reads columns without a name as none', async () => {
    const items = await readItems('csv', `title,created_at,,\nA,${time},secret,\n,,,\n`);
    expect(recordsOf(items)).toEqual([expect.objectContaining({ title: 'A', status: '', merged_into: '' })]);
    expect(JSON.stringify(items)).not.toContain('secret');
  });
});

describe('Dates', () => {
  const file = `id,title,created_at\n1,A,"January 5, 2024"\n2,B,25/01/2024\n3,C,03/04/2024\n4,D,45296\n`;

  it('with two meanings are refused, with the option that says which one is meant', async () => {
    const items = await readItems('csv', file);
    expect(ofKind(items, 'feedback').map(({ created_at: created }) => created.slice(0, 10))).toEqual([
      ...['2024-01-05', '2024-01-25', '2024-01-05'],
    ]);
    expect(items).toContainEqual({
      line: 4,
      failed: true,
      code: 'ambiguous_date',
      detail: 'created_at "03/04/2024" does not say which number is the day: use --dates dmy or --dates mdy.',
    });
  });

  it.each([
    ['dmy', '2024-04-03'],
    ['mdy', '2024-03-04'],
  ] as const)('have one meaning with --dates %s', async (dates, date) => {
    const items = await readItems('csv', file, { dates });
    expect(ofKind(items, 'feedback')[2]).toMatchObject({ created_at: `${date}T00:00:00.000Z` });
    expect(notesOf(items)).toEqual([]);
  });
});

describe('The same id twice', () => {
  it('is one record, with the values of the first row', async () => {
    const merged =
      'id,title,created_at,author_name,merged_into\n1,Alpha,2024-01-01,Nora,\n2,B,2024-01-01,,\n1,Beta,2024-01-02,Emil,2\n';
    const comments = `id,post_id,content,created_at\n1,1,First,${time}\n1,1,Second,${time}\n`;
    const { file, notes } = await withFile(comments, (path) =>
      convert('csv', merged, {}, { tables: { comments: path } }),
    );
    expect(file).toContain('"title":"Alpha"');
    expect(file).not.toMatch(/Beta|Second|"merged_into":"2"/);
    expect(notes.groups).toEqual([
      {
        code: 'duplicate_id',
        count: 2,
        failed: 2,
        examples: [
          '4: An earlier feedback has the id 1, so this one is left out.',
          '3: An earlier comment has the id 1, so this one is left out.',
        ],
      },
    ]);
  });

  it('is reported for people, boards and statuses', async () => {
    const items = await readTables(posts, {
      people: 'id,name,role,created_at\n1,Ada,user,\n1,Grace,admin,\n',
      boards: 'id,name,is_private\n1,A,\n1,B,\n',
      statuses: 'id,name\n1,Now\n1,Later\n',
    });
    expect(notesOf(items)).toEqual(['3 duplicate_id', '3 duplicate_id', '3 duplicate_id']);
    expect(recordsOf(items).map((record) => ('name' in record ? record.name : record.kind))).toEqual([
      ...['person', 'A', 'Now', 'feedback', 'feedback'],
    ]);
  });
});

describe('A reply', () => {
  it('to a comment on another post, to itself or in a cycle is a comment of its own', async () => {
    const row = (id: number, post: number, parent: number | '') =>
      `${id},${post},Text ${id},${time},${parent}\n`;
    const comments = `id,post_id,content,created_at,parent_id\n${[
      ...[row(1, 10, ''), row(2, 10, 1), row(3, 11, 1), row(4, 10, 4), row(5, 10, 6), row(6, 10, 5)],
    ].join('')}`;
    const { file, notes } = await withFile(comments, (path) =>
      convert('csv', posts, {}, { tables: { comments: path } }),
    );
    const parents = Array.from(file.matchAll(/"content":"Text (\d)","parent":"(\d?)"/g), ([, id, parent]) => [
      id,
      parent,
    ]);
    expect(Object.fromEntries(parents)).toEqual({ 1: '', 2: '1', 3: '', 4: '', 5: '', 6: '' });
    expect(notes.groups).toMatchObject([
      {
        code: 'parent_missing',
        count: 4,
        examples: expect.arrayContaining([
          '4: The comment 3 replies to one on other feedback, so it is a comment of its own.',
        ]),
      },
    ]);
  });
});

describe('A reply to an internal comment', () => {
  it('is internal, also below a public comment and if the comment has no text', async () => {
    const comments =
      'id,post_id,content,created_at,parent_id,is_internal\n' +
      `1,10,Public,${time},,\n2,10,Note,${time},1,yes\n3,10,About it,${time},2,\n` +
      `4,10,,${time},,yes\n5,10,About nothing,${time},4,\n6,10,Yes,${time},1,\n`;
    const { file } = await withFile(comments, (path) =>
      convert('csv', posts, {}, { tables: { comments: path } }),
    );
    const kinds = Array.from(file.matchAll(/"external_id":"(\d)".*"comment_kind":"(\w+)"/g), (each) =>
      each.slice(1),
    );
    expect(Object.fromEntries(kinds)).toEqual({
      ...{ 1: 'comment', 2: 'internal', 3: 'internal', 5: 'internal', 6: 'comment' },
    });
  });

  const header = 'id,post_id,content,created_at,is_internal,parent_id\n';
  const { comment, post } = cannySample;
  const canny = [
    { ...comment, id: '1', internal: true, created: null },
    { ...comment, id: '2', value: 'About it', parentID: '1' },
    { ...comment, id: '3', value: 'Other' },
    post,
  ];
  const quackback = zipOfFiles({
    'posts.csv': `id,title,content,status,created_at\n10,Ten,,open,${time}\n`,
    'post_comments.csv':
      'id,post_id,parent_id,content,created_at,is_private,moderation_state\n' +
      `1,10,,Secret,${time},true,deleted\n2,10,1,About it,${time},false,\n3,10,,Other,${time},false,\n`,
  });
  it.each<[string, Format, string | Buffer, string]>([
    [
      'a time that cannot be read',
      'csv',
      posts,
      `${header}1,10,Secret,never,yes,\n2,10,About it,${time},,1\n3,10,Other,${time},,\n`,
    ],
    [
      'too many columns',
      'csv',
      posts,
      `${header}1,10,Secret, more,${time},yes,\n2,10,About it,${time},,1\n3,10,Other,${time},,\n`,
    ],
    ['no time in Canny', 'canny', canny.map((each) => JSON.stringify(each)).join('\n'), ''],
    ['been deleted in Quackback', 'quackback-zip', quackback, ''],
  ])('is internal if that comment has %s', async (_, format, content, comments) => {
    const { file } = await withFile(comments, (path) =>
      convert(format, content, {}, { tables: format === 'csv' ? { comments: path } : {} }),
    );
    const kinds = Array.from(
      file.matchAll(/"external_id":"(\d)","feedback".*"comment_kind":"(\w+)"/g),
      (each) => each.slice(1),
    );
    expect(Object.fromEntries(kinds)).toEqual({ 2: 'internal', 3: 'comment' });
  });
});
