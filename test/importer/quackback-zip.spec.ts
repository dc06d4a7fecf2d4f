import { describe, expect, it } from '@jest/globals';
import { failureOf, leftOutIn, notesOf, ofKind, readItems, recordsOf } from './reading.js';
import { quackbackSample as files } from './samples.js';
import { zipOfFiles } from './zip-file.js';

describe('Quackback, ZIP', () => {
  it('returns people, tags, feedback, votes, comments and changelog entries', async () => {
    const items = await readItems('quackback-zip', zipOfFiles(files));
    expect(recordsOf(items)).toEqual([
      {
        kind: 'person',
        external_id: 'ada@example.com',
        email: 'ada@example.com',
        full_name: 'Ada Lovelace',
        avatar_url: '',
      },
      {
        kind: 'person',
        external_id: 'grace@example.com',
        email: 'grace@example.com',
        full_name: 'Grace',
        avatar_url: '',
      },
      { kind: 'person', external_id: 'name:Anonymous', email: '', full_name: 'Anonymous', avatar_url: '' },
      {
        kind: 'member',
        person: 'grace@example.com',
        role: 'editor',
        created_at: '2024-01-05T00:00:00.000Z',
      },
      { kind: 'person', external_id: 'name:Eve', email: '', full_name: 'Eve', avatar_url: '' },
      {
        kind: 'status',
        key: 'open',
        name: 'Open',
        color: '#fff',
        status_kind: 'open',
        position: 1,
        on_roadmap: true,
      },
      {
        kind: 'board',
        slug: 'features',
        name: 'Features',
        description: '',
        position: 1,
        visibility: 'public',
        submission: 'contributors',
      },
      { kind: 'tag', name: 'UI', color: '#0ea5e9' },
      {
        kind: 'feedback',
        external_id: 'p1',
        title: 'Dark mode',
        description: 'Please,\n"soon"',
        status: 'Open',
        board: 'features',
        approval: 'approved',
        person: 'ada@example.com',
        tags: ['UI'],
        created_at: '2024-01-02T00:00:00.000Z',
        merged_into: '',
        vote_count: 5,
        metadata: { hidden_tags: ['Bug'] },
      },
      {
        kind: 'feedback',
        external_id: 'p2',
        // Protected from being run as a formula.
        title: '=1+1',
        description: '-',
        status: '',
        board: 'features',
        approval: 'approved',
        person: 'name:Anonymous',
        tags: [],
        created_at: '2024-01-03T00:00:00.000Z',
        merged_into: '',
        vote_count: 0,
      },
      { kind: 'vote', feedback: 'p1', person: 'grace@example.com', created_at: '2024-01-04T00:00:00.000Z' },
      {
        kind: 'comment',
        external_id: 'c1',
        feedback: 'p1',
        person: 'grace@example.com',
        content: 'Soon',
        parent: '',
        comment_kind: 'comment',
        approval: 'approved',
        created_at: '2024-01-05T00:00:00.000Z',
        updated_at: '2024-01-06T00:00:00.000Z',
      },
      expect.objectContaining({ external_id: 'c2', parent: 'c1', comment_kind: 'internal' }),
      expect.objectContaining({ external_id: 'c3', parent: 'c1', approval: 'pending' }),
      {
        kind: 'changelog',
        external_id: 'l1',
        title: 'Released',
        summary: '',
        content: '# Now',
        image: '',
        published: true,
        publish_date: '2024-02-02T00:00:00.000Z',
        person: '',
      },
      {
        kind: 'changelog',
        external_id: 'l2',
        title: 'Draft',
        summary: '',
        content: 'Later',
        image: '',
        published: false,
        publish_date: '2024-01-30T00:00:00.000Z',
        person: '',
      },
    ]);
    // Neither boards nor posts have columns for it.
    expect(notesOf(items)).toEqual(['1 visibility_unknown', '1 approval_unknown']);
    expect(leftOutIn(items)).toEqual([
      'visibility of tags that only the team sees',
      'numbers of views of changelog entries',
    ]);
    expect(ofKind(items, 'member')).toMatchObject([{ person: 'grace@example.com', role: 'editor' }]);
  });

  it('keeps tags with commas, which posts name without quotes', async () => {
    const tags = 'id,name,color,description,is_public\nt1,"UI, UX",#0ea5e9,,true\nt2,UI,#0ea5e9,,true\n';
    const posts =
      'id,title,content,status,tags,board,created_at\n' +
      'p1,A,,Open,"UI, UX,UI",features,2024-01-02T00:00:00.000Z\n';
    const items = await readItems(
      'quackback-zip',
      zipOfFiles({ 'tags.csv': tags, 'posts.csv': posts, 'boards.csv': files['boards.csv'] }),
    );
    expect(ofKind(items, 'feedback')[0]!.tags).toEqual(['UI, UX', 'UI']);
  });

  it('keeps tags that look like quoted names or like JSON', async () => {
    const tags = 'id,name,color,description\nt1,"""urgent""",#f00,""\nt2,"[1]",#0f0,""\nt3,"-x",#00f,""\n';
    const row = (id: string, names: string) =>
      `${id},"A","","Open","${names}","",0,2024-01-02T00:00:00.000Z\n`;
    const posts =
      'id,title,content,status,tags,board,vote_count,created_at\n' +
      row('p1', '""urgent"",[1]') +
      row('p2', '[1]') +
      row('p3', "'-x,[1]");
    const items = await readItems('quackback-zip', zipOfFiles({ 'tags.csv': tags, 'posts.csv': posts }));
    expect(ofKind(items, 'feedback').map((feedback) => feedback.tags)).toEqual([
      ['"urgent"', '[1]'],
      ['[1]'],
      ['-x', '[1]'],
    ]);
  });

  it('leaves out votes for deleted posts and comments on them, which the export has', async () => {
    const votes =
      'id,post_id,voter_email,source_type,created_at\nv1,gone,"ada@example.com","",2024-01-04T00:00:00.000Z\n';
    const comments =
      'id,post_id,parent_id,author_name,author_email,is_team_member,is_private,moderation_state,content,created_at,updated_at\n' +
      'c1,gone,,"Eve","",false,false,published,"Hello",2024-01-05T00:00:00.000Z,\n';
    const items = await readItems(
      'quackback-zip',
      zipOfFiles({ 'posts.csv': files['posts.csv'], 'post_votes.csv': votes, 'post_comments.csv': comments }),
    );
    expect([ofKind(items, 'vote'), ofKind(items, 'comment')]).toEqual([[], []]);
    expect(leftOutIn(items)).toEqual(['votes for deleted posts', 'comments on deleted posts']);
  });

  it('returns companies with an id, and names what has no place', async () => {
    const items = await readItems(
      'quackback-zip',
      zipOfFiles({
        'posts.csv': files['posts.csv'],
        'users.csv':
          'name,email,verified,lifecycle,segments,joined_at\n"Ada","ada@example.com",true,user,"Beta",2024-01-01T00:00:00.000Z\n',
        'companies.csv':
          'name,domain,external_id,plan,monthly_spend,people_count,created_at\n' +
          '"Acme, Inc.","acme.example","c-1","Pro",1234.56,3,2024-01-05T00:00:00.000Z\n' +
          '"Small","","","",,0,2024-01-06T00:00:00.000Z\n',
        'conversations.jsonl': '{"id":"v1"}\n{"id":"v2"}\n',
        'kb_articles.csv': 'id,category,slug\nk1,"c","a"\n',
      }),
    );
    expect(ofKind(items, 'company')).toEqual([
      {
        kind: 'company',
        id: 'c-1',
        name: 'Acme, Inc.',
        revenue: 1235,
        metadata: { domain: 'acme.example', plan: 'Pro' },
        created_at: '2024-01-05T00:00:00.000Z',
      },
    ]);
    expect(leftOutIn(items)).toEqual([
      'segments of people',
      'companies without an id of your system',
      'articles of the help center',
      'conversations',
      'conversations',
    ]);
  });

  it('does not publish an entry before its time, although it shows an earlier date', async () => {
    const changelog =
      'id,title,content,published_at,display_date\n' +
      'l1,Soon,,2999-01-01T00:00:00.000Z,2020-01-01T00:00:00.000Z\n';
    const items = await readItems('quackback-zip', zipOfFiles({ 'changelog.csv': changelog }));
    expect(ofKind(items, 'changelog')).toMatchObject([
      { published: true, publish_date: '2999-01-01T00:00:00.000Z' },
    ]);
  });

  it('reads posts that wait for approval or are spam as such, and statuses with their meaning', async () => {
    const statuses =
      'name,slug,color,category,position,show_on_roadmap,is_default\n' +
      'Shipped it,shipped_it,#00ff00,complete,2,true,false\nNo thanks,no,#ff0000,closed,3,false,false\n';
    const row = (id: string, state: string) => `${id},A,,Shipped it,${state},2024-01-02T00:00:00.000Z\n`;
    const posts =
      'id,title,content,status,moderation_state,created_at\n' +
      ['published', 'pending', 'spam', 'deleted'].map((state, n) => row(`p${n}`, state)).join('');
    const items = await readItems(
      'quackback-zip',
      zipOfFiles({ 'statuses.csv': statuses, 'posts.csv': posts }),
    );
    expect(ofKind(items, 'feedback').map(({ approval }) => approval)).toEqual([
      'approved',
      'pending',
      'rejected',
    ]);
    expect(leftOutIn(items)).toEqual(['deleted posts']);
    expect(ofKind(items, 'status').map(({ key, status_kind }) => [key, status_kind])).toEqual([
      ['shipped_it', 'done'],
      ['no', 'closed'],
    ]);
  });

  it('names the file in notes and errors', async () => {
    const broken = { ...files, 'posts.csv': files['posts.csv'].replace(',5,', ',five,') };
    const items = await readItems('quackback-zip', zipOfFiles(broken));
    expect(items).toContainEqual({
      line: 2,
      code: 'value_left_out',
      detail: 'posts.csv: vote_count "five" is not a number from 0 to 10000000, so it is left out.',
    });
    const { 'posts.csv': posts } = files;
    const error = await failureOf(
      'quackback-zip',
      zipOfFiles({ ...files, 'posts.csv': posts.replace(',title,', ',name,') }),
    );
    expect(error).toEqual({ code: 'missing_columns', message: 'posts.csv: The header lacks: title.' });
  });

  it('refuses an archive with neither posts nor changelog entries', async () => {
    expect(await failureOf('quackback-zip', zipOfFiles({ 'tags.csv': files['tags.csv'] }))).toMatchObject({
      code: 'missing_entry',
    });
  });
});
