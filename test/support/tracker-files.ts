import type { Format } from '../../importer/src/sources/index.js';
import { zipOf } from './zip.js';

/** Feedback as people see it, without ids. */
export interface ExpectedFeedback {
  title: string;
  description: string;
  status: string;
  /** The address of the author, or the name if there is none; `''` if unknown. */
  author: string;
  tags: string[];
  created_at: string;
  /** Title of the target. */
  merged_into: string;
  /** All votes, those without a voter included. */
  vote_count: number;
}

/** What a file contains: votes as `title | person | time`, comments as `title | person | content | time`. */
export interface ExpectedContent {
  feedback: ExpectedFeedback[];
  votes: string[];
  comments: string[];
}

/** A file of another tool, and what has to arrive. */
export interface TrackerFile {
  readonly format: Format;
  readonly body: string | Buffer;
  readonly content: ExpectedContent;
}

const second = 1_000;
const start = Date.parse('2023-02-27T08:00:00.000Z');

/** A time in the past that differs from record to record. */
function time(n: number): string {
  return new Date(start + n * 61 * second).toISOString();
}

/** Texts that break careless readers and writers. */
const hostileTexts = [
  'Plain',
  'He said "no", twice; really',
  'Zeile eins\nZeile zwei\r\nZeile drei',
  '=HYPERLINK("http://example.com";"x")',
  '日本語 👩‍👩‍👧 café e\u0301',
  '  spaces around  ',
  '\\n \\" \\\\ {"not":"json"}',
  '-1,5 %',
];

function text(n: number): string {
  return hostileTexts[n % hostileTexts.length] ?? '';
}

const email = (n: number) => `person-${n}@example.com`;

/**
 * A CSV file of Feedbase: its tags are joined with commas and not quoted, so that rows have different widths. It knows only
 * the number of votes and of comments.
 */
export function feedbaseCsv(rows: number): TrackerFile {
  const statuses = [
    ['IN_REVIEW', 'in_review'],
    ['PLANNED', 'planned'],
    ['IN_PROGRESS', 'in_progress'],
    ['COMPLETED', 'completed'],
    ['REJECTED', 'rejected'],
  ] as const;
  const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;
  const lines = [
    'ID,Link,Title,Content,Status,Upvotes,Comment Count,User ID,User Name,User Email,User Avatar,Tags,Created At',
  ];
  const feedback: ExpectedFeedback[] = [];
  for (let n = 0; n < rows; n += 1) {
    const tags = ['Mobile App', 'Größe', 'v2'].slice(0, n % 4);
    const [status, mapped] = statuses[n % statuses.length]!;
    const written = `Wish ${n}: ${text(n)
      .replaceAll(/[\r\n]+/g, ' ')
      .trim()}`;
    // Titles are stored in NFC.
    const title = written.normalize('NFC');
    lines.push(
      [
        `fb_${n}`,
        `https://acme.feedbase.app/feedback/fb_${n}`,
        quoted(written),
        quoted(text(n + 3)),
        status,
        String(n % 7),
        '0',
        `user_${n % 50}`,
        quoted(`Person, number ${n % 50}`),
        email(n % 50),
        `https://example.com/${n % 50}.png`,
        ...(tags.length === 0 ? [''] : tags),
        time(n),
      ].join(','),
    );
    feedback.push({
      title,
      description: text(n + 3),
      status: mapped,
      author: email(n % 50),
      tags: [...tags].sort(),
      created_at: time(n),
      merged_into: '',
      vote_count: n % 7,
    });
  }
  return {
    format: 'feedbase-csv',
    body: `\ufeff${lines.join('\r\n')}\r\n`,
    content: { feedback, votes: [], comments: [] },
  };
}

/** A backup of Fider: one JSON file per table. Persons may have no address. Its secrets must not come in. */
export function fiderZip(posts: number): TrackerFile {
  const statuses = ['in_review', 'in_progress', 'completed', 'rejected', 'planned'] as const;
  const people = 40;
  const person = (n: number) => (n % 5 === 4 ? `Visitor ${n}` : email(n));
  const users = Array.from({ length: people }, (_, n) => ({
    id: n + 1,
    name: n % 5 === 4 ? `Visitor ${n}` : `Person ${n}`,
    email: n % 5 === 4 ? '' : email(n),
    created_at: time(n),
    tenant_id: 1,
    role: n === 0 ? 3 : 1,
    status: 1,
    avatar_type: 2,
    avatar_bkey: '',
  }));
  const tags = ['Bug', 'Größe', 'a, b'].map((name, n) => ({
    id: n + 1,
    tenant_id: 1,
    name,
    slug: `tag-${n}`,
    color: ['D6336C', '0EA5E9', '123456'][n],
    is_public: true,
    created_at: time(0),
  }));
  const tables: Record<string, object[]> = { posts: [], post_votes: [], comments: [], post_tags: [] };
  const content: ExpectedContent = { feedback: [], votes: [], comments: [] };
  for (let n = 0; n < posts; n += 1) {
    const written = `Idea ${n}: ${text(n).trim()}`.replaceAll(/[\r\n]+/g, ' ');
    // Titles are stored in NFC.
    const title = written.normalize('NFC');
    // Posts 2 and 3 form a chain of duplicates that ends at post 0; post 4 is deleted.
    const original = n === 2 ? 0 : n === 3 ? 2 : undefined;
    const isDeleted = n === 4;
    const status = n % statuses.length;
    tables['posts']!.push({
      id: n + 1,
      tenant_id: 1,
      number: n + 1,
      title: written,
      slug: `idea-${n}`,
      description: text(n + 1),
      user_id: (n % people) + 1,
      created_at: time(n),
      status: isDeleted ? 6 : original === undefined ? status : 5,
      response: null,
      response_user_id: null,
      response_date: null,
      original_id: original === undefined ? null : original + 1,
      language: 'en',
    });
    const postTags = n % 3 === 0 ? [0, 2] : [];
    for (const tag of postTags) {
      tables['post_tags']!.push({
        tenant_id: 1,
        tag_id: tag + 1,
        post_id: n + 1,
        created_at: time(n),
        created_by_id: 1,
      });
    }
    const voters = Array.from({ length: n % 6 }, (_, v) => (n * 7 + v) % people);
    for (const [at, voter] of voters.entries()) {
      tables['post_votes']!.push({
        tenant_id: 1,
        user_id: voter + 1,
        post_id: n + 1,
        created_at: time(n + at),
      });
      if (!isDeleted) content.votes.push(`${title} | ${person(voter)} | ${time(n + at)}`);
    }
    for (let c = 0; c < n % 3; c += 1) {
      const deleted = c === 1 && n % 30 === 2;
      tables['comments']!.push({
        id: n * 3 + c + 1,
        tenant_id: 1,
        post_id: n + 1,
        content: `Comment ${c} on ${n}: ${text(n + c)}`,
        user_id: ((n + c) % people) + 1,
        created_at: time(n + c),
        edited_at: null,
        edited_by_id: null,
        deleted_at: deleted ? time(n + c + 1) : null,
        deleted_by_id: deleted ? 1 : null,
      });
      if (!isDeleted && !deleted) {
        content.comments.push(
          `${title} | ${person((n + c) % people)} | Comment ${c} on ${n}: ${text(n + c)} | ${time(n + c)}`,
        );
      }
    }
    if (isDeleted) continue;
    content.feedback.push({
      title,
      description: text(n + 1),
      status: original === undefined ? statuses[status]! : '*',
      author: person(n % people),
      tags: postTags.map((tag) => tags[tag]!.name).sort(),
      created_at: time(n),
      merged_into: original === undefined ? '' : (content.feedback[0]?.title ?? ''),
      vote_count: voters.length,
    });
  }
  const secret = [{ id: 1, tenant_id: 1, client_secret: 'the-secret-of-fider', key: 'the-secret-of-fider' }];
  const files: Record<string, object[]> = {
    ...tables,
    users,
    tags,
    tenants: [{ id: 1, name: 'Acme', subdomain: 'acme' }],
    oauth_providers: secret,
    email_verifications: secret,
    user_settings: secret,
    attachments: [],
    notifications: [],
    post_subscribers: [],
    user_providers: [],
  };
  const entries = Object.entries(files).map(([name, rows]) => [`${name}.json`, JSON.stringify(rows)]);
  return {
    format: 'fider-zip',
    body: zipOf({ ...(Object.fromEntries(entries) as Record<string, string>), 'blobs/logo.png': 'png' }),
    content,
  };
}

/** A dump of Canny's API objects. Some voters and authors are unknown, or have no address. Two posts form a merge chain. */
export function cannyDump(posts: number): TrackerFile {
  const statuses = [
    ['open', 'in_review'],
    ['under review', 'in_review'],
    ['planned', 'planned'],
    ['in progress', 'in_progress'],
    ['complete', 'completed'],
    ['closed', 'rejected'],
  ] as const;
  const people = 60;
  const name = (n: number) => `Canny user ${n}`;
  const person = (n: number) => (n % 6 === 5 ? name(n) : email(n));
  const user = (n: number) => ({
    id: `user${n}`,
    userID: `crm-${n}`,
    email: n % 6 === 5 ? null : email(n),
    name: name(n),
    isAdmin: n === 0,
    created: time(n),
    url: `https://acme.canny.io/admin/users/${n}`,
  });
  const board = { id: 'board1', name: 'Features' };
  const tag = (n: number) => ({ id: `tag${n}`, name: ['UI', 'Größe, Höhe', 'API'][n], board, postCount: 1 });
  const dump = { posts: [] as object[], votes: [] as object[], comments: [] as object[] };
  const content: ExpectedContent = { feedback: [], votes: [], comments: [] };
  for (let n = 0; n < posts; n += 1) {
    const written = `Request ${n}: ${text(n).trim()}`.replaceAll(/[\r\n]+/g, ' ');
    // Titles are stored in NFC.
    const title = written.normalize('NFC');
    const [status, mapped] = statuses[n % statuses.length]!;
    const postTags = n % 4 === 1 ? [0, 1] : [];
    // Votes of persons that Canny has removed are only part of the number.
    const voters = Array.from({ length: n % 5 }, (_, v) => (n * 3 + v) % people);
    const removed = n % 10 === 9 ? 2 : 0;
    const post = {
      id: `post${n}`,
      title: written,
      details: text(n + 2),
      status,
      statusChangedAt: time(n),
      created: time(n),
      eta: null,
      score: voters.length + removed,
      commentCount: n % 4,
      url: `https://acme.canny.io/features/p/request-${n}`,
      imageURLs: [],
      author: user(n % people),
      by: null,
      owner: null,
      board,
      category: n % 2 === 0 ? { id: 'cat1', name: 'Editor', parentID: null } : null,
      tags: postTags.map(tag),
      customFields: [{ id: 'cf1', name: 'Plan', value: `gold ${n}` }],
      mergeHistory: n === 0 ? [mergedPost(1)] : n === 1 ? [mergedPost(-1)] : [],
      jira: { linkedIssues: [] },
      clickup: { linkedTasks: [] },
    };
    dump.posts.push(post);
    content.feedback.push({
      title,
      description: text(n + 2),
      status: mapped,
      author: person(n % people),
      tags: postTags.map((each) => tag(each).name!).sort(),
      created_at: time(n),
      merged_into: n === 1 ? content.feedback[0]!.title : '',
      vote_count: voters.length + removed,
    });
    for (const [at, voter] of voters.entries()) {
      dump.votes.push({
        id: `vote${n}-${at}`,
        voter: user(voter),
        post: { id: post.id, title },
        board,
        created: time(n + at),
      });
      content.votes.push(`${title} | ${person(voter)} | ${time(n + at)}`);
    }
    for (let c = 0; c < n % 4; c += 1) {
      const author = c === 2 ? null : user((n + c) % people);
      dump.comments.push({
        id: `comment${n}-${c}`,
        value: `Comment ${c} on ${n}: ${text(n + c)}`,
        created: time(n + c),
        parentID: null,
        internal: false,
        private: false,
        likeCount: 0,
        imageURLs: [],
        mentions: [],
        author,
        post: { id: post.id, title },
        board,
      });
      content.comments.push(
        `${title} | ${author ? person((n + c) % people) : '*'} | Comment ${c} on ${n}: ${text(n + c)} | ${time(n + c)}`,
      );
    }
  }
  // Known from the merge history only: it was merged into post 1, which was merged into post 0.
  content.feedback.push({
    title: 'Request -1',
    description: 'Only in the history',
    status: '*',
    author: '*',
    tags: [],
    created_at: time(-1),
    merged_into: content.feedback[0]!.title,
    vote_count: 0,
  });
  return { format: 'canny', body: JSON.stringify(dump), content };

  function mergedPost(n: number) {
    const title = n === 1 ? `Request 1: ${text(1)}` : 'Request -1';
    const details = n === 1 ? text(3) : 'Only in the history';
    return { created: time(500), post: { id: `post${n}`, title, details, imageURLs: [], created: time(n) } };
  }
}
