import type { Caller } from '../../../src/identity/domain/caller.js';
import { ProjectDirectory } from '../../../src/identity/domain/project-directory.js';
import type { Memory } from './memory.js';

export class FakeProjectDirectory extends ProjectDirectory {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async idOf(slug: string, caller: Caller): Promise<string | null> {
    const [project] = this.memory.projects.where((candidate) => candidate.slug === slug);
    if (!project) return null;
    const isMember = this.memory.members.get(`${project.id}/${caller.userId}`) !== null;
    return caller.instanceAdmin || isMember ? project.id : null;
  }

  override async slugsOf(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const projects = this.memory.projects.where(({ id }) => ids.includes(id));
    return new Map(projects.map(({ id, slug }) => [id, slug]));
  }
}
