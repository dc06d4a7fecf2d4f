/** The codes of field errors with their meanings. */
export const eventFieldErrors: Readonly<Record<string, string>> = {
  unknown_event: 'is not the id of an event of the project',
};
