import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { Item } from '../../importer/src/item.js';
import type { CsvTableName } from '../../importer/src/sources/csv-fields.js';
import { readFile, type ReadOptions, recognize } from '../../importer/src/sources/index.js';
import { leftOutIn, notesOf, ofKind } from './reading.js';

type Tables = Partial<Record<CsvTableName, string>> & { posts: string };

/** Returns all items of CSV files that belong together. The file of the posts tells which tool they are from. */
async function read(
  contents: Tables,
  options: Partial<Pick<ReadOptions, 'mapping' | 'site'>> = {},
): Promise<Item[]> {
  const folder = await mkdtemp(join(tmpdir(), 'importer-'));
  try {
    const signal = new AbortController().signal;
    const tables: Record<string, string> = {};
    for (const [name, content] of Object.entries(contents)) {
      tables[name] = join(folder, `${name}.csv`);
      await writeFile(tables[name], content);
    }
    const { posts, ...related } = tables;
    const settings = { mapping: {}, site: '', ...options, tables: related };
    const items: Item[] = [];
    for await (const item of readFile(await recognize(posts!, signal), posts!, settings, signal))
      items.push(item);
    return items;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Returns the error with which reading ends. */
const failureOf = (...args: Parameters<typeof read>): Promise<unknown> =>
  read(...args).then(
    () => undefined,
    (error: unknown) => error,
  );

const time = '2024-01-02T03:04:05.000Z';
const posts = `id,title,created_at,author_id\n1,Dark mode,${time},u1\n2,Other,${time},\n`;

describe('CSV files of posts, votes, comments and people', () => {
  it('are related by ids of posts and people', async () => {
    const items = await read({
      posts,
      people: `id,email,name\nu1,Ada@example.com,Ada\nu2,grace@example.com,Grace\n`,
      votes: `post_id,user_id,email,created_at\n1,u2,,2024-02-01\n1,,ada@example.com,\n2,,olga@example.com,\n`,
      comments:
        `id,post_id,parent_id,user_id,body,is_internal,is_post_update,is_spam,created_at\n` +
        `c1,1,,u1,Yes,,,,${time}\nc2,1,c1,u2,Why?,t,,,${time}\nc3,2,,,Done,,1,,${time}\nc4,2,,u2,x,,,true,${time}\n`,
      followers: 'post_id,user_id\n1,u1\n',
    });
    expect(notesOf(items)).toEqual([]);
    expect(ofKind(items, 'person').map((each) => `${each.external_id} ${each.email}`)).toEqual([
      'u1 Ada@example.com',
      'u2 grace@example.com',
      'olga@example.com olga@example.com',
    ]);
    expect(ofKind(items, 'feedback').map(({ person }) => person)).toEqual(['u1', '']);
    expect(ofKind(items, 'vote')).toEqual([
      { kind: 'vote', feedback: '1', person: 'u2', created_at: '2024-02-01T00:00:00.000Z' },
      { kind: 'vote', feedback: '1', person: 'u1', created_at: time },
      { kind: 'vote', feedback: '2', person: 'olga@example.com', created_at: time },
    ]);
    expect(
      ofKind(items, 'comment').map((each) =>
        [each.external_id, each.feedback, each.parent, each.person, each.comment_kind, each.approval].join(),
      ),
    ).toEqual(['c1,1,,u1,comment,', 'c2,1,c1,u2,internal,', 'c3,2,,,response,', 'c4,2,,u2,comment,rejected']);
    expect(ofKind(items, 'subscription')).toEqual([
      { kind: 'subscription', feedback: '1', person: 'u1', created_at: time },
    ]);
  });

  it('are read without a table of people, and comments without ids keep theirs', async () => {
    const comments = `post_id,author_name,content,created_at\n1,Grace,Yes,${time}\n1,Grace,No,${time}\n`;
    const tables = { posts, comments, votes: 'post_id,voter_id,voter_name\n1,u7,Olga\n' };
    const items = await read(tables);
    expect(ofKind(items, 'person').map((each) => `${each.external_id} ${each.full_name}`)).toEqual([
      'u1 ',
      'u7 Olga',
      'name:Grace Grace',
    ]);
    const [first, second] = ofKind(items, 'comment').map(({ external_id: id }) => id);
    expect(first).toMatch(/^row:[0-9a-f]{32}$/);
    expect(second).not.toBe(first);
    expect(await read(tables)).toEqual(items);
  });

  it('are reported where they refer to something that is missing', async () => {
    const items = await read({
      posts: `${posts}3,Broken,never,u1\n4,Unknown author,${time},u9\n`,
      people: 'id,email,name\nu1,ada@example.com,Ada\n',
      votes: 'post_id,user_id\n9,u1\n3,u1\n1,u9\n1,\n',
      comments: `id,post_id,user_id,content,created_at\nc1,1,u9,Yes,${time}\nc2,9,u1,No,${time}\n`,
    });
    expect(notesOf(items)).toEqual([
      '4 invalid_date',
      '5 person_missing',
      ...['2 post_missing', '3 post_missing', '4 person_missing', '5 person_missing'],
      ...['2 person_missing', '3 post_missing'],
    ]);
    expect(items).toContainEqual({
      line: 2,
      failed: true,
      code: 'post_missing',
      detail: 'votes.csv: The post 9 is not among those that could be read.',
    });
    expect(ofKind(items, 'vote')).toEqual([]);
    expect(ofKind(items, 'comment')).toMatchObject([{ external_id: 'c1', person: '' }]);
  });

  it('have columns that a mapping names', async () => {
    const items = await read(
      { posts: `Nr;Summary;When\n1;Dark mode;2024-01-02\n`, votes: 'Idea;Who\n1;ada@example.com\n' },
      {
        mapping: {
          posts: { external_id: 'Nr', title: 'Summary', created_at: 'When' },
          votes: { post: 'Idea', author_email: 'Who' },
        },
      },
    );
    expect(ofKind(items, 'vote')).toMatchObject([{ feedback: '1', person: 'ada@example.com' }]);
  });

  it.each<[string, Tables, object, string]>([
    [
      'posts without ids that votes need',
      { posts: `title,created_at\n`, votes: 'post_id\n' },
      {},
      'external_id',
    ],
    [
      'comments without a text',
      { posts, comments: 'post_id,created_at\n' },
      {},
      'comments.csv: The header lacks: content',
    ],
    ['people without ids and addresses', { posts, people: 'name\n' }, {}, 'neither external_id nor email'],
    [
      'a field that does not exist',
      { posts, votes: 'post_id\n' },
      { votes: { title: 'x' } },
      'Columns of votes can',
    ],
    [
      'a column that does not exist',
      { posts, votes: 'post_id\n' },
      { votes: { post: 'Idea' } },
      'votes.csv: The header lacks: Idea',
    ],
  ])('are refused: %s', async (_, tables, mapping, message) => {
    expect(await failureOf(tables, { mapping })).toMatchObject({ message: expect.stringContaining(message) });
  });
});

describe('LogChimp', () => {
  const logChimp = {
    posts:
      'postId,title,slug,slugId,contentMarkdown,userId,createdAt,updatedAt,boardId,roadmap_id\n' +
      'p1,Dark mode,dark-mode-1,1,*Please*,u1,2024-01-02 03:04:05+00,2024-01-03 03:04:05+00,b1,r1\n' +
      'p2,Other,other-2,2,,u1,2024-01-02 03:04:05+00,2024-01-03 03:04:05+00,,\n',
    people:
      'userId,name,username,email,avatar,isOwner,createdAt\nu1,,ada,ada@example.com,,t,2024-01-01 00:00:00+00\n',
    votes: 'voteId,userId,postId,createdAt\nv1,u1,p1,2024-01-04 00:00:00+00\n',
    boards: 'boardId,name,url,color,display\nb1,Features,features,ff0000,t\nb2,Drafts,drafts,ff0000,f\n',
    statuses: 'id,name,url,index,color,display\nr1,In Progress,in-progress,1,00ff00,t\n',
    comments:
      'id,parent_id,activity_id,body,is_edited,is_spam,is_internal,created_at,updated_at,post_id,author_id\n' +
      'c1,,a1,Yes,f,f,t,2024-01-05 00:00:00+00,2024-01-05 00:00:00+00,p1,u1\n',
  };

  it('is read from its tables', async () => {
    const items = await read(logChimp, { site: 'https://feedback.example.com/' });
    expect(notesOf(items)).toEqual([]);
    expect(ofKind(items, 'feedback')).toMatchObject([
      {
        external_id: 'p1',
        description: '*Please*',
        status: 'In Progress',
        board: 'features',
        person: 'u1',
        created_at: time,
        url: 'https://feedback.example.com/posts/dark-mode-1',
      },
      { status: '', board: '' },
    ]);
    expect(ofKind(items, 'board')).toMatchObject([
      { slug: 'features', name: 'Features', visibility: 'public' },
      { slug: 'drafts', visibility: 'editors' },
    ]);
    expect(ofKind(items, 'person')).toMatchObject([{ external_id: 'u1', full_name: 'ada' }]);
    expect(ofKind(items, 'member')).toMatchObject([{ person: 'u1' }]);
    expect(ofKind(items, 'vote')).toHaveLength(1);
    expect(ofKind(items, 'comment')).toMatchObject([
      { comment_kind: 'internal', person: 'u1', approval: 'approved' },
    ]);
    expect(ofKind(items, 'status')).toMatchObject([
      { key: 'in_progress', name: 'In Progress', color: '#00ff00', position: 1, on_roadmap: true },
    ]);
    expect(leftOutIn(items)).toEqual(['colors of boards', 'colors of boards']);
  });

  it('has boards and statuses in tables of their own, which are reported as missing', async () => {
    const items = await read({ posts: logChimp.posts });
    expect(leftOutIn(items)).toEqual([
      'boards of posts (name their table with --boards)',
      'statuses of posts (name their table with --statuses)',
    ]);
    const unknown = await read({ posts: logChimp.posts, boards: 'id,name\n', statuses: 'id,name\n' });
    expect(notesOf(unknown)).toEqual(['2 board_missing', '2 status_missing']);
  });
});

describe('Astuto', () => {
  it('is read from its tables', async () => {
    const items = await read({
      posts:
        'id,title,description,board_id,user_id,post_status_id,created_at,updated_at,tenant_id,slug,approval_status\n' +
        '1,Dark mode,Please,3,7,6,2024-01-02 03:04:05,2024-01-02 03:04:05,1,dark-mode,0\n' +
        '2,Spam,,3,,,2024-01-02 03:04:05,2024-01-02 03:04:05,1,spam,2.0\n' +
        '3,New,,3,7,,2024-01-02 03:04:05,2024-01-02 03:04:05,1,new,1\n',
      people:
        'id,email,full_name,role,created_at\n7,ada@example.com,Ada,0,2024-01-01 00:00:00\n8,olga@example.com,Olga,3,2024-01-01 00:00:00\n',
      votes:
        'id,user_id,post_id,created_at,updated_at,tenant_id\n1,8,1,2024-01-04 00:00:00,2024-01-04 00:00:00,1\n',
      comments:
        'id,body,user_id,post_id,parent_id,created_at,updated_at,is_post_update,tenant_id\n' +
        '1,We are at it,8,1,,2024-01-05 00:00:00,2024-01-05 00:00:00,t,1\n2,Thanks,7,1,1,2024-01-06 00:00:00,2024-01-06 00:00:00,f,1\n',
      followers: 'id,user_id,post_id,created_at\n1,7,1,2024-01-04 00:00:00\n',
      boards: 'id,name,description,order,slug\n3,Feature Requests,All of them,0,features\n',
      statuses: 'id,name,color,order,show_in_roadmap\n5,In Progress,#ff0000,1,t\n6,Next quarter,green,0,f\n',
      changes:
        'id,user_id,post_id,post_status_id,created_at,updated_at,tenant_id\n' +
        '2,8,1,6,2024-01-04 00:00:00,2024-01-04 00:00:00,1\n1,8,1,5,2024-01-03 00:00:00,2024-01-03 00:00:00,1\n' +
        '3,8,3,,2024-01-05 00:00:00,2024-01-05 00:00:00,1\n',
    });
    expect(notesOf(items)).toEqual([]);
    expect(
      ofKind(items, 'feedback').map((each) =>
        [each.external_id, each.status, each.board, each.person, each.approval].join(),
      ),
    ).toEqual([
      '1,Next quarter,feature-requests,7,approved',
      '2,,feature-requests,,rejected',
      '3,,feature-requests,7,pending',
    ]);
    expect(ofKind(items, 'member')).toMatchObject([{ person: '8' }]);
    expect(ofKind(items, 'comment')).toMatchObject([{ comment_kind: 'response' }, { parent: '1' }]);
    expect(ofKind(items, 'subscription')).toHaveLength(1);
    expect(ofKind(items, 'board')).toMatchObject([{ description: 'All of them' }]);
    expect(ofKind(items, 'status')).toMatchObject([
      { key: 'in_progress', color: '#ff0000', position: 1, on_roadmap: true },
      { key: 'next_quarter', color: '', position: 0, on_roadmap: false },
    ]);
    const [first, second] = ['2024-01-03T00:00:00.000Z', '2024-01-04T00:00:00.000Z'];
    const change = { kind: 'status_change', feedback: '1', person: '8', comment: '' };
    expect(ofKind(items, 'status_change')).toEqual([
      { ...change, from: '', to: 'In Progress', created_at: first },
      { ...change, from: 'In Progress', to: 'Next quarter', created_at: second },
    ]);
  });

  it('needs the table of statuses for their changes', async () => {
    const changes = `user_id,post_id,post_status_id,created_at\nu1,1,5,${time}\n`;
    expect(leftOutIn(await read({ posts, changes }))).toEqual([
      'changes of statuses (name the table of statuses with --statuses)',
    ]);
    const unknown = await read({ posts, changes, statuses: 'id,name\n' });
    expect(notesOf(unknown)).toEqual(['2 status_missing']);
    expect(ofKind(unknown, 'status_change')).toEqual([]);
  });
});
