import { type Changelog, numberedSlug } from '../../../src/changelog/domain/changelog.js';
import {
  type ChangelogOrigin,
  ChangelogRepository,
} from '../../../src/changelog/domain/changelog.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

export class FakeChangelogRepository extends ChangelogRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async freeSlug(projectId: string, slug: string): Promise<string> {
    const stem = slug.replace(/(-[0-9]+)+$/, '');
    await this.memory.advisoryLocks.acquire(`${projectId}/${stem}`);
    const entries = this.memory.changelogs.where((changelog) => changelog.projectId === projectId);
    const taken = new Set(entries.map((changelog) => changelog.slug));
    let number = 1;
    while (taken.has(numberedSlug(slug, number))) number++;
    return numberedSlug(slug, number);
  }

  override async add(changelog: Changelog, origin?: ChangelogOrigin): Promise<void> {
    await this.memory.projects.checkReference(changelog.projectId, ProjectNotFound);
    await this.memory.users.checkReference(changelog.authorId);
    await this.memory.changelogs.put(changelog.id, changelog);
    if (origin) await this.memory.importedChangelogs.put(changelog.id, origin);
  }

  override async findImported(
    projectId: string,
    source: string,
    externalIds: readonly string[],
  ): Promise<ReadonlyMap<string, string>> {
    const entries = this.memory.changelogs.where((changelog) => changelog.projectId === projectId);
    return new Map(
      entries.flatMap(({ id }) => {
        const origin = this.memory.importedChangelogs.get(id);
        if (origin?.source === source && externalIds.includes(origin.externalId)) {
          return [[origin.externalId, id]];
        }
        return source === 'fcs' && externalIds.includes(id) ? [[id, id]] : [];
      }),
    );
  }

  override async exists(id: string): Promise<boolean> {
    return this.memory.changelogs.get(id) !== null;
  }

  override async load(projectId: string, id: string): Promise<Changelog | null> {
    const [changelog = null] = await this.memory.changelogs.lock(
      (each) => each.id === id.toLowerCase() && each.projectId === projectId,
    );
    return changelog;
  }

  override async loadDue(now: Date): Promise<Changelog | null> {
    const due = this.memory.changelogs.where(
      ({ published, announced, publishDate }) => published && !announced && publishDate <= now,
    );
    due.sort((a, b) => a.publishDate.getTime() - b.publishDate.getTime());
    for (const changelog of due) if (await this.memory.changelogs.tryLock(changelog.id)) return changelog;
    return null;
  }

  override async save(changelog: Changelog): Promise<void> {
    await this.memory.changelogs.put(changelog.id, changelog);
  }

  override async remove(changelog: Changelog): Promise<void> {
    await this.memory.changelogs.remove(changelog.id);
    await this.memory.feedbackLinks.removeWhere(({ changelogId }) => changelogId === changelog.id);
  }
}
