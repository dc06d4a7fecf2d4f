const ada = {
  id: 'u1',
  userID: '42',
  email: 'Ada@example.com',
  name: 'Ada Lovelace',
  isAdmin: false,
  created: '2023-01-01T00:00:00.000Z',
};
const grace = {
  id: 'u2',
  userID: null,
  email: null,
  name: 'Grace',
  isAdmin: true,
  avatarURL: 'https://canny.io/g.png',
};

const board = { id: 'b1', name: 'Feature Requests', postCount: 2 };

const post = {
  id: 'p1',
  title: 'Dark mode',
  details: '# Please\n\nIt is *bright*.',
  status: 'under review',
  statusChangedAt: '2024-01-03T10:00:00.000Z',
  created: '2024-01-02T10:00:00.000Z',
  eta: 'June 2024',
  score: 7,
  commentCount: 2,
  url: 'https://acme.canny.io/features/p/dark-mode',
  imageURLs: ['https://canny.io/1.png'],
  author: ada,
  by: ada,
  board,
  category: { id: 'c1', name: 'Design', parentID: null },
  tags: [{ id: 't1', name: 'UI', postCount: 3 }],
  customFields: [{ id: 'x', name: 'team', value: 'core' }],
  mergeHistory: [
    {
      created: '2024-02-01T00:00:00.000Z',
      post: {
        id: 'p2',
        title: 'Night theme',
        details: 'Black',
        imageURLs: [],
        created: '2023-12-01T10:00:00.000Z',
      },
    },
  ],
  jira: { linkedIssues: [{ id: 1, key: 'FCS-1' }], linkCount: 1 },
};

const vote = {
  id: 'v1',
  voter: grace,
  post: { id: 'p1', title: 'Dark mode' },
  board,
  created: '2024-01-04T10:00:00.000Z',
};

const comment = {
  id: 'm1',
  value: 'Yes!',
  created: '2024-01-05T10:00:00.000Z',
  parentID: null,
  internal: false,
  private: false,
  likeCount: 1,
  imageURLs: ['https://canny.io/2.png'],
  author: grace,
  post: { id: 'p1' },
  board,
};

const entry = {
  id: 'e1',
  title: 'Dark mode is here',
  markdownDetails: 'Enjoy **it**.',
  plaintextDetails: 'Enjoy it.',
  types: ['new'],
  labels: [{ id: 'l1', name: 'web' }],
  status: 'published',
  publishedAt: '2024-03-01T10:00:00.000Z',
  lastSaved: '2024-03-01T09:00:00.000Z',
  created: '2024-02-28T10:00:00.000Z',
  posts: [{ id: 'p1', title: 'Dark mode' }],
  url: 'https://acme.canny.io/changelog/dark-mode',
};

/** Objects of Canny's API. */
export const cannySample = { post, vote, comment, entry, board };

const users = [
  {
    id: 1,
    name: 'Jon Snow',
    email: 'jon@example.com',
    role: 3,
    status: 1,
    api_key: 'SECRET-KEY',
    security_stamp: 'SECRET-STAMP',
  },
  { id: 2, name: 'Arya Stark', email: '', role: 1, status: 1 },
];
const fiderPost = {
  id: 11,
  number: 3,
  slug: 'go-is-fast',
  title: 'Go is fast',
  description: 'Really *fast*',
  user_id: 1,
  created_at: '2018-03-23T19:33:22.123456Z',
  status: 4,
  response: 'We plan this',
  response_user_id: 1,
  response_date: '2018-04-04T19:48:10Z',
  original_id: null,
  is_approved: true,
};
const fiderComment = {
  id: 31,
  post_id: 11,
  user_id: 2,
  content: 'Yes',
  created_at: '2018-04-05T00:00:00Z',
  edited_at: '2018-04-06T00:00:00Z',
  deleted_at: null,
};
/** The tables of a backup of Fider. */
export const fiderSample = {
  attachments: [{ id: 1, post_id: 11, attachment_bkey: 'attachments/x.png' }],
  comments: [
    fiderComment,
    { ...fiderComment, id: 32, deleted_at: '2018-04-07T00:00:00Z' },
    { ...fiderComment, id: 33, post_id: 14 },
  ],
  email_verifications: [{ key: 'SECRET-VERIFICATION', email: 'mallory@example.com' }],
  notifications: [],
  oauth_providers: [{ client_secret: 'SECRET-OAUTH' }],
  posts: [
    { ...fiderPost, id: 12, number: 4, title: 123, status: 5, original_id: 13, response: '' },
    { ...fiderPost, id: 13, number: 5, status: 5, original_id: 11, response: '', response_date: null },
    fiderPost,
    { ...fiderPost, id: 14, status: 6 },
  ],
  post_tags: [
    { tag_id: 21, post_id: 11 },
    { tag_id: 22, post_id: 11 },
    { tag_id: 99, post_id: 11 },
  ],
  post_votes: [
    { user_id: 2, post_id: 11, created_at: '2018-04-01T00:00:00Z' },
    { user_id: 1, post_id: 12, created_at: '2018-04-02T00:00:00Z' },
    { user_id: 1, post_id: 14, created_at: '2018-04-02T00:00:00Z' },
  ],
  tags: [
    { id: 21, name: 'Easy', slug: 'easy', color: 'FB3A62', is_public: true },
    { id: 22, name: 'Later', slug: 'later', color: '#00f', is_public: false },
  ],
  tenants: [{ id: 1, subdomain: 'acme', cname: 'feedback.example.com', status: 1 }],
  user_settings: [{ key: 'x', value: 'SECRET-SETTING' }],
  users,
};

/** The files of an export of Quackback. */
export const quackbackSample = {
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

const gitHubUser = {
  login: 'ada',
  id: 1,
  avatar_url: 'https://avatars.example.com/u/1',
  type: 'User',
  site_admin: false,
};

const gitHubIssue = {
  url: 'https://api.github.com/repos/acme/app/issues/12',
  html_url: 'https://github.com/acme/app/issues/12',
  id: 2_000_000_000_000,
  node_id: 'I_1',
  number: 12,
  title: 'Dark mode',
  body: '- [ ] please',
  user: gitHubUser,
  labels: [{ id: 5, name: 'enhancement', color: 'a2eeef', description: 'New' }, 'plain'],
  state: 'closed',
  state_reason: 'not_planned',
  locked: true,
  milestone: { title: 'v2' },
  comments: 1,
  reactions: { total_count: 5, '+1': 4, '-1': 1 },
  created_at: '2024-01-02T03:04:05Z',
  updated_at: '2024-02-02T03:04:05Z',
  closed_at: '2024-02-02T03:04:05Z',
};

const gitHubComment = {
  id: 99,
  node_id: 'IC_1',
  html_url: 'https://github.com/acme/app/issues/12#issuecomment-99',
  issue_url: 'https://api.github.com/repos/acme/app/issues/12',
  user: { login: 'grace', id: 2 },
  body: 'Yes',
  created_at: '2024-01-03T00:00:00Z',
  updated_at: '2024-01-03T00:00:00Z',
};

const gitHubDiscussion = {
  number: 7,
  title: 'How?',
  body: 'So',
  url: 'https://github.com/acme/app/discussions/7',
  author: { login: 'grace', avatarUrl: 'https://avatars.example.com/u/2' },
  category: { name: 'Ideas' },
  closed: false,
  upvoteCount: 8,
  labels: { nodes: [{ name: 'question', color: 'd876e3' }] },
  comments: { nodes: [{ id: 'DC_1', author: null, body: 'Like this', createdAt: '2024-01-05T00:00:00Z' }] },
  createdAt: '2024-01-04T00:00:00Z',
  updatedAt: '2024-01-04T00:00:00Z',
};

/** Objects of GitHub's API. */
export const gitHubSample = { issue: gitHubIssue, comment: gitHubComment, discussion: gitHubDiscussion };
