/** The codes of field errors with their meanings. */
export const projectFieldErrors: Readonly<Record<string, string>> = {
  invalid_slug: 'is not a slug of 1 to 63 lowercase letters and digits with single hyphens inside',
  slug_taken: 'is the slug of another project',
  invalid_host_name: 'is not a host name',
  invalid_url: 'is not an https URL, or of a field not an http or https URL',
  invalid_url_template:
    'is not an http or https URL, in whose path, query or fragment only {id} and {slug} may be placeholders',
  invalid_status_key: 'is not a key of 1 to 40 lowercase letters, digits and underscores',
  unknown_status: 'is not the key of a status of the project',
  invalid_color: 'is not a CSS hex color',
  unknown_tag: 'is not a tag of the project',
  tag_name_taken: 'is the name of another tag',
  reserved_slug:
    'is the slug `none` for a board, which stands for feedback on no board, or a UUID for a project, which would be the id of one',
  unknown_board: 'is not the slug of a board of the project that the caller can see',
  unknown_company: 'is not the external id of a company of the project',
  invalid_field_key: 'is not a key of 1 to 40 lowercase letters, digits and underscores',
  reserved_key: 'is the key `__proto__`',
  unknown_field: 'is not the key of a field of the project that the caller can see',
  field_in_use: 'is used by values of feedback',
  not_taken: 'is not accepted by this type of field',
  no_range: 'is a range, which only fields of the types `number` and `date` have',
  not_sortable: 'sorts by a field of the type `choices`, which has several values',
  chat_without_webhook: 'would enable the chat without a webhook URL',
  insufficient_role: 'requires a higher role',
  already_member: 'is the e-mail address of a member',
  too_large: 'is too large',
};
