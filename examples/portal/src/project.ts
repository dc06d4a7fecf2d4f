import {
  type Board,
  type CustomField,
  type FeedbackClient,
  type FeedbackWith,
  NotFoundError,
  type PublicFeedback,
  type Role,
  type Status,
  type Tag,
  type User,
} from 'feedback-changelog-client';

/** What changes rarely, and most pages need. */
export interface Project {
  readonly name: string;
  /** An emoji, a `data:` URL or another URL; may be empty. */
  readonly icon: string;
  /** URL of a picture for previews of links; may be empty. */
  readonly ogImage: string;
  readonly statuses: readonly Status[];
  readonly boards: readonly Board[];
  readonly tags: readonly Tag[];
  readonly fields: readonly CustomField[];
  /** Editors and owners, for editors. */
  readonly team: readonly User[];
  /** Number of contributions that wait for approval, for editors. */
  readonly waiting: number;
  /** The months in which news were published, as `2026-11`, the latest first. */
  readonly months: readonly string[];
}

/** What pages show if the service cannot be reached. */
export const emptyProject: Project = {
  ...{ name: 'Feedback', icon: '', ogImage: '', waiting: 0 },
  ...{ statuses: [], boards: [], tags: [], fields: [], team: [], months: [] },
};

/** Who reads: everyone, people who have signed in, or editors, who each see other boards and fields. */
export type Audience = 'everyone' | 'people' | 'editors';

const freshMs = 60_000;
const usableMs = 10 * 60_000;

/**
 * Keeps the project with its statuses, boards, tags and fields for a minute. After that, pages get what is kept once more
 * while it is loaded again, so that none waits for it. What is older than ten minutes is not shown.
 */
export class ProjectCache {
  private readonly entries = new Map<Audience, { project: Project; loadedAt: number; triedAt: number }>();

  constructor(private readonly slug: string) {}

  /** @param client the client of a reader who belongs to the audience */
  async get(audience: Audience, client: FeedbackClient): Promise<Project> {
    const entry = this.entries.get(audience);
    const now = Date.now();
    // Each loads it with a token of their own: the failure of one reader is none of the others.
    if (!entry || now - entry.loadedAt > usableMs) return this.load(audience, client);
    if (now - entry.triedAt > freshMs) {
      entry.triedAt = now;
      this.load(audience, client).catch(() => undefined);
    }
    return entry.project;
  }

  /** Lets the next page load the project. */
  forget(audience: Audience): void {
    this.entries.delete(audience);
  }

  private async load(audience: Audience, client: FeedbackClient): Promise<Project> {
    const project = await (audience === 'everyone'
      ? readPublic(client, this.slug)
      : read(client, this.slug, audience));
    this.entries.set(audience, { project, loadedAt: Date.now(), triedAt: Date.now() });
    return project;
  }
}

async function read(client: FeedbackClient, slug: string, audience: Audience): Promise<Project> {
  const [project, statuses, boards, tags, fields, months, team, waiting] = await Promise.all([
    client.projects.get(slug),
    client.statuses.list(slug),
    client.boards.list(slug),
    client.tags.list(slug),
    client.fields.list(slug),
    client.changelogs.list(slug, { state: 'published', limit: newsLimit }).then(monthsOf),
    audience === 'editors' ? readTeam(client, slug) : [],
    audience === 'editors' ? countWaiting(client, slug) : 0,
  ]);
  return {
    ...{ name: project.name, icon: project.icon, ogImage: project.og_image },
    ...{ statuses, boards, tags: tags.records, fields, team, waiting, months },
  };
}

/** The latest news, in whose months people can look. */
const newsLimit = 100;

function monthsOf({ records }: { records: readonly { publish_date: string }[] }): string[] {
  return [...new Set(records.map(({ publish_date: at }) => at.slice(0, 7)))];
}

/**
 * Returns the role of the caller. People who are no members contribute, where the project's settings let them. Admins of the instance
 * are owners.
 */
export async function readRole(client: FeedbackClient, slug: string): Promise<Role> {
  const { instance_admin: isAdmin } = await client.me();
  if (isAdmin) return 'owner';
  try {
    return (await client.members.get(slug, 'me')).role;
  } catch (error) {
    if (error instanceof NotFoundError) return 'contributor';
    throw error;
  }
}

async function readTeam(client: FeedbackClient, slug: string): Promise<User[]> {
  const { records } = await client.members.list(slug);
  return records.filter(({ role }) => role === 'editor' || role === 'owner').map(({ user }) => user);
}

/** Counts what waits for approval: not for each page, which would be two more requests. */
async function countWaiting(client: FeedbackClient, slug: string): Promise<number> {
  const [posts, comments] = await Promise.all([
    client.feedback.list(slug, { approval: 'pending', limit: 1, count: true }),
    client.comments.listProject(slug, { approval: 'pending', limit: 1, count: true }),
  ]);
  return (posts.total ?? 0) + (comments.total ?? 0);
}

async function readPublic(client: FeedbackClient, slug: string): Promise<Project> {
  const [project, statuses, boards, tags, fields, months] = await Promise.all([
    client.projects.getPublic(slug),
    client.statuses.listPublic(slug),
    client.boards.listPublic(slug),
    client.tags.listPublic(slug),
    client.fields.listPublic(slug),
    // The changelog does not have to be public.
    client.changelogs.listPublic(slug, { limit: newsLimit }).then(monthsOf, () => []),
  ]);
  return {
    ...emptyProject,
    ...{ name: project.name, icon: project.icon, ogImage: project.og_image },
    ...{ statuses, boards, tags: tags.records, fields, months },
  };
}

/** What the pages show of feedback for everyone. */
export const publicMembers = [
  'board',
  'fields',
  'estimated_date',
  'attachments',
  'pinned',
  'comments_locked',
  'merged_ids',
] as const;

/** What the page of a post shows in addition. */
export const historyMembers = ['status_changes'] as const;

/** What the pages show of feedback for people who have signed in. */
export const members = [...publicMembers, 'response', 'approval', 'viewer', 'assignee'] as const;

/** Feedback as the pages show it. Everyone reads it without what concerns a person. */
export type Post = PublicFeedback &
  Partial<Pick<FeedbackWith<typeof members>, (typeof members)[number]>> & { readonly user_id?: string };
