import { describe, expect, it } from '@jest/globals';
import { failureOf, leftOutIn, notesOf, ofKind, readItems, recordsOf } from './reading.js';
import { cannySample } from './samples.js';

const { post, vote, comment, entry, board } = cannySample;

const records = [
  {
    kind: 'board',
    slug: 'feature-requests',
    name: 'Feature Requests',
    description: '',
    position: 1,
    visibility: 'public',
    submission: 'contributors',
  },
  { kind: 'person', external_id: 'u1', email: 'Ada@example.com', full_name: 'Ada Lovelace', avatar_url: '' },
  { kind: 'external_id', id: '42', person: 'u1', created_at: '2023-01-01T00:00:00.000Z' },
  { kind: 'person', external_id: 'u2', email: '', full_name: 'Grace', avatar_url: 'https://canny.io/g.png' },
  // The source does not say since when.
  { kind: 'member', person: 'u2', role: 'editor', created_at: '1970-01-01T00:00:00.000Z' },
  {
    kind: 'feedback',
    external_id: 'p1',
    title: 'Dark mode',
    description: '# Please\n\nIt is *bright*.',
    status: 'under review',
    board: 'feature-requests',
    person: 'u1',
    assignee: '',
    estimated_date: '2024-06-30',
    fields: { Category: 'Design', team: 'core' },
    tags: ['UI'],
    created_at: '2024-01-02T10:00:00.000Z',
    status_changed_at: '2024-01-03T10:00:00.000Z',
    merged_into: '',
    vote_count: 7,
    url: 'https://acme.canny.io/features/p/dark-mode',
    metadata: {
      image_urls: ['https://canny.io/1.png'],
      jira: [{ id: 1, key: 'FCS-1' }],
    },
  },
  {
    kind: 'feedback',
    external_id: 'p2',
    title: 'Night theme',
    description: 'Black',
    status: 'under review',
    board: 'feature-requests',
    person: '',
    tags: [],
    created_at: '2023-12-01T10:00:00.000Z',
    merged_into: 'p1',
  },
  { kind: 'vote', feedback: 'p1', person: 'u2', created_at: '2024-01-04T10:00:00.000Z' },
  {
    kind: 'comment',
    external_id: 'm1',
    feedback: 'p1',
    person: 'u2',
    content: 'Yes!\n\nhttps://canny.io/2.png',
    parent: '',
    comment_kind: 'comment',
    created_at: '2024-01-05T10:00:00.000Z',
  },
  {
    kind: 'changelog',
    external_id: 'e1',
    title: 'Dark mode is here',
    summary: '',
    content: 'Enjoy **it**.',
    image: '',
    published: true,
    publish_date: '2024-03-01T10:00:00.000Z',
    person: '',
    tags: ['web', 'new'],
  },
  { kind: 'link', changelog: 'e1', feedback: 'p1' },
];

const lines = (objects: readonly unknown[]): string =>
  objects.map((object) => JSON.stringify(object)).join('\n');

describe('Canny', () => {
  it.each([
    ['NDJSON', lines([post, vote, comment, entry])],
    [
      'NDJSON with CRLF and a byte order mark',
      `\ufeff${lines([post, vote, comment, entry]).replaceAll('\n', '\r\n')}\r\n\r\n`,
    ],
    ['an array', JSON.stringify([post, vote, comment, entry])],
    ['an indented array', JSON.stringify([post, vote, comment, entry], null, 2)],
    [
      'an object with arrays',
      JSON.stringify({ posts: [post], votes: [vote], comments: [comment], entries: [entry] }),
    ],
    [
      'an indented object with arrays and others',
      JSON.stringify(
        {
          boards: [board],
          hasMore: false,
          posts: [post],
          votes: [vote],
          comments: [comment],
          entries: [entry],
        },
        null,
        2,
      ),
    ],
    [
      'the pages of the API',
      lines([
        { hasMore: true, posts: [post] },
        { hasMore: false, votes: [vote] },
        { comments: [comment], entries: [entry] },
      ]),
    ],
    [
      'an array of pages',
      JSON.stringify([{ posts: [post] }, { votes: [vote], comments: [comment] }, { entries: [entry] }]),
    ],
    ['arrays after each other', `${JSON.stringify([post])}\n${JSON.stringify([vote, comment, entry])}`],
  ])('reads %s', async (_, content) => {
    const items = await readItems('canny', content);
    expect(recordsOf(items)).toEqual(records);
    expect(notesOf(items)).toEqual([]);
  });

  it('reads records in any order, and returns people first and merged feedback after its target', async () => {
    const own = { ...post, id: 'p2', mergeHistory: [], title: 'Night theme', author: null };
    const items = await readItems('canny', lines([comment, vote, own, post]));
    expect(recordsOf(items).map(({ kind }) => kind)).toEqual([
      'board',
      'person',
      'member',
      'person',
      'external_id',
      'feedback',
      'feedback',
      'vote',
      'comment',
    ]);
    expect(
      ofKind(items, 'feedback').map(({ external_id, merged_into, person, vote_count }) => [
        external_id,
        merged_into,
        person,
        vote_count,
      ]),
    ).toEqual([
      ['p1', '', 'u1', 7],
      ['p2', 'p1', '', undefined],
    ]);
  });

  it('resolves chains of merges', async () => {
    const merge = (id: string) => ({
      created: post.created,
      post: { id, title: id, details: '', created: post.created },
    });
    const chain = [
      { ...post, id: 'b', mergeHistory: [merge('a')] },
      { ...post, id: 'c', mergeHistory: [merge('b'), merge('a')] },
      { ...post, id: 'd', mergeHistory: [merge('c')] },
    ];
    const items = await readItems('canny', lines(chain));
    expect(
      ofKind(items, 'feedback').map(({ external_id, merged_into }) => [external_id, merged_into]),
    ).toEqual([
      ['d', ''],
      ['b', 'd'],
      ['c', 'd'],
      ['a', 'd'],
    ]);
  });

  it('reports merges that form a cycle, and returns the posts as not merged', async () => {
    const merge = (id: string) => ({
      created: post.created,
      post: { id, title: id, details: '', created: post.created },
    });
    const cycle = [
      { ...post, id: 'a', mergeHistory: [merge('b')] },
      { ...post, id: 'b', mergeHistory: [merge('c')] },
      { ...post, id: 'c', mergeHistory: [merge('a')] },
      { ...post, id: 'd', mergeHistory: [merge('d')] },
    ];
    const items = await readItems('canny', lines(cycle));
    expect(notesOf(items)).toEqual(['1 merge_circle', '2 merge_circle', '3 merge_circle', '4 merge_circle']);
    expect(ofKind(items, 'feedback').map(({ merged_into }) => merged_into)).toEqual(['', '', '', '']);
  });

  it('reads internal comments as such, and reports unknown objects', async () => {
    const items = await readItems(
      'canny',
      lines([
        { ...comment, internal: true },
        { ...comment, id: 'm2', private: true },
        { ...comment, id: 'm3', author: null },
        { ...vote, voter: null },
        { id: 'x' },
        ['not an object'],
      ]),
    );
    expect(notesOf(items)).toEqual(['5 unknown_record', '6 invalid_json']);
    expect(recordsOf(items).map(({ kind }) => kind)).toEqual([
      'board',
      'person',
      'member',
      'comment',
      'comment',
      'comment',
    ]);
    expect(ofKind(items, 'comment').map(({ comment_kind }) => comment_kind)).toEqual([
      'internal',
      'internal',
      'comment',
    ]);
    expect(leftOutIn(items)).toEqual(Array(3).fill('likes of comments'));
  });

  it('reports invalid values with the number of the object', async () => {
    const items = await readItems(
      'canny',
      JSON.stringify([
        { ...post, created: 'yesterday' },
        { ...post, id: null },
        { ...post, score: -1 },
        { ...post, score: 1.5 },
        { ...post, id: 'x'.repeat(201) },
      ]),
    );
    expect(notesOf(items)).toEqual([
      '1 invalid_date',
      '2 invalid_id',
      '3 value_left_out',
      '4 value_left_out',
      '5 invalid_id',
    ]);
  });

  it.each([
    ['draft', null, undefined, false, entry.created],
    ['scheduled', null, '2099-01-01T00:00:00.000Z', true, '2099-01-01T00:00:00.000Z'],
    ['scheduled', null, undefined, false, entry.created],
  ])('reads entries that are %s', async (status, publishedAt, scheduledFor, published, publishDate) => {
    const items = await readItems(
      'canny',
      JSON.stringify({ entries: [{ ...entry, status, publishedAt, scheduledFor }] }),
    );
    expect(ofKind(items, 'changelog')).toMatchObject([{ published, publish_date: publishDate }]);
  });

  it.each([
    ['an empty file', '', 'not_json'],
    ['text', 'Hello', 'not_json'],
    ['an array that is cut off', JSON.stringify([post]).slice(0, -20), 'not_json'],
    ['an object that is cut off', JSON.stringify({ posts: [post] }, null, 2).slice(0, -20), 'not_json'],
    ['a comma too many', `[${JSON.stringify(post)},,]`, 'not_json'],
    ['a deep array', '['.repeat(5000), 'nested_too_deeply'],
    ['a deep object', `[${'{"a":'.repeat(5000)}`, 'nested_too_deeply'],
    ['an endless string', `["${'x'.repeat(9 * 1024 * 1024)}`, 'record_too_large'],
    ['an endless line', `${JSON.stringify(post)}\n{"id": "${'x'.repeat(9 * 1024 * 1024)}`, 'line_too_long'],
  ])('refuses %s', async (_, content, code) => {
    expect(await failureOf('canny', content)).toMatchObject({ code });
  });

  it('reads companies, roles, owners, and changes of statuses with their comments', async () => {
    const company = { id: 'c-1', name: 'Globex', monthlySpend: 99.6, created: '2022-01-01T00:00:00.000Z' };
    const olga = {
      id: 'u9',
      userID: '9',
      name: 'Olga',
      email: 'olga@example.com',
      isAdmin: true,
      created: '2021-01-01T00:00:00.000Z',
      companies: [company, { ...company, id: 'c-2' }],
    };
    const change = (id: string, status: string, created: string, value = '') => ({
      id,
      post: { id: 'p1' },
      changer: olga,
      status,
      created,
      changeComment: { value, imageURLs: [] },
    });
    const items = await readItems(
      'canny',
      lines([
        { ...post, owner: olga },
        change('s2', 'complete', '2024-03-01T00:00:00.000Z', 'Done!'),
        change('s1', 'planned', '2024-02-01T00:00:00.000Z'),
      ]),
    );
    expect(ofKind(items, 'company')).toMatchObject([
      { id: 'c-1', revenue: 100 },
      { id: 'c-2', revenue: 100 },
    ]);
    expect(ofKind(items, 'external_id')).toMatchObject([
      { id: '42', person: 'u1' },
      { id: '9', company: 'c-1' },
    ]);
    expect(ofKind(items, 'member')).toMatchObject([{ person: 'u9', role: 'editor' }]);
    expect(ofKind(items, 'feedback')).toMatchObject([{ assignee: 'u9' }, {}]);
    expect(ofKind(items, 'comment')).toMatchObject([
      { external_id: 'status:s2', comment_kind: 'response', content: 'Done!' },
    ]);
    expect(ofKind(items, 'status_change')).toMatchObject([
      { from: 'open', to: 'planned', comment: '' },
      { from: 'planned', to: 'complete', comment: 'status:s2' },
    ]);
    expect(leftOutIn(items)).toEqual(['further companies of a person']);
  });

  it('does not lose what else an object has if one part of it cannot be read', async () => {
    const companies = [
      { id: '', name: 'Globex' },
      { id: 'c'.repeat(201), name: 'Long' },
      { id: 'c2', name: 'X' },
    ];
    const author = { id: 'u1', userID: '42', isAdmin: true, created: post.created, companies };
    const merge = (id: string, created: string | null) => ({ post: { id, title: id, details: '', created } });
    const mergeHistory = [merge('a', post.created), merge('b', null), merge('c', post.created)];
    const items = await readItems('canny', lines([{ ...post, author, mergeHistory }]));
    expect(ofKind(items, 'member')).toMatchObject([{ person: 'u1' }]);
    expect(ofKind(items, 'company')).toMatchObject([{ id: 'c2' }]);
    expect(ofKind(items, 'external_id')).toMatchObject([{ id: '42', company: 'c2' }]);
    expect(ofKind(items, 'feedback').map(({ external_id: id }) => id)).toEqual(['p1', 'a', 'c']);
    expect(notesOf(items)).toEqual(['1 invalid_id', '1 invalid_id', '1 invalid_date']);
  });

  it('reads users, who are described with less in other objects', async () => {
    const company = { id: 'c-1', name: 'Globex', monthlySpend: 99, created: '2022-01-01T00:00:00.000Z' };
    const user = {
      id: 'u1',
      userID: '42',
      email: 'ada@example.com',
      name: 'Ada',
      isAdmin: false,
      avatarURL: 'https://canny.io/a.png',
      created: '2023-01-01T00:00:00.000Z',
      companies: [company],
      customFields: { plan: 'pro' },
    };
    const author = { id: 'u1', name: 'Ada', email: 'ada@example.com', isAdmin: false, created: user.created };
    const single = { ...post, author, by: null, mergeHistory: [] };
    for (const content of [
      lines([single, user]),
      lines([{ posts: [single] }, { users: [user], hasNextPage: false }]),
    ]) {
      const items = await readItems('canny', content);
      expect(notesOf(items)).toEqual([]);
      expect(ofKind(items, 'person')).toMatchObject([{ external_id: 'u1', avatar_url: user.avatarURL }]);
      expect(ofKind(items, 'external_id')).toMatchObject([{ id: '42', person: 'u1', company: 'c-1' }]);
      expect(ofKind(items, 'company')).toMatchObject([{ id: 'c-1', revenue: 99 }]);
      expect(leftOutIn(items)).toEqual(['custom fields of people']);
    }
  });

  it('reads the pages of the second version of the API', async () => {
    const page = (items: object[]) => ({ items, cursor: 'abc', hasNextPage: true });
    const found = await readItems(
      'canny',
      lines([page([post]), page([vote]), page([comment]), page([entry])]),
    );
    expect(recordsOf(found)).toEqual(records);
  });

  it.each([
    ['the only line', lines([{ error: 'invalid api key' }])],
    ['a page among others', lines([{ posts: [post], hasMore: true }, { error: 'rate limited' }])],
  ])('refuses a file with an error of the API as %s', async (_, content) => {
    expect(await failureOf('canny', content)).toMatchObject({ code: 'error_response' });
  });

  it('ignores fields that would change prototypes', async () => {
    const content = `[{"__proto__": {"title": "x"}, "constructor": {"prototype": {"title": "y"}}, "id": "p1"}]`;
    expect(notesOf(await readItems('canny', content))).toEqual(['1 unknown_record']);
    expect(({} as { title?: string }).title).toBeUndefined();
  });
});
