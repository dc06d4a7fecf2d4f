import { Injectable } from '@nestjs/common';
import { type ProjectGrant, ProjectNotFound } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../shared/records.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { PublicChangelogRepository } from '../domain/public-changelog.repository.js';
import {
  maxFeedEntries,
  PublicChangelogQueries,
  type PublicChangelogRecord,
  type PublicEntryRecord,
  type PublicProject,
} from './public-changelog.queries.js';

/** Makes the changelogs of projects public, and reads those that are. */
@Injectable()
export class PublicChangelogService {
  constructor(
    private readonly publicChangelogs: PublicChangelogRepository,
    private readonly queries: PublicChangelogQueries,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  async read({ projectId }: ProjectGrant): Promise<Versioned<PublicChangelogRecord>> {
    return setting(projectId, await this.queries.isEnabled(projectId));
  }

  /**
   * Sets whether the changelog is public. No event is recorded: neither the project nor an entry changes.
   *
   * @throws InsufficientRole, InsufficientScope, ProjectNotFound, PreconditionFailed
   */
  async set(
    grant: ProjectGrant,
    enabled: boolean | undefined,
    precondition: Precondition = null,
  ): Promise<Versioned<PublicChangelogRecord>> {
    grant.authorize('owner', 'admin');
    const { projectId } = grant;
    const current = await this.read(grant);
    expectVersion(precondition, current);
    if (enabled === undefined || enabled === current.record.enabled) return current;
    return this.unitOfWork.run(async () => {
      const before = await this.publicChangelogs.load(projectId);
      expectVersion(precondition, setting(projectId, before));
      if (enabled !== before) await this.publicChangelogs.save(projectId, enabled);
      return setting(projectId, enabled);
    });
  }

  /**
   * Returns the project with this current or former slug.
   *
   * @throws ProjectNotFound, also when its changelog is not public
   */
  async open(slug: string): Promise<PublicProject> {
    const project = await this.queries.resolve(slug, this.clock.now());
    if (!project) throw new ProjectNotFound();
    return project;
  }

  /** Returns a page of the visible entries, newest `publish_date` first. */
  async list(
    { id }: PublicProject,
    filter: { slug?: string | undefined },
    page: PageRequest,
  ): Promise<Page<PublicEntryRecord>> {
    return this.queries.list(id, { ...filter, visibleAt: this.clock.now() }, page);
  }

  /** Returns the newest visible entries, at most as many as a feed has. */
  async newest(project: PublicProject): Promise<PublicEntryRecord[]> {
    return (await this.list(project, {}, { limit: maxFeedEntries, count: false })).records;
  }
}

/** The value identifies the version, because the record has no other field. */
function setting(projectId: string, enabled: boolean): Versioned<PublicChangelogRecord> {
  return { record: { enabled }, version: `${projectId}-${enabled}` };
}
