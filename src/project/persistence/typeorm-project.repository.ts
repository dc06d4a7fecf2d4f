import { Injectable } from '@nestjs/common';
import { UserNotFound } from '../../identity/index.js';
import { brokenConstraint } from '../../platform/database/database-errors.js';
import { TypeormUnitOfWork } from '../../platform/database/typeorm-unit-of-work.js';
import { SecretBox } from '../../platform/secret-box.js';
import { isUuid } from '../../shared/rules.js';
import { Member } from '../domain/member.js';
import { ProjectConfig } from '../domain/project-config.js';
import { CustomDomainTaken, SlugTaken } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project } from '../domain/project.js';

@Injectable()
export class TypeormProjectRepository extends ProjectRepository {
  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  override async add(project: Project, config: ProjectConfig): Promise<void> {
    await refusingTakenSlug(this.manager.insert(Project, { ...project }));
    await this.takeSlug(project);
    await this.manager.insert(ProjectConfig, this.sealed(config));
  }

  override async load(id: string): Promise<Project | null> {
    return this.manager.findOne(Project, { where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  override async save(project: Project): Promise<void> {
    await this.manager.query(
      `insert into former_project_slugs (slug, project_id)
       select slug, id from projects where id = $1 and slug <> $2
       on conflict (slug) do update set project_id = excluded.project_id`,
      [project.id, project.slug],
    );
    await refusingTakenSlug(this.manager.update(Project, project.id, { ...project }));
    await this.takeSlug(project);
  }

  override async remove(project: Project): Promise<void> {
    await this.manager.delete(Project, project.id);
  }

  override async loadConfig(projectId: string): Promise<ProjectConfig | null> {
    const config = await this.manager.findOneBy(ProjectConfig, { projectId });
    if (config) config.integrationChatWebhook = this.secrets.open(config.integrationChatWebhook);
    return config;
  }

  override async saveConfig(config: ProjectConfig): Promise<void> {
    try {
      const stored = await this.manager.findOneBy(ProjectConfig, { id: config.id });
      await this.manager.update(ProjectConfig, config.id, this.sealed(config, stored));
    } catch (error) {
      throw brokenConstraint(error) === 'project_configs_verified_domain' ? new CustomDomainTaken() : error;
    }
  }

  override async loadMember(projectId: string, userId: string): Promise<Member | null> {
    return isUuid(userId) ? this.manager.findOneBy(Member, { projectId, userId }) : null;
  }

  override async loadOwners(projectId: string): Promise<Member[]> {
    return this.manager.findBy(Member, { projectId, role: 'owner' });
  }

  override async loadMembershipsOf(userId: string): Promise<Member[]> {
    return this.manager.find(Member, { where: { userId }, order: { projectId: 'asc' } });
  }

  override async saveMember(member: Member): Promise<void> {
    if (!isUuid(member.userId)) throw new UserNotFound();
    try {
      await this.manager.upsert(Member, { ...member }, ['projectId', 'userId']);
    } catch (error) {
      throw brokenConstraint(error) === 'members_user_id_fkey' ? new UserNotFound() : error;
    }
  }

  override async removeMember({ projectId, userId }: Member): Promise<void> {
    await this.manager.delete(Member, { projectId, userId });
  }

  private get manager() {
    return this.unitOfWork.manager;
  }

  private sealed(config: ProjectConfig, stored?: ProjectConfig | null): Partial<ProjectConfig> {
    const { integrationChatWebhook: url } = config;
    return { ...config, integrationChatWebhook: this.secrets.seal(url, stored?.integrationChatWebhook) };
  }

  /** From now on the slug does not lead to a project that had it before. */
  private async takeSlug({ slug }: Project): Promise<void> {
    await this.manager.query('delete from former_project_slugs where slug = $1', [slug]);
  }
}

async function refusingTakenSlug(write: Promise<unknown>): Promise<void> {
  try {
    await write;
  } catch (error) {
    throw brokenConstraint(error) === 'projects_slug_key' ? new SlugTaken() : error;
  }
}
