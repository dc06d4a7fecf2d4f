/** A read whose records a tool adds to its answer, if the caller may read them. */
interface ToolPart {
  /** Id of the operation in the API document. */
  readonly operation: string;
  /** The values of its parameters, except path parameters. */
  readonly query?: Readonly<Record<string, unknown>>;
}

/** A tool: an operation of the API, with a choice of its parameters and of the fields of its body. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  /** When a model should use it, and what it returns. */
  readonly description: string;
  /** Id of the operation in the API document. Its scope decides who sees the tool. */
  readonly operation: string;
  /** Names of its arguments, besides those in the path of the operation. */
  readonly takes: readonly string[];
  /** The name that its records have in the answer. */
  readonly answer: string;
  /** Further records of the answer, by their names. */
  readonly parts?: Readonly<Record<string, ToolPart>>;
  /** Present if it changes something. */
  readonly writes?: {
    /** Whether it replaces or hides something that is there. */
    readonly destructive: boolean;
    /** Whether a second call with the same arguments changes nothing more. */
    readonly idempotent: boolean;
    /** Whether it can show its effect without having it. */
    readonly dryRun?: true;
  };
}

const page = ['limit', 'cursor'];

const adds = { destructive: false, idempotent: false };
const sets = { destructive: false, idempotent: true };
const replaces = { destructive: true, idempotent: true };

/** The tools, in the order in which models see them: from finding a project to publishing what was done. */
export const tools: readonly Tool[] = [
  {
    name: 'list_projects',
    title: 'List projects',
    description: 'Returns the projects that you can access. Other tools take their `slug` as `project`.',
    operation: 'listProjects',
    takes: page,
    answer: 'projects',
  },
  {
    name: 'get_project',
    title: 'Get a project',
    description:
      'Returns a project with the names that filters and changes take: statuses, boards, tags, fields, and the members who can be assigned. Call it before you set any of them.',
    operation: 'getProject',
    takes: [],
    answer: 'project',
    parts: {
      statuses: { operation: 'listStatuses' },
      boards: { operation: 'listBoards' },
      tags: { operation: 'listTags', query: { limit: 100 } },
      fields: { operation: 'listFields' },
      members: { operation: 'listMembers', query: { limit: 50 } },
    },
  },
  {
    name: 'get_field',
    title: 'Get a field',
    description:
      'Returns a field of a project with all its options. `get_project` returns the fields as well, but of very large ones only the first options.',
    operation: 'getField',
    takes: [],
    answer: 'field',
  },
  {
    name: 'search_feedback',
    title: 'Search feedback',
    description:
      'Finds feedback by words (`q`), status, board, tag, company, author, assignee, time and fields, in any combination. Editors see with `include: ["companies", "revenue"]` how many companies want it and what these pay together, and can sort by `most_revenue`; `get_feedback` names the companies.',
    operation: 'listFeedback',
    takes: [
      'q',
      'status',
      'status_kind',
      'board',
      'tag',
      'company',
      'user_id',
      'voter_id',
      'assignee',
      'fields',
      'approval',
      'created_after',
      'created_before',
      'updated_after',
      'sort',
      'include',
      ...page,
    ],
    answer: 'feedback',
  },
  {
    name: 'get_feedback',
    title: 'Get feedback',
    description:
      'Returns one piece of feedback with its comments (the first 50), the changes of its status, the linked changelog entries, and for editors the companies that want it, the largest revenue first.',
    operation: 'getFeedback',
    takes: ['include'],
    answer: 'feedback',
    parts: {
      comments: { operation: 'listComments', query: { limit: 50 } },
      companies: { operation: 'listFeedbackCompanies', query: { limit: 50 } },
      status_changes: { operation: 'listStatusChanges', query: { limit: 20 } },
      changelog_entries: { operation: 'listFeedbackChangelogs', query: { limit: 10 } },
    },
  },
  {
    name: 'find_similar_feedback',
    title: 'Find similar feedback',
    description:
      'Returns feedback whose titles resemble a title, the most similar first. Use it before you submit feedback, and to find duplicates.',
    operation: 'findSimilarFeedback',
    takes: ['title', 'include'],
    answer: 'feedback',
  },
  {
    name: 'get_statistics',
    title: 'Get statistics and the roadmap',
    description:
      'Returns how much feedback there is by status and by tag, and the roadmap: its statuses with the most upvoted feedback of each.',
    operation: 'getFeedbackStats',
    takes: [],
    answer: 'statistics',
    parts: { roadmap: { operation: 'getRoadmap', query: { limit: 5 } } },
  },
  {
    name: 'list_companies',
    title: 'List companies',
    description:
      'Finds companies by name, or sorts them by revenue. `search_feedback` takes their `external_id` as `company`. For editors.',
    operation: 'listCompanies',
    takes: ['q', 'sort', ...page],
    answer: 'companies',
  },
  {
    name: 'submit_feedback',
    title: 'Submit feedback',
    description:
      'Submits feedback, for editors also on behalf of another person (`user` or `user_id`). Look for similar feedback first, and vote for that instead if there is any.',
    operation: 'createFeedback',
    takes: ['title', 'description', 'board', 'tags', 'status', 'fields', 'user', 'user_id', 'assignee_id'],
    answer: 'feedback',
    writes: adds,
  },
  {
    name: 'update_feedback',
    title: 'Update feedback',
    description:
      'Changes text, status, board, tags, fields, assignee, estimated date, pinning or approval of feedback. What is omitted stays; `tags` replaces all tags. `status_comment` explains a new status to all who wait for it, who are notified.',
    operation: 'updateFeedback',
    takes: [
      'title',
      'description',
      'status',
      'status_comment',
      'board',
      'tags',
      'fields',
      'assignee_id',
      'estimated_date',
      'pinned',
      'comments_locked',
      'approval',
    ],
    answer: 'feedback',
    writes: replaces,
  },
  {
    name: 'comment_on_feedback',
    title: 'Comment on feedback',
    description:
      'Adds a comment, and notifies the people who follow the feedback. The kind `internal` is for editors only, `response` is the official answer of the team.',
    operation: 'createComment',
    takes: ['content', 'kind', 'parent_id', 'user', 'user_id'],
    answer: 'comment',
    writes: adds,
  },
  {
    name: 'vote_for_feedback',
    title: 'Vote for feedback',
    description: 'Votes as yourself, or for editors on behalf of another person (`user` or `user_id`).',
    operation: 'createUpvote',
    takes: ['user', 'user_id'],
    answer: 'vote',
    writes: sets,
  },
  {
    name: 'withdraw_vote',
    title: 'Withdraw a vote',
    description: 'Withdraws your vote, or for editors the vote of another person. Returns the feedback.',
    operation: 'withdrawVote',
    takes: [],
    answer: 'feedback',
    writes: replaces,
  },
  {
    name: 'merge_feedback',
    title: 'Merge feedback',
    description:
      'Merges a duplicate (`feedback_id`) into other feedback (`into`), which then has the votes and comments of both. Returns that. Call it with `dry_run` first, and show the person the result. For editors.',
    operation: 'mergeFeedback',
    takes: ['into'],
    answer: 'feedback',
    writes: { destructive: true, idempotent: false, dryRun: true },
  },
  {
    name: 'search_changelog',
    title: 'Search the changelog',
    description:
      'Finds changelog entries by words (`q`), tag, state and time, the newest first. Editors see drafts and scheduled entries as well; `include: ["feedback"]` returns the linked feedback.',
    operation: 'listChangelogs',
    takes: ['q', 'tag', 'state', 'published_after', 'published_before', 'sort', 'include', ...page],
    answer: 'changelog_entries',
  },
  {
    name: 'create_changelog_entry',
    title: 'Create a changelog entry',
    description:
      'Creates a draft, or publishes at once with `published: true`, which notifies subscribers. `publish_date` in the future schedules it. For editors.',
    operation: 'createChangelog',
    takes: ['title', 'summary', 'content', 'tags', 'publish_date', 'published'],
    answer: 'changelog_entry',
    writes: adds,
  },
  {
    name: 'update_changelog_entry',
    title: 'Update or publish a changelog entry',
    description:
      'Changes an entry; `published: true` publishes it and notifies subscribers. What is omitted stays. For editors.',
    operation: 'patchChangelog',
    takes: ['title', 'summary', 'content', 'tags', 'publish_date', 'published'],
    answer: 'changelog_entry',
    writes: replaces,
  },
  {
    name: 'link_changelog_feedback',
    title: 'Link feedback to a changelog entry',
    description:
      'Tells that an entry is about feedback, so that those who follow it are notified when the entry is published. Returns the feedback. For editors.',
    operation: 'linkChangelogFeedback',
    takes: [],
    answer: 'feedback',
    writes: sets,
  },
];
