import { Injectable } from '@nestjs/common';
import {
  nothingHidden,
  ProjectAuthorizer,
  ProjectNotFound,
  type VisibilityConditions,
} from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import type { Page, PageRequest, PublicUserRecord, TagRecord } from '../../../shared/records.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';
import type { ChangelogRecord } from '../domain/changelog.js';
import { type ChangelogFilter, ChangelogQueries } from './changelog.queries.js';
import type { ChangelogView, ViewedChangelog } from './changelog-view.js';
import {
  maxFeedEntries,
  maxFeedLength,
  PublicChangelogQueries,
  type PublicProject,
} from './public-changelog.queries.js';

/** An entry as everyone can read it: without the id of its author, and with the name only if the project shows it. */
export type PublicChangelogRecord = Omit<ChangelogRecord, 'author_id' | 'author'> & {
  author?: PublicUserRecord;
  tags?: TagRecord[];
  feedback?: ViewedChangelog['feedback'];
};

/** The names of the members that everyone can ask for in addition. */
export const publicChangelogMembers = ['tags', 'feedback'] as const;

export type PublicChangelogMember = (typeof publicChangelogMembers)[number];

/** The reader of entries without linked feedback. */
const everyone = { userId: '00000000-0000-0000-0000-000000000000', hiddenBoards: nothingHidden };

/** Reads the changelogs of projects that are public. */
@Injectable()
export class PublicChangelogService {
  constructor(
    private readonly projects: PublicChangelogQueries,
    private readonly changelogs: ChangelogQueries,
    private readonly authorizer: ProjectAuthorizer,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns the project with this id, or current or former slug.
   *
   * @throws ProjectNotFound, also when its changelog is not public
   */
  async open(slugOrId: string): Promise<PublicProject> {
    const project = await this.projects.resolve(slugOrId, this.clock.now());
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /** Returns a page of the visible entries, newest `publish_date` first. */
  async list(
    project: PublicProject,
    filter: ChangelogFilter,
    page: PageRequest,
    include: readonly PublicChangelogMember[] = [],
  ): Promise<Page<PublicChangelogRecord>> {
    const visibleAt = this.clock.now();
    const view = await this.viewOf(project, include);
    const people = project.public_names ? 'names' : 'nobody';
    // The records of this view are public ones: the queries have one type for all of their views.
    return this.changelogs.list(project.id, { ...filter, visibleAt }, page, { ...view, people });
  }

  /** @throws ChangelogNotFound, also when the entry is not visible */
  async read(
    project: PublicProject,
    id: string,
    include: readonly PublicChangelogMember[] = [],
  ): Promise<PublicChangelogRecord> {
    const view = await this.viewOf(project, include);
    const found = await this.changelogs.find(project.id, id, this.clock.now(), view);
    if (!found) throw new ChangelogNotFound();
    return publicRecord(project, found.record);
  }

  /** Returns the newest visible entries with their tags, at most as many as a feed has. */
  async newest(project: PublicProject): Promise<PublicChangelogRecord[]> {
    const { records } = await this.list(project, {}, { limit: maxFeedEntries, count: false }, ['tags']);
    const first: PublicChangelogRecord[] = [];
    let length = 0;
    for (const record of records) {
      // Feeds have no pictures from `data:` URLs but those in the text.
      length += record.summary.length + record.content.length;
      if (length > maxFeedLength) break;
      first.push(record);
    }
    return first;
  }

  private async viewOf(
    { id }: PublicProject,
    include: readonly PublicChangelogMember[],
  ): Promise<ChangelogView> {
    const ofFeedback = include.includes('feedback') ? await this.feedbackReader(id) : null;
    const reader = ofFeedback ?? { ...everyone, conditions: await this.conditions(id) };
    return { include, now: this.clock.now(), reader, fieldKeys: [] };
  }

  /** Returns the reader of public feedback; null if the feedback is not public. */
  private async feedbackReader(id: string): Promise<ChangelogView['reader'] | null> {
    try {
      return (await this.authorizer.publicAccess(await this.authorizer.openPublicFeedback(id))).reader;
    } catch (error) {
      if (!(error instanceof ProjectNotFound)) throw error;
      return null;
    }
  }

  /** Returns what a host requires of the entries that everyone sees, who see no feedback. */
  private async conditions(id: string): Promise<VisibilityConditions> {
    return { ...(await this.authorizer.publicConditions(id)), feedback: { sql: 'false' } };
  }
}

function publicRecord(
  { public_names: showsNames }: PublicProject,
  { author_id: _, author: { full_name, avatar_url }, ...record }: ViewedChangelog,
): PublicChangelogRecord {
  return { ...record, ...(showsNames && { author: { full_name, avatar_url } }) };
}
