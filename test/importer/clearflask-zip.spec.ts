import { describe, expect, it } from '@jest/globals';
import { recognize } from '../../importer/src/sources/index.js';
import { convert } from '../support/converted.js';
import { failureOf, leftOutIn, notesOf, ofKind, readItems, withFile } from './reading.js';
import { zipOfFiles } from './zip-file.js';

const name = (table: string): string => `acme-${table}-2024-01-02-03-04-05.csv`;
const time = '2024-01-02T03:04:05.678Z';

const postColumns =
  'ideaId,authorUserId,created,title,description,response,categoryId,statusId,tagIds,funded,fundersCount,fundGoal,' +
  'voteValue,votersCount,expressionsValue,expressions';

// As the server writes them: no values for null, CRLF, and quotes where they are needed.
const files = {
  [name('posts')]:
    `${postColumns}\r\n` +
    `dark-mode-x1,u1,${time},Dark mode,"<p>Please,</p>",<p>Soon</p>,c1,s1,"t1,t2",,,,7,9,1.5,"👍=1,🎉=2"\r\n` +
    `other-x2,u2,${time},Other,,,c2,,,500,1,1000,-2,2,,\r\n`,
  [name('users')]:
    'userId,ssoGuid,isMod,name,email,emailVerified,emailNotify,balance,created\r\n' +
    `u1,42,,Ada,ada@example.com,true,true,0,${time}\r\nu2,,true,Olga,olga@example.com,,false,,${time}\r\n`,
  [name('comments')]:
    'ideaId,commentId,parentCommentId,authorUserId,created,edited,content,upvotes,downvotes\r\n' +
    `dark-mode-x1,m1,,u2,${time},,<p>Yes</p>,1,0\r\n` +
    `dark-mode-x1,m2,m1,u1,${time},${time},<p>When?</p>,0,0\r\ndark-mode-x1,m3,,,${time},${time},,0,0\r\n`,
};

describe('ClearFlask, ZIP', () => {
  it('is recognized', async () => {
    const { signal } = new AbortController();
    expect(await withFile(zipOfFiles(files), (path) => recognize(path, signal))).toBe('clearflask-zip');
  });

  it('returns people, posts, official responses and comments', async () => {
    const items = await readItems('clearflask-zip', zipOfFiles(files), { site: 'https://acme.example.com/' });
    // The export does not say which posts are private.
    expect(notesOf(items)).toEqual(['1 visibility_unknown']);
    expect(ofKind(items, 'person').map((each) => `${each.external_id} ${each.email}`)).toEqual([
      'u1 ada@example.com',
      'u2 olga@example.com',
    ]);
    expect(ofKind(items, 'external_id')).toMatchObject([{ id: '42', person: 'u1' }]);
    expect(ofKind(items, 'member')).toMatchObject([{ person: 'u2', role: 'editor' }]);
    expect(ofKind(items, 'feedback')).toEqual([
      {
        kind: 'feedback',
        external_id: 'dark-mode-x1',
        title: 'Dark mode',
        description: '<p>Please,</p>',
        status: 's1',
        person: 'u1',
        tags: [],
        created_at: time,
        merged_into: '',
        vote_count: 7,
        url: 'https://acme.example.com/post/dark-mode-x1',
        metadata: { category_id: 'c1', tag_ids: ['t1', 't2'] },
      },
      expect.objectContaining({ external_id: 'other-x2', status: '', vote_count: 0 }),
    ]);
    expect(
      ofKind(items, 'comment').map((each) =>
        [each.external_id, each.parent, each.person, each.comment_kind, each.updated_at].join(),
      ),
    ).toEqual([
      'response:dark-mode-x1,,,response,',
      'm1,,u2,comment,',
      `m2,m1,u1,comment,${time}`,
      `m3,,,comment,${time}`,
    ]);
    expect(leftOutIn(items)).toEqual([
      'reactions to posts',
      'more votes against a post than for it',
      'funding of posts',
      'votes on comments',
    ]);
  });

  it('keeps replies to deleted comments, which have no text, in their threads', async () => {
    const replies =
      `dark-mode-x1,m4,m2,,${time},${time},,0,0\r\n` + `dark-mode-x1,m5,m4,u1,${time},,Still here,0,0\r\n`;
    const comments = name('comments');
    const zip = zipOfFiles({ ...files, [comments]: files[comments]! + replies });
    const { file, notes } = await convert('clearflask-zip', zip);
    expect(file).toMatch(/"external_id":"m5".*"parent":"m1"/);
    expect([...notes.leftOut]).toContainEqual(['comments without text', 2]);
  });

  it('takes names of categories and statuses from tables of their own', async () => {
    const items = await withFile('id,name\nc1,Ideas\n', (boards) =>
      withFile('id,name\ns1,Planned\n', (statuses) =>
        readItems('clearflask-zip', zipOfFiles(files), { tables: { boards, statuses } }),
      ),
    );
    expect(ofKind(items, 'board')).toMatchObject([{ slug: 'ideas' }]);
    expect(ofKind(items, 'status')).toMatchObject([{ name: 'Planned' }]);
    expect(ofKind(items, 'feedback')).toMatchObject([
      { board: 'ideas', status: 'Planned', metadata: { tag_ids: ['t1', 't2'] } },
      { board: '', status: '' },
    ]);
  });

  it('names the file in notes and errors', async () => {
    const posts = name('posts');
    const broken = { ...files, [posts]: files[posts]!.replace(time, 'never') };
    expect(await readItems('clearflask-zip', zipOfFiles(broken))).toContainEqual(
      expect.objectContaining({ line: 2, code: 'invalid_date', detail: expect.stringContaining(posts) }),
    );
    const { [name('users')]: users = '' } = files;
    expect(await failureOf('clearflask-zip', zipOfFiles({ [name('users')]: users }))).toMatchObject({
      code: 'missing_entry',
    });
  });
});
