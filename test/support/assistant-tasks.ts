import type { Assistant } from './mcp-client.js';

/** What the tasks are about: a project with feedback, customers and changelog entries. */
export interface TaskWorld {
  readonly project: string;
  /** Ids by title, of feedback and of changelog entries. */
  readonly ids: Readonly<Record<string, string>>;
}

/** What a person asks of an assistant, and the calls with which a careful model would do it. */
export interface AssistantTask {
  readonly task: string;
  /** Calls tools, and returns what shows that the task is done. */
  readonly run: (assistant: Assistant, world: TaskWorld) => Promise<unknown>;
  readonly expected: unknown;
  /** The tools that are called, in order. At most three. */
  readonly tools: readonly string[];
}

const titles = (records: { title: string }[]) => records.map(({ title }) => title);
const first = async (assistant: Assistant, project: string, q: string) =>
  (await assistant.ask('search_feedback', { project, q, limit: 5 })).feedback[0].id as string;

/** The evaluation of the tools: each task takes at most three calls. The page on assistants lists them. */
export const tasks: readonly AssistantTask[] = [
  {
    task: 'Which of our large customers wait for SSO?',
    run: async (assistant, { project }) => {
      const feedback_id = await first(assistant, project, 'SSO');
      const { companies } = await assistant.ask('get_feedback', { project, feedback_id });
      return companies.map(({ name, revenue }: { name: string; revenue: number }) => [name, revenue]);
    },
    expected: [
      ['Globex', 120_000],
      ['Initech', 48_000],
    ],
    tools: ['search_feedback', 'get_feedback'],
  },
  {
    task: 'Which projects are there, and how much is open in Acme?',
    run: async (assistant) => {
      const { projects } = await assistant.ask('list_projects');
      const { statistics } = await assistant.ask('get_statistics', { project: projects[0].slug });
      return [
        titles(projects.map(({ name }: { name: string }) => ({ title: name }))),
        statistics.by_status_kind.open,
      ];
    },
    expected: [['Acme'], 8],
    tools: ['list_projects', 'get_statistics'],
  },
  {
    task: 'What do people want most?',
    run: async (assistant, { project }) =>
      titles((await assistant.ask('search_feedback', { project, sort: 'most_upvoted', limit: 2 })).feedback),
    expected: ['SSO with SAML', 'Dark mode'],
    tools: ['search_feedback'],
  },
  {
    task: 'Which open wish is worth the most revenue?',
    run: async (assistant, { project }) => {
      const { feedback } = await assistant.ask('search_feedback', {
        ...{
          project,
          status_kind: ['open'],
          sort: 'most_revenue',
          include: ['revenue', 'companies'],
          limit: 1,
        },
      });
      const [{ title, revenue, companies }] = feedback;
      return [title, revenue, companies];
    },
    expected: ['SSO with SAML', 168_000, 2],
    tools: ['search_feedback'],
  },
  {
    task: 'What does Hooli want?',
    run: async (assistant, { project }) => {
      const { companies } = await assistant.ask('list_companies', { project, q: 'hooli' });
      const company = companies[0].external_id as string;
      return titles((await assistant.ask('search_feedback', { project, company, sort: 'oldest' })).feedback);
    },
    expected: ['Dark mode', 'Export to CSV'],
    tools: ['list_companies', 'search_feedback'],
  },
  {
    task: 'Is there already something about exporting to Excel?',
    run: async (assistant, { project }) =>
      titles((await assistant.ask('find_similar_feedback', { project, title: 'Export to Excel' })).feedback),
    expected: ['Export to Excel files', 'Export to CSV'],
    tools: ['find_similar_feedback'],
  },
  {
    task: 'Summarize the discussion about SSO.',
    run: async (assistant, { project }) => {
      const feedback_id = await first(assistant, project, 'SSO');
      const { comments } = await assistant.ask('get_feedback', { project, feedback_id });
      return comments.map(({ content }: { content: string }) => content);
    },
    expected: ['Okta, please.', 'Entra ID for us.'],
    tools: ['search_feedback', 'get_feedback'],
  },
  {
    task: 'Which crashes on iOS has nobody taken?',
    run: async (assistant, { project }) => {
      const { fields } = await assistant.ask('get_project', { project });
      const { field } = await assistant.ask('get_field', { project, field_key: fields[0].key });
      const filter = { [`field.${field.key}`]: field.options.slice(0, 1) };
      const found = { project, q: 'crash', board: ['bugs'], assignee: 'none', fields: filter };
      return titles((await assistant.ask('search_feedback', found)).feedback);
    },
    expected: ['Crash when I rotate the phone'],
    tools: ['get_project', 'get_field', 'search_feedback'],
  },
  {
    task: 'Grace of Initech asked for an audit log on the phone.',
    run: async (assistant, { project }) => {
      const title = 'Audit log of all sign-ins';
      const { feedback: similar } = await assistant.ask('find_similar_feedback', { project, title });
      const user = { external_id: 'grace' };
      const { feedback } = await assistant.ask('submit_feedback', {
        project,
        title,
        user,
        idempotency_key: 'audit',
      });
      return [similar.length, feedback.user.email];
    },
    expected: [0, 'grace@example.com'],
    tools: ['find_similar_feedback', 'submit_feedback'],
  },
  {
    task: 'Grace wants dark mode, too.',
    run: async (assistant, { project }) => {
      const feedback_id = await first(assistant, project, 'dark mode');
      const { vote } = await assistant.ask('vote_for_feedback', {
        project,
        feedback_id,
        user: { external_id: 'grace' },
      });
      return vote.user.email;
    },
    expected: 'grace@example.com',
    tools: ['search_feedback', 'vote_for_feedback'],
  },
  {
    task: 'I voted for the API limits by mistake.',
    run: async (assistant, { project }) => {
      const { feedback: mine } = await assistant.ask('search_feedback', { project, voter_id: 'me' });
      const { feedback } = await assistant.ask('withdraw_vote', {
        project,
        feedback_id: mine[0].id,
        user_id: 'me',
      });
      return [feedback.title, feedback.upvotes];
    },
    expected: ['Higher limits of the API', 0],
    tools: ['search_feedback', 'withdraw_vote'],
  },
  {
    task: 'Dark mode is done. Tell those who wait for it.',
    run: async (assistant, { project }) => {
      const feedback_id = await first(assistant, project, 'dark mode');
      const status_comment = 'It is here. We redrew every icon.';
      const change = { project, feedback_id, status: 'completed', status_comment };
      return (await assistant.ask('update_feedback', change)).feedback.status;
    },
    expected: 'completed',
    tools: ['search_feedback', 'update_feedback'],
  },
  {
    task: 'I take care of the crash.',
    run: async (assistant, { project }) => {
      const feedback_id = await first(assistant, project, 'crash rotate');
      await assistant.ask('update_feedback', { project, feedback_id, assignee_id: 'me' });
      return titles((await assistant.ask('search_feedback', { project, assignee: 'me' })).feedback);
    },
    expected: ['Crash when I rotate the phone'],
    tools: ['search_feedback', 'update_feedback', 'search_feedback'],
  },
  {
    task: 'Approve what waits, but reject the spam.',
    run: async (assistant, { project }) => {
      const { feedback } = await assistant.ask('search_feedback', {
        project,
        approval: 'pending',
        sort: 'oldest',
      });
      const [wish, spam] = feedback as { id: string }[];
      await assistant.ask('update_feedback', { project, feedback_id: wish!.id, approval: 'approved' });
      const refused = { project, feedback_id: spam!.id, approval: 'rejected' };
      return [titles(feedback), (await assistant.ask('update_feedback', refused)).feedback.title];
    },
    expected: [['A plan for schools', 'CHEAP WATCHES'], 'CHEAP WATCHES'],
    tools: ['search_feedback', 'update_feedback', 'update_feedback'],
  },
  {
    task: 'Merge these two, and tell the voters.',
    run: async (assistant, { project, ids }) => {
      const merge = { project, feedback_id: ids['Export to Excel files'], into: ids['Export to CSV'] };
      const { feedback: seen } = await assistant.ask('merge_feedback', { ...merge, dry_run: true });
      const { feedback } = await assistant.ask('merge_feedback', { ...merge, idempotency_key: 'merge' });
      const content = 'We treat both exports as one.';
      const answer = { project, feedback_id: feedback.id, content, kind: 'response' };
      return [
        seen.upvotes,
        feedback.upvotes,
        (await assistant.ask('comment_on_feedback', answer)).comment.kind,
      ];
    },
    expected: [2, 2, 'response'],
    tools: ['merge_feedback', 'merge_feedback', 'comment_on_feedback'],
  },
  {
    task: 'Note for the team: the API limits depend on the new plans.',
    run: async (assistant, { project }) => {
      const feedback_id = await first(assistant, project, 'limits API');
      const note = { project, feedback_id, content: 'Depends on the new plans.', kind: 'internal' };
      return (await assistant.ask('comment_on_feedback', note)).comment.kind;
    },
    expected: 'internal',
    tools: ['search_feedback', 'comment_on_feedback'],
  },
  {
    task: 'What have we announced about keyboard shortcuts?',
    run: async (assistant, { project }) => {
      const search = { project, q: 'keyboard', state: 'published' };
      return titles((await assistant.ask('search_changelog', search)).changelog_entries);
    },
    expected: ['Keyboard shortcuts'],
    tools: ['search_changelog'],
  },
  {
    task: 'Draft an entry about dark mode, linked to the feedback.',
    run: async (assistant, { project, ids }) => {
      const entry = { project, title: 'Dark mode', content: 'Easy on the eyes.', idempotency_key: 'entry' };
      const { changelog_entry: created } = await assistant.ask('create_changelog_entry', entry);
      const link = { project, changelog_id: created.id, feedback_id: ids['Dark mode'] };
      return [created.published, (await assistant.ask('link_changelog_feedback', link)).feedback.title];
    },
    expected: [false, 'Dark mode'],
    tools: ['create_changelog_entry', 'link_changelog_feedback'],
  },
  {
    task: 'Publish the draft about CSV.',
    run: async (assistant, { project }) => {
      const drafts = await assistant.ask('search_changelog', { project, state: 'draft', q: 'csv' });
      const changelog_id = drafts.changelog_entries[0].id as string;
      const publish = { project, changelog_id, published: true };
      return (await assistant.ask('update_changelog_entry', publish)).changelog_entry.published;
    },
    expected: true,
    tools: ['search_changelog', 'update_changelog_entry'],
  },
  {
    task: 'What is on the roadmap?',
    run: async (assistant, { project }) => {
      const { roadmap } = await assistant.ask('get_statistics', { project });
      return roadmap.map(({ status, count }: { status: { key: string }; count: number }) => [
        status.key,
        count,
      ]);
    },
    expected: [
      ['planned', 1],
      ['in_progress', 0],
      ['completed', 1],
    ],
    tools: ['get_statistics'],
  },
];
