import { describe, expect, it } from '@jest/globals';
import { leftOutIn, notesOf, ofKind, readItems, recordsOf } from './reading.js';
import { gitHubSample } from './samples.js';

const { issue, comment, discussion } = gitHubSample;

const feedback = {
  kind: 'feedback',
  external_id: 'acme/app#12',
  title: 'Dark mode',
  description: '- [ ] please',
  status: 'not_planned',
  board: '',
  person: 'ada',
  assignee: '',
  estimated_date: '',
  comments_locked: true,
  fields: { Milestone: 'v2' },
  tags: ['enhancement', 'plain'],
  created_at: '2024-01-02T03:04:05.000Z',
  status_changed_at: '2024-02-02T03:04:05.000Z',
  merged_into: '',
  vote_count: 4,
  url: 'https://github.com/acme/app/issues/12',
  metadata: { updated_at: '2024-02-02T03:04:05Z' },
};

describe('GitHub', () => {
  it('returns people, labels, issues with their votes, and comments', async () => {
    const items = await readItems('github', JSON.stringify([comment, issue]));
    expect(recordsOf(items)).toEqual([
      { kind: 'person', external_id: 'grace', email: '', full_name: 'grace', avatar_url: '' },
      {
        kind: 'person',
        external_id: 'ada',
        email: '',
        full_name: 'ada',
        avatar_url: 'https://avatars.example.com/u/1',
      },
      { kind: 'tag', name: 'enhancement', color: '#a2eeef' },
      { kind: 'tag', name: 'plain', color: '' },
      feedback,
      {
        kind: 'comment',
        external_id: 'IC_1',
        feedback: 'acme/app#12',
        person: 'grace',
        content: 'Yes',
        parent: '',
        comment_kind: 'comment',
        created_at: '2024-01-03T00:00:00.000Z',
        updated_at: '2024-01-03T00:00:00.000Z',
      },
    ]);
  });

  it.each([
    ['a single issue', JSON.stringify(issue)],
    ['NDJSON', `${JSON.stringify(issue)}\n${JSON.stringify(comment)}\n`],
    ['pages of an array after each other', `${JSON.stringify([issue])}${JSON.stringify([comment])}`],
    ['an array of pages', JSON.stringify([[issue], [comment]])],
    ['the answer of the search', JSON.stringify({ total_count: 1, items: [issue] })],
  ])('reads %s', async (_, content) => {
    expect(ofKind(await readItems('github', content), 'feedback')).toEqual([feedback]);
  });

  it.each([
    ['', 2],
    ['an array of ', undefined],
  ])('reads %sdiscussions of the GraphQL API', async (kind, indent) => {
    const page = { data: { repository: { discussions: { pageInfo: {}, nodes: [discussion] } } } };
    const items = await readItems('github', JSON.stringify(kind === '' ? page : [page], null, indent));
    expect(recordsOf(items)).toEqual([
      {
        kind: 'person',
        external_id: 'grace',
        email: '',
        full_name: 'grace',
        avatar_url: 'https://avatars.example.com/u/2',
      },
      { kind: 'tag', name: 'question', color: '#d876e3' },
      {
        kind: 'board',
        slug: 'ideas',
        name: 'Ideas',
        description: '',
        position: 1,
        visibility: 'public',
        submission: 'contributors',
      },
      {
        kind: 'feedback',
        external_id: 'acme/app#7',
        title: 'How?',
        description: 'So',
        status: 'open',
        board: 'ideas',
        person: 'grace',
        assignee: '',
        tags: ['question'],
        created_at: '2024-01-04T00:00:00.000Z',
        merged_into: '',
        vote_count: 8,
        url: 'https://github.com/acme/app/discussions/7',
        fields: {},
        metadata: { updated_at: '2024-01-04T00:00:00Z' },
      },
      {
        kind: 'comment',
        external_id: 'DC_1',
        feedback: 'acme/app#7',
        person: '',
        content: 'Like this',
        parent: '',
        comment_kind: 'comment',
        created_at: '2024-01-05T00:00:00.000Z',
      },
    ]);
  });

  it('leaves out pull requests with their comments, and reports comments without an issue', async () => {
    const items = await readItems(
      'github',
      JSON.stringify([
        { ...issue, pull_request: { url: 'x' } },
        { ...issue, user: null },
        { id: 1, body: 'x', created_at: '2024-01-01T00:00:00Z' },
        { ...comment, html_url: 'https://github.com/acme/app/pull/12#issuecomment-99' },
      ]),
    );
    expect(notesOf(items)).toEqual(['3 invalid_id']);
    expect(leftOutIn(items)).toEqual([
      'pull requests',
      'reactions other than +1',
      'comments of pull requests',
    ]);
    expect(ofKind(items, 'comment')).toEqual([]);
    expect(ofKind(items, 'feedback')).toMatchObject([{ person: '' }]);
  });

  it('reads replies, answers, assignees and types', async () => {
    const reply = { id: 'DC_2', author: null, body: 'So', createdAt: '2024-01-06T00:00:00Z' };
    const [first] = discussion.comments.nodes;
    const answered = {
      ...discussion,
      answer: { id: 'DC_1' },
      comments: { nodes: [{ ...first, replies: { nodes: [reply] } }] },
    };
    const items = await readItems(
      'github',
      JSON.stringify([
        answered,
        { ...issue, type: { name: 'Bug' }, assignees: [{ login: 'olga' }, { login: 'ada' }] },
      ]),
    );
    expect(ofKind(items, 'comment')).toMatchObject([
      { external_id: 'DC_1', parent: '', comment_kind: 'response' },
      { external_id: 'DC_2', parent: 'DC_1', comment_kind: 'comment' },
    ]);
    expect(ofKind(items, 'feedback')[1]).toMatchObject({
      assignee: 'olga',
      fields: { Type: 'Bug', Milestone: 'v2' },
    });
    expect(leftOutIn(items)).toContain('further assignees');
  });

  it('does not lose other comments of a discussion if one cannot be read', async () => {
    const [first] = discussion.comments.nodes;
    const reply = { ...first, id: 'R_1' };
    const nodes = [
      { ...first, replies: { nodes: [{ ...reply, createdAt: null }, reply] } },
      { ...first, id: 'DC_2', createdAt: null, replies: { nodes: [{ ...reply, id: 'R_2' }] } },
    ];
    const items = await readItems('github', JSON.stringify([{ ...discussion, comments: { nodes } }]));
    expect(ofKind(items, 'comment').map(({ external_id: id, parent }) => `${id} ${parent}`)).toEqual([
      ...['DC_1 ', 'R_1 DC_1', 'R_2 DC_2'],
    ]);
    expect(notesOf(items)).toEqual(['1 invalid_date', '1 invalid_date']);
  });

  it.each([
    ['open', null, 'open'],
    ['open', 'reopened', 'open'],
    ['closed', 'completed', 'completed'],
    ['closed', null, 'closed'],
    ['CLOSED', 'NOT_PLANNED', 'not_planned'],
  ])('reads the state %s, %s as %s', async (state, state_reason, status) => {
    const items = await readItems('github', JSON.stringify([{ ...issue, state, state_reason }]));
    expect(ofKind(items, 'feedback')).toMatchObject([{ status }]);
  });
});
