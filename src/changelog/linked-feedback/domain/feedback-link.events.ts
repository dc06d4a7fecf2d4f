/** The types of the events of this module. */
export const feedbackLinkEventTypes = ['changelog.feedback_linked', 'changelog.feedback_unlinked'] as const;
