import type {
  Board,
  CustomField,
  FeedbackClient,
  FeedbackWith,
  PublicFeedback,
  Status,
  Tag,
} from 'feedback-changelog-client';

/** What changes rarely, and most pages need. */
export interface Project {
  readonly name: string;
  /** An emoji, a `data:` URL or another URL; may be empty. */
  readonly icon: string;
  readonly statuses: readonly Status[];
  readonly boards: readonly Board[];
  readonly tags: readonly Tag[];
  readonly fields: readonly CustomField[];
}

/** Who reads: everyone, people who have signed in, or editors, who each see other boards and fields. */
export type Audience = 'everyone' | 'people' | 'editors';

const freshMs = 60_000;

/**
 * Keeps the project with its statuses, boards, tags and fields for a minute. After that, pages get what is kept once more
 * while it is loaded again, so that none waits for it.
 */
export class ProjectCache {
  private readonly entries = new Map<Audience, { project: Promise<Project>; loadedAt: number }>();

  constructor(private readonly slug: string) {}

  /** @param client that of a reader who belongs to the audience */
  async get(audience: Audience, client: FeedbackClient): Promise<Project> {
    const entry = this.entries.get(audience);
    if (!entry) return this.load(audience, client);
    if (Date.now() - entry.loadedAt > freshMs) {
      entry.loadedAt = Date.now();
      this.load(audience, client).catch(() => this.entries.set(audience, entry));
    }
    return entry.project;
  }

  private load(audience: Audience, client: FeedbackClient): Promise<Project> {
    const project = audience === 'everyone' ? readPublic(client, this.slug) : read(client, this.slug);
    const entry = { project, loadedAt: Date.now() };
    this.entries.set(audience, entry);
    project.catch(() => this.entries.get(audience) === entry && this.entries.delete(audience));
    return project;
  }
}

async function read(client: FeedbackClient, slug: string): Promise<Project> {
  const [{ name, icon }, statuses, boards, tags, fields] = await Promise.all([
    client.projects.get(slug),
    client.statuses.list(slug),
    client.boards.list(slug),
    client.tags.list(slug),
    client.fields.list(slug),
  ]);
  return { name, icon, statuses, boards, tags: tags.records, fields };
}

async function readPublic(client: FeedbackClient, slug: string): Promise<Project> {
  const [{ name, icon }, statuses, boards, tags, fields] = await Promise.all([
    client.projects.getPublic(slug),
    client.statuses.listPublic(slug),
    client.boards.listPublic(slug),
    client.tags.listPublic(slug),
    client.fields.listPublic(slug),
  ]);
  return { name, icon, statuses, boards, tags: tags.records, fields };
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

/** What the pages show of feedback for people who have signed in. */
export const members = [...publicMembers, 'response', 'approval', 'viewer'] as const;

/** Feedback as the pages show it. Everyone reads it without what concerns a person. */
export type Post = PublicFeedback & Partial<Pick<FeedbackWith<typeof members>, (typeof members)[number]>>;
