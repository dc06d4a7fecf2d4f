import { Column, Entity, type EntityManager, PrimaryColumn } from 'typeorm';
import { recordColumns, versionColumn } from '../../../platform/persistence/index.js';
import type { ProjectSettingsValues } from '../domain/project-settings.js';

/** A row of `project_settings`, which each project has. */
@Entity('project_settings')
export class ProjectSettingsEntity implements ProjectSettingsValues {
  @PrimaryColumn('uuid', { name: 'project_id' })
  projectId!: string;

  @Column('text', { name: 'signed_in' })
  signedIn!: ProjectSettingsValues['signedIn'];

  @Column('boolean', { name: 'public_feedback' })
  publicFeedback!: boolean;

  @Column('boolean', { name: 'public_changelog' })
  publicChangelog!: boolean;

  @Column('boolean', { name: 'public_names' })
  publicNames!: boolean;

  @Column('text')
  approval!: ProjectSettingsValues['approval'];

  @Column('text', { name: 'feedback_url' })
  feedbackUrl!: string;

  @Column('text', { name: 'changelog_url' })
  changelogUrl!: string;

  @Column('text', { name: 'mail_name' })
  mailName!: string;

  @Column('text', { name: 'mail_reply_to' })
  mailReplyTo!: string;

  @Column(versionColumn)
  version!: string;
}

/** The record of the settings of a project. */
export const projectSettingsRecord = recordColumns(
  `signed_in, public_feedback, public_changelog, public_names, approval, feedback_url, changelog_url, mail_name, mail_reply_to`,
  "project_id || '-' || version",
);

/** Reads the settings of project `$1`. */
export const oneProjectSettings = `select ${projectSettingsRecord} from project_settings where project_id = $1`;

/**
 * Locks the settings of a project, and with them its statuses, boards and fields: a new one has no row of its own to lock.
 * Does nothing if the project does not exist.
 */
export async function lockSettings(manager: EntityManager, projectId: string): Promise<void> {
  await manager.findOne(ProjectSettingsEntity, {
    select: { projectId: true },
    where: { projectId },
    lock: { mode: 'for_no_key_update' },
  });
}
