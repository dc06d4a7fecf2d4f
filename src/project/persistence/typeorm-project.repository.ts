import { Injectable } from '@nestjs/common';
import { UserNotFound } from '../../identity/index.js';
import { Caches } from '../../platform/caches/index.js';
import { brokenConstraint, Sql, TypeormUnitOfWork } from '../../platform/persistence/index.js';
import { SecretBox } from '../../platform/secrets/index.js';
import { isUuid } from '../../shared/rules.js';
import { Member } from '../domain/member.js';
import { ProjectConfig } from '../domain/project-config.js';
import { CustomDomainTaken, SlugTaken } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project } from '../domain/project.js';

const loadProject = `
  select id, name, slug, icon, icon_radius as "iconRadius", og_image as "ogImage", created_at as "createdAt"
  from projects where id = $1 for no key update`;

const saveProject =
  'update projects set name = $2, slug = $3, icon = $4, icon_radius = $5, og_image = $6 where id = $1';

const saveMetadata = `
  insert into project_metadata (project_id, metadata) values ($1, $2)
  on conflict (project_id) do update set metadata = excluded.metadata`;

@Injectable()
export class TypeormProjectRepository extends ProjectRepository {
  /** The slugs that projects have in the database. */
  private readonly storedSlugs = new WeakMap<Project, string>();
  /** The encrypted secrets that configurations have in the database. */
  private readonly storedSecrets = new WeakMap<ProjectConfig, string>();

  constructor(
    private readonly unitOfWork: TypeormUnitOfWork,
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
    private readonly caches: Caches,
  ) {
    super();
  }

  override async add(project: Project, config: ProjectConfig): Promise<void> {
    await this.manager.insert(Project, { ...project }).catch(throwSlugTaken);
    this.storedSlugs.set(project, project.slug);
    await this.takeSlug(project);
    await this.manager.insert(ProjectConfig, this.sealed(config));
  }

  override async load(id: string): Promise<Project | null> {
    const row = await this.sql.row<Project>(loadProject, [id]);
    if (!row) return null;
    const project = this.manager.create(Project, row);
    this.storedSlugs.set(project, project.slug);
    return project;
  }

  override async save(project: Project): Promise<void> {
    const { id, name, slug, icon, iconRadius, ogImage } = project;
    const former = this.storedSlugs.get(project);
    await this.sql.rows(saveProject, [id, name, slug, icon, iconRadius, ogImage]).catch(throwSlugTaken);
    if (former === undefined || former === slug) return;
    await this.sql.rows(
      `insert into former_project_slugs (slug, project_id) values ($1, $2)
       on conflict (slug) do update set project_id = excluded.project_id`,
      [former, id],
    );
    await this.takeSlug(project);
    this.storedSlugs.set(project, slug);
  }

  override async idOfSlug(slug: string): Promise<string | null> {
    const row = await this.sql.row<{ id: string }>(
      `select id from projects where slug = $1
       union all select project_id from former_project_slugs where slug = $1 limit 1`,
      [slug],
    );
    return row && row.id;
  }

  override async addFormerSlug(projectId: string, slug: string): Promise<void> {
    await this.sql.rows(
      'insert into former_project_slugs (slug, project_id) values ($1, $2) on conflict do nothing',
      [slug, projectId],
    );
    this.caches.invalidate();
  }

  override async remove(project: Project): Promise<void> {
    await this.manager.delete(Project, project.id);
    this.caches.invalidate();
  }

  override async loadConfig(projectId: string): Promise<ProjectConfig | null> {
    const config = await this.manager.findOneBy(ProjectConfig, { projectId });
    if (config) {
      this.storedSecrets.set(config, config.integrationChatWebhook);
      config.integrationChatWebhook = this.secrets.open(config.integrationChatWebhook);
    }
    return config;
  }

  override async saveConfig(config: ProjectConfig): Promise<void> {
    try {
      await this.manager.update(ProjectConfig, config.id, this.sealed(config));
    } catch (error) {
      throw brokenConstraint(error) === 'project_configs_verified_domain' ? new CustomDomainTaken() : error;
    }
  }

  override async saveMetadata(projectId: string, metadata: object): Promise<void> {
    await this.sql.rows(saveMetadata, [projectId, JSON.stringify(metadata)]);
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
      this.caches.invalidate();
    } catch (error) {
      throw brokenConstraint(error) === 'members_user_id_fkey' ? new UserNotFound() : error;
    }
  }

  override async removeMember({ projectId, userId }: Member): Promise<void> {
    await this.manager.delete(Member, { projectId, userId });
    this.caches.invalidate();
  }

  private get manager() {
    return this.unitOfWork.manager;
  }

  private sealed(config: ProjectConfig): Partial<ProjectConfig> {
    const { integrationChatWebhook: url } = config;
    return { ...config, integrationChatWebhook: this.secrets.seal(url, this.storedSecrets.get(config)) };
  }

  /** Makes the slug lead to this project, and to none that had it before. */
  private async takeSlug({ slug }: Project): Promise<void> {
    await this.sql.rows('delete from former_project_slugs where slug = $1', [slug]);
    this.caches.invalidate();
  }
}

function throwSlugTaken(error: unknown): never {
  throw brokenConstraint(error) === 'projects_slug_key' ? new SlugTaken() : error;
}
