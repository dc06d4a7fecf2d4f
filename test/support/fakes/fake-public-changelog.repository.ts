import { PublicChangelogRepository } from '../../../src/changelog/domain/public-changelog.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

export class FakePublicChangelogRepository extends PublicChangelogRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async load(projectId: string): Promise<boolean> {
    await this.memory.projects.checkReference(projectId, ProjectNotFound);
    // The record need not exist yet.
    await this.memory.advisoryLocks.acquire(`public changelog ${projectId}`);
    return this.memory.publicChangelogs.get(projectId)?.enabled ?? false;
  }

  override async save(projectId: string, enabled: boolean): Promise<void> {
    await this.memory.publicChangelogs.put(projectId, { enabled });
  }
}
