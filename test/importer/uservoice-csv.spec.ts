import { describe, expect, it } from '@jest/globals';
import { convert } from '../support/converted.js';
import { failureOf, leftOutIn, notesOf, ofKind, readItems, recordsOf } from './reading.js';

const columns = [
  ...[
    'ideaId',
    'ideaTitle',
    'ideaDescription',
    'ideaCreatorEmailAddress',
    'ideaCreatorName',
    'categoryName',
    'forumName',
  ],
  ...['publicStatusName', 'moderationState', 'labels', 'ideaListNames', 'votersCount', 'createdTimestamp'],
  ...['publicStatusUpdateMessage', 'publicStatusUpdatedTimestamp', 'publicStatusCreatorEmailAddress'],
  ...['userEmailAddress', 'userName', 'linkedIdeaCreationDate'],
];

const idea: Record<string, string> = {
  ideaId: '501',
  ideaTitle: 'Dark mode',
  ideaDescription: 'Please, "soon"\nit is bright',
  ideaCreatorEmailAddress: 'Ada@example.com',
  ideaCreatorName: 'Ada',
  categoryName: 'Design',
  forumName: 'General',
  publicStatusName: 'Under Review',
  moderationState: 'approved',
  labels: '["UI, dark","Design"]',
  ideaListNames: 'Q3',
  votersCount: '3',
  createdTimestamp: '2023-04-05 06:07:08',
  publicStatusUpdateMessage: 'We are looking at it.',
  publicStatusUpdatedTimestamp: '2023-05-05 06:07:08',
  publicStatusCreatorEmailAddress: 'staff@example.com',
};

function csvOf(names: readonly string[], rows: readonly Record<string, string>[]): string {
  const line = (cells: readonly string[]) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',');
  return [line(names), ...rows.map((row) => line(names.map((name) => row[name] ?? '')))].join('\r\n');
}

describe('UserVoice, CSV with a row for each voter', () => {
  it('returns the idea once, its voters, and its latest response as a comment', async () => {
    const items = await readItems(
      'uservoice-csv',
      csvOf(columns, [
        {
          ...idea,
          userEmailAddress: 'grace@example.com',
          userName: 'Grace',
          linkedIdeaCreationDate: '2023-04-06 00:00:00',
        },
        { ...idea, userEmailAddress: 'ADA@example.com', userName: 'Ada' },
      ]),
    );
    expect(recordsOf(items)).toEqual([
      {
        kind: 'person',
        external_id: 'ada@example.com',
        email: 'Ada@example.com',
        full_name: 'Ada',
        avatar_url: '',
      },
      {
        kind: 'person',
        external_id: 'grace@example.com',
        email: 'grace@example.com',
        full_name: 'Grace',
        avatar_url: '',
      },
      {
        kind: 'person',
        external_id: 'staff@example.com',
        email: 'staff@example.com',
        full_name: '',
        avatar_url: '',
      },
      {
        kind: 'board',
        slug: 'general',
        name: 'General',
        description: '',
        position: 1,
        visibility: 'public',
        submission: 'contributors',
      },
      {
        kind: 'feedback',
        external_id: '501',
        title: 'Dark mode',
        description: 'Please, "soon"\nit is bright',
        status: 'Under Review',
        board: 'general',
        approval: 'approved',
        fields: { Category: 'Design' },
        person: 'ada@example.com',
        tags: ['UI, dark', 'Design'],
        created_at: '2023-04-05T06:07:08.000Z',
        merged_into: '',
        vote_count: 3,
        metadata: { ideaListNames: 'Q3' },
      },
      { kind: 'vote', feedback: '501', person: 'grace@example.com', created_at: '2023-04-06T00:00:00.000Z' },
      { kind: 'vote', feedback: '501', person: 'ada@example.com', created_at: '2023-04-05T06:07:08.000Z' },
      {
        kind: 'comment',
        external_id: 'response:501',
        feedback: '501',
        person: 'staff@example.com',
        content: 'We are looking at it.',
        parent: '',
        comment_kind: 'response',
        created_at: '2023-05-05T06:07:08.000Z',
      },
    ]);
    expect(notesOf(items)).toEqual(['1 visibility_unknown']);
  });

  it('leaves out spam with its votes, and reads what has not been approved as such', async () => {
    const items = await readItems(
      'uservoice-csv',
      csvOf(columns, [{ ...idea, moderationState: 'spam', userEmailAddress: 'grace@example.com' }]),
    );
    expect(leftOutIn(items)).toEqual(['ideas that are spam, deleted or drafts']);
    expect(recordsOf(items).map(({ kind }) => kind)).toEqual(['person', 'person', 'person']);
    const others = await readItems(
      'uservoice-csv',
      csvOf(columns, [
        { ...idea, moderationState: 'pending' },
        { ...idea, ideaId: '502', moderationState: 'rejected' },
      ]),
    );
    expect(ofKind(others, 'feedback').map(({ approval }) => approval)).toEqual(['pending', 'rejected']);
  });

  it('reports an invalid idea only once', async () => {
    const rows = [1, 2, 3].map(() => ({ ...idea, createdTimestamp: '05/04/2023' }));
    expect(notesOf(await readItems('uservoice-csv', csvOf(columns, rows)))).toEqual([
      '1 visibility_unknown',
      '2 ambiguous_date',
    ]);
  });
});

describe('UserVoice, CSV with dotted names', () => {
  const names = [
    ...[
      'suggestion.id',
      'suggestion.title',
      'suggestion.body',
      'suggestion.portal_url',
      'suggestion.status.name',
    ],
    ...[
      'suggestion.labels.name',
      'suggestion.parent.id',
      'suggestion.created_timestamp',
      'suggestion.forum.name',
    ],
    ...[
      'suggestion.votes_count',
      'suggestion.creator.email',
      'suggestion.creator.name',
      'suggestion.created_user_agent',
      'user.email_address',
    ],
  ];
  const row = {
    'suggestion.id': '7',
    'suggestion.title': 'Dark mode',
    'suggestion.body': '<p>Please</p>',
    'suggestion.portal_url': 'https://acme.uservoice.com/suggestions/7',
    'suggestion.status.name': 'planned',
    'suggestion.labels.name': 'UI, Design',
    'suggestion.parent.id': '',
    'suggestion.created_timestamp': '2023-04-05 06:07:08 UTC',
    'suggestion.forum.name': 'General',
    'suggestion.votes_count': '9',
    'suggestion.creator.email': 'ada@example.com',
    'suggestion.creator.name': 'Ada',
    'suggestion.created_user_agent': 'Mozilla',
    'user.email_address': 'secret@example.com',
  };

  it('returns ideas, and merged ones after their targets', async () => {
    const merged = { ...row, 'suggestion.id': '6', 'suggestion.parent.id': '7' };
    const items = await readItems('uservoice-csv', csvOf(names, [merged, row]));
    expect(ofKind(items, 'feedback')).toEqual([
      {
        kind: 'feedback',
        external_id: '7',
        title: 'Dark mode',
        description: '<p>Please</p>',
        status: 'planned',
        board: 'general',
        approval: 'approved',
        person: 'ada@example.com',
        tags: ['UI', 'Design'],
        created_at: '2023-04-05T06:07:08.000Z',
        merged_into: '',
        vote_count: 9,
        url: 'https://acme.uservoice.com/suggestions/7',
      },
      expect.objectContaining({ external_id: '6', merged_into: '7' }),
    ]);
    // The data of people is in the records of people only.
    expect(JSON.stringify(items)).not.toMatch(/Mozilla|secret/);
  });

  it('applies the first of several rows with an id, as it says of the others', async () => {
    const { file, notes } = await convert(
      'uservoice-csv',
      'suggestion.id,suggestion.title,suggestion.created_timestamp,suggestion.parent.id\n' +
        '1,A,2023-04-05,\n2,B,2023-04-05,\n1,A again,2023-04-05,2\n',
    );
    expect(file).toMatch(/"title":"A".*"merged_into":""/);
    expect(file).not.toMatch(/A again|"merged_into":"2"/);
    expect(notes.groups).toMatchObject([
      {
        code: 'duplicate_id',
        examples: ['4: An earlier feedback has the id 1, so this one is left out.'],
      },
    ]);
  });

  it('knows states that everybody sees regardless of case', async () => {
    const header = 'suggestion.id,suggestion.title,suggestion.created_timestamp,suggestion.state\n';
    const rows = ['Closed', 'open', 'ACTIVE', 'limbo'].map((state, n) => `${n},A,2023-04-05,${state}\n`);
    const items = await readItems('uservoice-csv', header + rows.join(''));
    expect(ofKind(items, 'feedback').map(({ approval }) => approval)).toEqual([
      ...['approved', 'approved', 'approved', 'pending'],
    ]);
  });

  it.each(['Idea ID,Idea Title,Created Timestamp', 'idea_id,idea_title,created_timestamp'])(
    'knows the header %s',
    async (header) => {
      const items = await readItems('uservoice-csv', `${header}\n7,Dark mode,2023-04-05 06:07:08\n`);
      expect(ofKind(items, 'feedback')).toMatchObject([{ external_id: '7', title: 'Dark mode' }]);
    },
  );

  it('refuses other files', async () => {
    expect(await failureOf('uservoice-csv', 'id,title\n1,x\n')).toMatchObject({ code: 'missing_columns' });
  });
});
