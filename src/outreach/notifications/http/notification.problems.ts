/** The codes of field errors with their meanings. */
export const notificationFieldErrors: Readonly<Record<string, string>> = {
  invalid_time_zone: 'is not the name of a time zone',
  invalid_locale: 'is not a language tag (BCP 47)',
};
