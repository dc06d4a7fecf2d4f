import { describe, expect, it } from '@jest/globals';
import { failureOf, leftOutIn, notesOf, ofKind, readItems, recordsOf } from './reading.js';
import { fiderSample as tables } from './samples.js';
import { zipOf, zipOfTables } from './zip-file.js';

const post = tables.posts.find(({ id }) => id === 11)!;

const header =
  'number,title,description,created_at,created_by,votes_count,comments_count,status,responded_by,responded_at,response,original_number,original_title,tags';

describe('Fider, CSV', () => {
  it('returns people, feedback, merged feedback after its target, and responses as comments', async () => {
    const items = await readItems(
      'fider-csv',
      [
        header,
        '20,Go is easy,,2018-01-12T01:46:59Z,Faceless,4,2,duplicate,Arya Stark,2018-03-17T10:15:42Z,,10,Go is fast,"this-tag-has,comma"',
        '10,Go is fast,"Very tiny',
        'description",2018-03-23T19:33:22+02:00,Faceless,5,2,declined,John Snow,2018-04-04T19:48:10Z,Nothing we need to do,,,"easy, ignored"',
      ].join('\n'),
    );
    expect(recordsOf(items)).toEqual([
      { kind: 'person', external_id: 'name:Faceless', email: '', full_name: 'Faceless', avatar_url: '' },
      { kind: 'person', external_id: 'name:Arya Stark', email: '', full_name: 'Arya Stark', avatar_url: '' },
      { kind: 'person', external_id: 'name:John Snow', email: '', full_name: 'John Snow', avatar_url: '' },
      {
        kind: 'feedback',
        external_id: '10',
        title: 'Go is fast',
        description: 'Very tiny\ndescription',
        status: 'declined',
        person: 'name:Faceless',
        tags: ['easy', 'ignored'],
        created_at: '2018-03-23T17:33:22.000Z',
        merged_into: '',
        vote_count: 5,
        metadata: { comments_count: 2 },
      },
      {
        kind: 'feedback',
        external_id: '20',
        title: 'Go is easy',
        description: '',
        status: 'duplicate',
        person: 'name:Faceless',
        tags: ['this-tag-has', 'comma'],
        created_at: '2018-01-12T01:46:59.000Z',
        merged_into: '10',
        // Fider counts these votes for the original, too.
        metadata: { comments_count: 2, votes_count: 4 },
      },
      {
        kind: 'comment',
        external_id: 'response:10',
        feedback: '10',
        person: 'name:John Snow',
        content: 'Nothing we need to do',
        parent: '',
        comment_kind: 'response',
        created_at: '2018-04-04T19:48:10.000Z',
      },
    ]);
    expect(items.map((item) => 'line' in item && item.line)).toEqual([2, 2, 3, 1, 3, 2, 3]);
    // The file does not say which tags only the team sees.
    expect(notesOf(items)).toEqual(['1 visibility_unknown']);
  });

  it('resolves chains of merges and reports cycles', async () => {
    const row = (number: number, original: number | '') =>
      `${number},Title,,2018-01-12T01:46:59Z,Faceless,4,2,duplicate,,,,${original},,`;
    const items = await readItems(
      'fider-csv',
      [header, row(1, 2), row(2, 3), row(3, ''), row(4, 5), row(5, 4), row(6, 6)].join('\n'),
    );
    expect(
      ofKind(items, 'feedback').map(({ external_id, merged_into }) => `${external_id} ${merged_into}`),
    ).toEqual(['3 ', '4 ', '5 ', '6 ', '1 3', '2 3']);
    expect(notesOf(items)).toEqual(['5 merge_circle', '6 merge_circle', '7 merge_circle']);
  });
});

const records = [
  { kind: 'person', external_id: '1', email: 'jon@example.com', full_name: 'Jon Snow', avatar_url: '' },
  // The source does not say since when.
  { kind: 'member', person: '1', role: 'editor', created_at: '1970-01-01T00:00:00.000Z' },
  { kind: 'person', external_id: '2', email: '', full_name: 'Arya Stark', avatar_url: '' },
  { kind: 'tag', name: 'Easy', color: '#FB3A62' },
  {
    kind: 'feedback',
    external_id: '3',
    title: 'Go is fast',
    description: 'Really *fast*',
    status: 'planned',
    person: '1',
    tags: ['Easy'],
    vote_count: 1,
    created_at: '2018-03-23T19:33:22.123Z',
    merged_into: '',
    approval: 'approved',
    url: 'https://feedback.example.com/posts/3',
    metadata: { slug: 'go-is-fast', hidden_tags: ['Later'] },
  },
  expect.objectContaining({
    external_id: '4',
    title: '123',
    status: 'duplicate',
    merged_into: '3',
    tags: [],
  }),
  expect.objectContaining({ external_id: '5', status: 'duplicate', merged_into: '3' }),
  { kind: 'vote', feedback: '3', person: '2', created_at: '2018-04-01T00:00:00.000Z' },
  { kind: 'vote', feedback: '4', person: '1', created_at: '2018-04-02T00:00:00.000Z' },
  {
    kind: 'comment',
    external_id: 'response:3',
    feedback: '3',
    person: '1',
    content: 'We plan this',
    parent: '',
    comment_kind: 'response',
    created_at: '2018-04-04T19:48:10.000Z',
  },
  {
    kind: 'comment',
    external_id: '31',
    feedback: '3',
    person: '2',
    content: 'Yes',
    parent: '',
    created_at: '2018-04-05T00:00:00.000Z',
    updated_at: '2018-04-06T00:00:00.000Z',
  },
];

describe('Fider, ZIP', () => {
  it('returns people, tags, feedback with chains of merges resolved, votes, responses and comments', async () => {
    const items = await readItems('fider-zip', zipOfTables(tables));
    expect(recordsOf(items)).toEqual(records);
    expect(notesOf(items)).toEqual([]);
    expect(leftOutIn(items)).toEqual([
      'visibility of tags that only the team sees',
      'deleted posts',
      'deleted comments',
      'pictures that the backup lacks',
    ]);
  });

  it('reads the tables within a folder, as archives have them that were packed again', async () => {
    const entries = Object.entries(tables).flatMap(([name, rows]) => [
      { name: `backup/${name}.json`, data: JSON.stringify(rows) },
      { name: `__MACOSX/${name}.json`, data: 'x' },
      { name: `backup/blobs/${name}.json`, data: 'x' },
    ]);
    expect(recordsOf(await readItems('fider-zip', zipOf(entries)))).toEqual(records);
  });

  it('returns no secrets', async () => {
    const items = await readItems('fider-zip', zipOfTables(tables));
    expect(JSON.stringify(items)).not.toMatch(/SECRET|mallory/);
  });

  it('reads an archive without the tables of secrets', async () => {
    const { email_verifications: _, oauth_providers: _others, user_settings: _settings, ...rest } = tables;
    expect(recordsOf(await readItems('fider-zip', zipOfTables(rest)))).toEqual(records);
  });

  it('reads what has not been approved as waiting, and leaves out merges into deleted posts', async () => {
    const items = await readItems(
      'fider-zip',
      zipOfTables({
        ...tables,
        posts: [
          { ...post, is_approved: false },
          { ...post, id: 12, number: 4, status: 5, original_id: 15 },
          { ...post, id: 15, number: 6, status: 6 },
        ],
        attachments: [],
      }),
    );
    expect(notesOf(items)).toEqual(['2 merge_target_missing']);
    expect(
      ofKind(items, 'feedback').map(({ external_id, merged_into, approval }) => [
        external_id,
        merged_into,
        approval,
      ]),
    ).toEqual([
      ['3', '', 'pending'],
      ['4', '', 'approved'],
    ]);
    expect(ofKind(items, 'vote').map(({ feedback }) => feedback)).toEqual(['3', '4']);
  });

  it('says that posts and comments have been approved, which may have waited in an earlier backup', async () => {
    const approved = {
      posts: [{ ...post, is_approved: true }],
      comments: [{ ...tables.comments[0], is_approved: true }],
    };
    const items = await readItems('fider-zip', zipOfTables({ ...tables, ...approved }));
    expect(ofKind(items, 'feedback')).toMatchObject([{ approval: 'approved' }]);
    expect(ofKind(items, 'comment')).toMatchObject([{}, { external_id: '31', approval: 'approved' }]);
  });

  it('leaves out pictures of deleted comments, uploaded avatars, and that people are blocked', async () => {
    const users = [{ ...tables.users[0], status: 3, avatar_type: 3, avatar_bkey: 'avatars/a.png' }];
    const attachments = [
      { id: 1, post_id: 11, comment_id: 32, user_id: 1, attachment_bkey: 'attachments/x.png' },
    ];
    const entries = Object.entries({ ...tables, users, attachments }).map(([name, rows]) => ({
      name: `${name}.json`,
      data: JSON.stringify(rows),
    }));
    const blob = { name: 'blobs/attachments/x.png', data: 'picture' };
    const items = await readItems('fider-zip', zipOf([...entries, blob]));
    expect(items.filter((item) => 'attachment' in item)).toEqual([]);
    expect(leftOutIn(items)).toEqual([
      'that people are blocked',
      'avatars that people have uploaded',
      ...['visibility of tags that only the team sees', 'deleted posts', 'deleted comments'],
      'pictures of deleted comments',
    ]);
  });

  it('returns pictures, subscriptions, staff, and addresses of a site that is named', async () => {
    const { attachments: _, ...rest } = tables;
    const entries = Object.entries({
      ...rest,
      tenants: [],
      users: [{ ...tables.users[0], created_at: '2018-01-01T00:00:00Z' }],
      attachments: [{ id: 1, post_id: 11, user_id: 1, attachment_bkey: 'attachments/x.png' }],
      post_subscribers: [
        { user_id: 1, post_id: 11, status: 1, created_at: '2018-03-24T00:00:00Z' },
        { user_id: 2, post_id: 11, status: 0, created_at: '2018-03-24T00:00:00Z' },
      ],
    }).map(([name, rows]) => ({ name: `${name}.json`, data: JSON.stringify(rows) }));
    const blob = { name: 'blobs/attachments/x.png', data: 'picture' };
    const items = await readItems('fider-zip', zipOf([...entries, blob]), { site: 'https://f.example/' });
    const [picture] = items.flatMap((item) => ('attachment' in item ? item.attachment : []));
    expect(picture).toMatchObject({ feedback: '3', filename: 'x.png', size: 7, person: '1', position: 1 });
    expect(ofKind(items, 'subscription')).toMatchObject([
      { feedback: '3', person: '1', subscribed: true },
      { feedback: '3', person: '2', subscribed: false },
    ]);
    expect(ofKind(items, 'member')).toMatchObject([{ person: '1', role: 'editor' }]);
    expect(ofKind(items, 'feedback')[0]).toMatchObject({ url: 'https://f.example/posts/3' });
  });

  it('refuses an archive without posts', async () => {
    expect(await failureOf('fider-zip', zipOfTables({ users: tables.users }))).toMatchObject({
      code: 'missing_entry',
    });
  });
});
