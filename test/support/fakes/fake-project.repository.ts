import { UserNotFound } from '../../../src/identity/domain/identity.errors.js';
import type { Member } from '../../../src/project/domain/member.js';
import type { ProjectConfig } from '../../../src/project/domain/project-config.js';
import { CustomDomainTaken, SlugTaken } from '../../../src/project/domain/project.errors.js';
import { ProjectRepository } from '../../../src/project/domain/project.repository.js';
import type { Project } from '../../../src/project/domain/project.js';
import type { JsonObject } from '../../../src/shared/rules.js';
import type { Memory } from './memory.js';

export class FakeProjectRepository extends ProjectRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async add(project: Project, config: ProjectConfig): Promise<void> {
    await this.store(project);
    await this.saveConfig(config);
  }

  override async load(id: string): Promise<Project | null> {
    return (await this.memory.projects.lock((project) => project.id === id))[0] ?? null;
  }

  override async save(project: Project): Promise<void> {
    const before = this.memory.projects.get(project.id)?.slug;
    await this.store(project);
    if (before !== undefined && before !== project.slug) {
      await this.memory.formerSlugs.put(before, { projectId: project.id });
    }
  }

  override async idOfSlug(slug: string): Promise<string | null> {
    const [current] = this.memory.projects.where((project) => project.slug === slug);
    return current?.id ?? this.memory.formerSlugs.get(slug)?.projectId ?? null;
  }

  override async addFormerSlug(projectId: string, slug: string): Promise<void> {
    if (!this.memory.formerSlugs.get(slug)) await this.memory.formerSlugs.put(slug, { projectId });
  }

  override async remove({ id }: Project): Promise<void> {
    const {
      projects,
      projectMetadata,
      formerSlugs,
      configs,
      members,
      tokens,
      feedback,
      tags,
      changelogs,
      events,
    } = this.memory;
    await projects.remove(id);
    await configs.remove(id);
    await projectMetadata.remove(id);
    await formerSlugs.removeWhere(({ projectId }) => projectId === id);
    for (const table of [members, tokens, feedback, tags, changelogs, events]) {
      await table.removeWhere((record: { readonly projectId: string | null }) => record.projectId === id);
    }
  }

  override async loadConfig(projectId: string): Promise<ProjectConfig | null> {
    return this.memory.configs.get(projectId);
  }

  override async saveConfig(config: ProjectConfig): Promise<void> {
    await this.memory.configs.put(config.projectId, config, CustomDomainTaken);
  }

  override async saveMetadata(projectId: string, metadata: JsonObject): Promise<void> {
    await this.memory.projects.checkReference(projectId);
    await this.memory.projectMetadata.put(projectId, metadata);
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
    await this.memory.users.checkReference(member.userId, UserNotFound);
    await this.memory.projects.checkReference(member.projectId);
    await this.memory.members.put(`${member.projectId}/${member.userId}`, member);
  }

  override async removeMember({ projectId, userId }: Member): Promise<void> {
    await this.memory.members.remove(`${projectId}/${userId}`);
  }

  private async store(project: Project): Promise<void> {
    await this.memory.projects.put(project.id, project, SlugTaken);
    await this.memory.formerSlugs.remove(project.slug);
  }
}
