import { Columns, recordColumns } from '../../../platform/persistence/index.js';
import type { ProjectSettings } from '../domain/project-settings.js';

/** The columns of settings. */
export const settingsColumns = new Columns<ProjectSettings>({
  signed_in: ({ signedIn }) => signedIn,
  public_feedback: ({ publicFeedback }) => publicFeedback,
  public_changelog: ({ publicChangelog }) => publicChangelog,
  public_names: ({ publicNames }) => publicNames,
  approval: ({ approval }) => approval,
  feedback_url: ({ feedbackUrl }) => feedbackUrl,
  changelog_url: ({ changelogUrl }) => changelogUrl,
  mail_name: ({ mailName }) => mailName,
  mail_reply_to: ({ mailReplyTo }) => mailReplyTo,
});

/** The record of settings `s`. */
export const settingsRecord = recordColumns(settingsColumns.of('s'), "s.project_id || '-' || s.version");
