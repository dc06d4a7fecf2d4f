/** SQL for the rows of this module in the export of project `$1`. */
export const exportedLinks = {
  link: {
    record: `'link' as kind, l.changelog_id as changelog, l.feedback_id as feedback`,
    from: 'changelog_feedback l join changelogs c on c.id = l.changelog_id where c.project_id = $1',
    order: 'l.changelog_id, l.feedback_id',
  },
};
