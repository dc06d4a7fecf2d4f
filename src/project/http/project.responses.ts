import type { Versioned } from '../../shared/records.js';
import { type ProjectConfigRecord, withoutSecrets } from '../application/project.queries.js';
import type { ProjectGrant } from '../application/project-grant.js';

/** The configuration as this caller may see it. */
export function configFor(
  grant: ProjectGrant,
  { record, version }: Versioned<ProjectConfigRecord>,
): Versioned<ProjectConfigRecord> {
  if (grant.readsSecrets || record.integration_chat_webhook === '') return { record, version };
  return { record: withoutSecrets(record), version: `${version}-hidden` };
}
