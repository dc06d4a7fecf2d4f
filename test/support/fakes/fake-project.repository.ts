import { UserNotFound } from '../../../src/identity/domain/identity.errors.js';
import type { Member } from '../../../src/project/domain/member.js';
import type { ProjectConfig } from '../../../src/project/domain/project-config.js';
import { CustomDomainTaken, SlugTaken } from '../../../src/project/domain/project.errors.js';
import { ProjectRepository } from '../../../src/project/domain/project.repository.js';
import type { Project } from '../../../src/project/domain/project.js';
import type { Memory } from './memory.js';

export class FakeProjectRepository extends ProjectRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(project: Project, config: ProjectConfig): Promise<void> {
    this.store(project);
    await this.saveConfig(config);
  }

  override async load(id: string): Promise<Project | null> {
    return this.memory.projects.get(id);
  }

  override async save(project: Project): Promise<void> {
    const before = this.memory.projects.get(project.id)?.slug;
    this.store(project);
    if (before !== undefined && before !== project.slug) {
      this.memory.formerSlugs.put(before, { projectId: project.id });
    }
  }

  override async remove({ id }: Project): Promise<void> {
    const { projects, formerSlugs, configs, members, tokens, feedback, tags, changelogs, events } =
      this.memory;
    projects.remove(id);
    configs.remove(id);
    formerSlugs.removeWhere(({ projectId }) => projectId === id);
    for (const table of [members, tokens, feedback, tags, changelogs, events]) {
      table.removeWhere((record: { readonly projectId: string | null }) => record.projectId === id);
    }
  }

  override async loadConfig(projectId: string): Promise<ProjectConfig | null> {
    return this.memory.configs.get(projectId);
  }

  override async saveConfig(config: ProjectConfig): Promise<void> {
    const { id, customDomain, customDomainVerified } = config;
    const others = this.memory.configs.where(
      (other) => other.id !== id && other.customDomainVerified && other.customDomain === customDomain,
    );
    if (customDomainVerified && others.length > 0) throw new CustomDomainTaken();
    this.memory.configs.put(config.projectId, config);
  }

  override async loadMember(projectId: string, userId: string): Promise<Member | null> {
    return this.memory.members.get(`${projectId}/${userId}`);
  }

  override async loadOwners(projectId: string): Promise<Member[]> {
    return this.memory.members.where((member) => member.projectId === projectId && member.role === 'owner');
  }

  override async loadMembershipsOf(userId: string): Promise<Member[]> {
    return this.memory.members
      .where((member) => member.userId === userId)
      .sort((a, b) => (a.projectId < b.projectId ? -1 : 1));
  }

  override async saveMember(member: Member): Promise<void> {
    if (!this.memory.users.get(member.userId)) throw new UserNotFound();
    this.memory.members.put(`${member.projectId}/${member.userId}`, member);
  }

  override async removeMember({ projectId, userId }: Member): Promise<void> {
    this.memory.members.remove(`${projectId}/${userId}`);
  }

  private store(project: Project): void {
    const { projects, formerSlugs } = this.memory;
    if (projects.where(({ id, slug }) => slug === project.slug && id !== project.id).length > 0) {
      throw new SlugTaken();
    }
    formerSlugs.remove(project.slug);
    projects.put(project.id, project);
  }
}
