import { recordColumns } from '../../../platform/persistence/index.js';

/** The record of settings `s`. */
export const settingsRecord = recordColumns(
  `s.signed_in, s.public_feedback, s.public_changelog, s.public_names, s.approval, s.feedback_url, s.changelog_url,
    s.mail_name, s.mail_reply_to`,
  "s.project_id || '-' || s.version",
);
