/** The types of the events of this module. */
export const projectImportEventTypes = ['import.completed'] as const;
