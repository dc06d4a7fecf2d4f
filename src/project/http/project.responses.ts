import type { ProjectConfigRecord } from '../application/project.queries.js';
import type { ProjectGrant } from '../application/project-grant.js';
import { hiddenSecret } from '../domain/project-config.js';

/** The configuration as this caller may see it. */
export function configFor(grant: ProjectGrant, config: ProjectConfigRecord): ProjectConfigRecord {
  if (grant.readsSecrets || config.integration_chat_webhook === '') return config;
  return { ...config, integration_chat_webhook: hiddenSecret };
}
