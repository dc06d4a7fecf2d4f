import { Injectable } from '@nestjs/common';
import { Caches } from '../../../platform/caches/index.js';
import { brokenConstraint, Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import type { Loaded, Versioned } from '../../../shared/records.js';
import { DeclaredFields } from '../../custom-fields/application/declared-fields.js';
import { SlugTaken } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import { Project, type ProjectRecord } from '../domain/project.js';
import type { ProjectConfig } from '../domain/project-config.js';
import { initialStatuses } from '../../statuses/domain/status.js';
import { projectColumns, projectRecord } from './project-columns.js';
import { configColumns } from './project-config-columns.js';

const addProject = `
  insert into projects as p (id, created_at, ${projectColumns.names})
  values ($1, $2, ${projectColumns.parameters(3)}) returning ${projectRecord}`;

const addConfig = `
  insert into project_configs (id, project_id, created_at, ${configColumns.names})
  values ($1, $2, $3, ${configColumns.parameters(4)})`;

const addSettings = 'insert into project_settings (project_id) values ($1)';

const addStatuses = `
  insert into statuses (project_id, key, name, color, kind, position, on_roadmap)
  select $1, key, name, color, kind, position, on_roadmap from jsonb_populate_recordset(null::statuses, $2)`;

const addFields = `
  insert into custom_fields (project_id, key, name, type, options, required, set_by, visible_to, position, declared)
  select $1, key, name, type, options, required, set_by, visible_to, position, true
  from jsonb_populate_recordset(null::custom_fields, $2)`;

const loadProject = `select ${projectRecord} from projects p where p.id = $1 for no key update`;

const saveProject = `
  update projects p set (${projectColumns.names}) = row(${projectColumns.parameters(2)}) where p.id = $1
  returning ${projectRecord}`;

const addFormerSlug = `
  insert into former_project_slugs (slug, project_id) values ($1, $2)
  on conflict (slug) do update set project_id = excluded.project_id`;

@Injectable()
export class SqlProjectRepository extends ProjectRepository {
  /** The slugs that projects have in the database. */
  private readonly storedSlugs = new WeakMap<Project, string>();

  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
    private readonly caches: Caches,
    private readonly declared: DeclaredFields,
  ) {
    super();
  }

  override async add(project: Project, config: ProjectConfig): Promise<Versioned<ProjectRecord>> {
    const { id, createdAt, slug } = project;
    const added = await this.sql
      .record<ProjectRecord>(addProject, [id, createdAt.toISOString(), ...projectColumns.valuesOf(project)])
      .catch(throwSlugTaken);
    const integrationChatWebhook = this.secrets.seal(config.integrationChatWebhook);
    const { records: fields } = this.declared;
    await Promise.all([
      ...(fields.length > 0 ? [this.sql.rows(addFields, [id, JSON.stringify(fields)])] : []),
      this.sql.rows(addConfig, [
        config.id,
        id,
        config.createdAt.toISOString(),
        ...configColumns.valuesOf({ ...config, integrationChatWebhook } as ProjectConfig),
      ]),
      this.sql.rows(addSettings, [id]),
      this.sql.rows(addStatuses, [id, JSON.stringify(initialStatuses)]),
      this.takeSlug(slug),
    ]);
    this.storedSlugs.set(project, slug);
    return added!;
  }

  override async load(id: string): Promise<Loaded<Project, ProjectRecord> | null> {
    const before = await this.sql.record<ProjectRecord>(loadProject, [id]);
    if (!before) return null;
    const aggregate = Project.restore(before.record);
    this.storedSlugs.set(aggregate, aggregate.slug);
    return { aggregate, before };
  }

  override async save(project: Project): Promise<Versioned<ProjectRecord>> {
    const { id, slug } = project;
    const former = this.storedSlugs.get(project);
    const saved = await this.sql
      .record<ProjectRecord>(saveProject, [id, ...projectColumns.valuesOf(project)])
      .catch(throwSlugTaken);
    if (former !== undefined && former !== slug) {
      await this.sql.rows(addFormerSlug, [former, id]);
      await this.takeSlug(slug);
      this.storedSlugs.set(project, slug);
    }
    return saved!;
  }

  override async remove({ id }: Project): Promise<void> {
    await this.sql.rows('delete from projects where id = $1', [id]);
    this.caches.invalidate();
  }

  /** Makes the slug lead to no project that had it before. */
  private async takeSlug(slug: string): Promise<void> {
    await this.sql.rows('delete from former_project_slugs where slug = $1', [slug]);
    this.caches.invalidate();
  }
}

function throwSlugTaken(error: unknown): never {
  throw brokenConstraint(error) === 'projects_slug_key' ? new SlugTaken() : error;
}
