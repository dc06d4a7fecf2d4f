import { Injectable } from '@nestjs/common';
import { brokenConstraint, Sql } from '../../../platform/persistence/index.js';
import { SecretBox } from '../../../platform/secrets/index.js';
import { type Loaded, Versioned } from '../../../shared/records.js';
import { CustomDomainTaken } from '../domain/project.errors.js';
import { ProjectConfigRepository } from '../domain/project-config.repository.js';
import { ProjectConfig, type ProjectConfigRecord } from '../domain/project-config.js';
import { configColumns, configRecord } from './project-config-columns.js';

/** Locks the project, and then its configuration. */
const loadConfig = `
  select ${configRecord} from projects p join project_configs c on c.project_id = p.id where p.id = $1
  for no key update`;

const saveConfig = `
  update project_configs c set (${configColumns.names}) = row(${configColumns.parameters(2)}) where c.id = $1
  returning ${configRecord}`;

@Injectable()
export class SqlProjectConfigRepository extends ProjectConfigRepository {
  /** The encrypted secrets that configurations have in the database: encrypting one again would change the version. */
  private readonly storedSecrets = new WeakMap<ProjectConfig, string>();

  constructor(
    private readonly sql: Sql,
    private readonly secrets: SecretBox,
  ) {
    super();
  }

  override async load(projectId: string): Promise<Loaded<ProjectConfig, ProjectConfigRecord> | null> {
    const loaded = await this.sql.record<ProjectConfigRecord>(loadConfig, [projectId]);
    if (!loaded) return null;
    const stored = loaded.record.integration_chat_webhook;
    const before = withSecret(loaded, this.secrets.open(stored));
    const aggregate = ProjectConfig.restore(before.record);
    this.storedSecrets.set(aggregate, stored);
    return { aggregate, before };
  }

  override async save(config: ProjectConfig): Promise<Versioned<ProjectConfigRecord>> {
    const secret = config.integrationChatWebhook;
    const integrationChatWebhook = this.secrets.seal(secret, this.storedSecrets.get(config));
    const values = configColumns.valuesOf({ ...config, integrationChatWebhook } as ProjectConfig);
    try {
      const saved = await this.sql.record<ProjectConfigRecord>(saveConfig, [config.id, ...values]);
      return withSecret(saved!, secret);
    } catch (error) {
      throw brokenConstraint(error) === 'project_configs_verified_domain' ? new CustomDomainTaken() : error;
    }
  }
}

function withSecret(
  { record, version }: Versioned<ProjectConfigRecord>,
  integration_chat_webhook: string,
): Versioned<ProjectConfigRecord> {
  return new Versioned({ ...record, integration_chat_webhook }, version);
}
