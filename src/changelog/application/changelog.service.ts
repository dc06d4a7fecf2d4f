import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Ids } from '../../shared/ids.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../shared/records.js';
import { Slugifier } from '../../shared/slug.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { ChangelogNotFound } from '../domain/changelog.errors.js';
import { ChangelogRepository } from '../domain/changelog.repository.js';
import { Changelog, type ChangelogChanges, slugFor } from '../domain/changelog.js';
import { type ChangelogFilter, ChangelogQueries, type ChangelogRecord } from './changelog.queries.js';

/** Writes and reads a project's changelog. Drafts, and entries whose date has not come, are for editors only. */
@Injectable()
export class ChangelogService {
  constructor(
    private readonly changelogs: ChangelogRepository,
    private readonly queries: ChangelogQueries,
    private readonly slugifier: Slugifier,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /** @throws ProjectNotFound; InvalidInput where a value breaks a rule */
  async write(
    grant: ProjectGrant,
    values: ChangelogChanges & { title: string },
  ): Promise<Versioned<ChangelogRecord>> {
    const { projectId, caller } = grant;
    return this.unitOfWork.run(async () => {
      const wanted = slugFor(this.slugifier.slugify(values.title));
      const changelog = Changelog.write(
        {
          id: this.ids.next(),
          projectId,
          authorId: caller.userId,
          slug: await this.changelogs.freeSlug(projectId, wanted),
        },
        values,
        this.clock.now(),
      );
      await this.changelogs.add(changelog);
      return this.read(grant, changelog.id);
    });
  }

  /** @throws ChangelogNotFound, PreconditionFailed; InvalidInput where a value breaks a rule */
  async revise(
    grant: ProjectGrant,
    id: string,
    changes: ChangelogChanges,
    precondition: Precondition = null,
  ): Promise<Versioned<ChangelogRecord>> {
    return this.unitOfWork.run(async () => {
      const changelog = await this.load(grant, id);
      expectVersion(precondition, await this.queries.find(grant.projectId, id));
      changelog.revise(changes);
      await this.changelogs.save(changelog);
      return this.read(grant, id);
    });
  }

  /** @throws ChangelogNotFound, PreconditionFailed */
  async remove(grant: ProjectGrant, id: string, precondition: Precondition = null): Promise<void> {
    await this.unitOfWork.run(async () => {
      const changelog = await this.load(grant, id);
      expectVersion(precondition, await this.queries.find(grant.projectId, id));
      await this.changelogs.remove(changelog);
    });
  }

  /** @throws ChangelogNotFound, also where the caller may not see the entry yet */
  async read(grant: ProjectGrant, id: string): Promise<Versioned<ChangelogRecord>> {
    const changelog = await this.queries.find(grant.projectId, id, this.horizon(grant));
    if (!changelog) throw new ChangelogNotFound();
    return changelog;
  }

  /** The entries that the caller may see, newest `publish_date` first. */
  async list(
    grant: ProjectGrant,
    filter: Omit<ChangelogFilter, 'visibleAt'>,
    page: PageRequest,
  ): Promise<Page<ChangelogRecord>> {
    return this.queries.list(grant.projectId, { ...filter, visibleAt: this.horizon(grant) }, page);
  }

  private horizon(grant: ProjectGrant): Date | undefined {
    return grant.has('editor') ? undefined : this.clock.now();
  }

  private async load(grant: ProjectGrant, id: string): Promise<Changelog> {
    const changelog = await this.changelogs.load(grant.projectId, id);
    if (!changelog) throw new ChangelogNotFound();
    return changelog;
  }
}
