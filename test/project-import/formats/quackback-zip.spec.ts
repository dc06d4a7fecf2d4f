import { describe, expect, it } from '@jest/globals';
import { failureOf, notesOf, readItems, recordsOf } from './reading.js';
import { zipOf } from './zip-file.js';

const files = {
  'manifest.json': '{"format_version":1,"generator":"quackback","workspace_slug":"acme"}',
  'boards.csv': 'id,slug,name,description,created_at\nb1,features,Features,,2024-01-01T00:00:00.000Z\n',
  'statuses.csv':
    'id,name,slug,color,category,position,show_on_roadmap,is_default\ns1,Open,open,#fff,active,1,true,true\n',
  'tags.csv': 'id,name,color,description,is_public\nt1,UI,#0ea5e9,,true\nt2,"Bug",,,false\n',
  'users.csv': 'id,name,email\nu1,Ada Lovelace,ada@example.com\nu2,Grace,grace@example.com\n',
  'posts.csv':
    'id,title,content,status,tags,board,author_name,author_email,vote_count,created_at\n' +
    'p1,Dark mode,"Please,\n""soon""",Open,"UI,Bug",features,Ada L.,ADA@example.com,5,2024-01-02T00:00:00.000Z\n' +
    "p2,'=1+1,'-,,,features,Anonymous,,0,2024-01-03T00:00:00.000Z\n",
  'post_votes.csv':
    'id,post_id,voter_email,source_type,created_at\nv1,p1,grace@example.com,,2024-01-04T00:00:00.000Z\nv2,p1,,widget,2024-01-04T00:00:00.000Z\n',
  'post_comments.csv':
    'id,post_id,parent_id,author_name,author_email,is_team_member,is_private,moderation_state,content,created_at,updated_at\n' +
    'c1,p1,,Grace,grace@example.com,true,false,published,Soon,2024-01-05T00:00:00.000Z,2024-01-06T00:00:00.000Z\n' +
    'c2,p1,c1,Grace,grace@example.com,true,true,published,Internal,2024-01-05T00:00:00.000Z,\n' +
    'c3,p1,c1,Eve,,false,false,pending,Spam,2024-01-05T00:00:00.000Z,\n',
  'changelog.csv':
    'id,title,content,published_at,display_date,view_count,created_at,updated_at\n' +
    'l1,Released,# Now,2024-02-01T00:00:00.000Z,2024-02-02T00:00:00.000Z,17,2024-01-31T00:00:00.000Z,\n' +
    'l2,Draft,Later,,,0,2024-01-30T00:00:00.000Z,\n',
};

const zipOfFiles = (content: Readonly<Record<string, string>>): Buffer =>
  zipOf(Object.entries(content).map(([name, data]) => ({ name, data })));

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
      { kind: 'person', external_id: 'name:Eve', email: '', full_name: 'Eve', avatar_url: '' },
      { kind: 'tag', name: 'UI', color: '#0ea5e9' },
      { kind: 'tag', name: 'Bug', color: '#64748b' },
      {
        kind: 'feedback',
        external_id: 'p1',
        title: 'Dark mode',
        description: 'Please,\n"soon"',
        status: 'Open',
        person: 'ada@example.com',
        tags: ['UI', 'Bug'],
        created_at: '2024-01-02T00:00:00.000Z',
        merged_into: '',
        vote_count: 5,
        metadata: { board: 'features' },
      },
      {
        kind: 'feedback',
        external_id: 'p2',
        // Protected from being run as a formula.
        title: '=1+1',
        description: '-',
        status: '',
        person: 'name:Anonymous',
        tags: [],
        created_at: '2024-01-03T00:00:00.000Z',
        merged_into: '',
        vote_count: 0,
        metadata: { board: 'features' },
      },
      { kind: 'vote', feedback: 'p1', person: 'grace@example.com', created_at: '2024-01-04T00:00:00.000Z' },
      {
        kind: 'comment',
        external_id: 'c1',
        feedback: 'p1',
        person: 'grace@example.com',
        content: 'Soon',
        created_at: '2024-01-05T00:00:00.000Z',
        updated_at: '2024-01-06T00:00:00.000Z',
      },
      {
        kind: 'changelog',
        external_id: 'l1',
        title: 'Released',
        summary: '',
        content: '# Now',
        image: '',
        published: true,
        publish_date: '2024-02-02T00:00:00.000Z',
        created_at: '2024-01-31T00:00:00.000Z',
        person: '',
        metadata: { view_count: 17 },
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
        created_at: '2024-01-30T00:00:00.000Z',
        person: '',
      },
    ]);
    expect(notesOf(items)).toEqual(['3 private_comment', '4 not_published']);
  });

  it('names the file in notes and errors', async () => {
    const broken = { ...files, 'posts.csv': files['posts.csv'].replace(',5,', ',five,') };
    const items = await readItems('quackback-zip', zipOfFiles(broken));
    expect(items).toContainEqual({
      line: 2,
      code: 'invalid_count',
      detail: 'posts.csv: "five" is not a number of votes.',
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
