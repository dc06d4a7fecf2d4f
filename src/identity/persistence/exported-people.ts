/** The address of a placeholder is empty, as it is for deleted users. */
const email = "case when u.email like '%@users.invalid' then '' else u.email end";

/**
 * SQL for the people in the export of a project.
 *
 * @param userIds a statement that returns the ids of users
 */
export const exportedPeople = (userIds: string) => ({
  person: {
    record: `'person' as kind, u.id as external_id, ${email} as email, u.full_name, u.avatar_url`,
    row: `u.id, ${email} as email, u.full_name, u.avatar_url`,
    from: `user_records u where u.id in (${userIds})`,
    order: 'u.id',
  },
});

/**
 * SQL for the columns about a person in a table for spreadsheets.
 *
 * @param userId SQL of the user's id
 * @param name what the person is, such as `author`
 */
export function personCells(userId: string, name: string): string {
  const cell = (sql: string) => `(select ${sql} from user_records u where u.id = ${userId})`;
  return `${userId} as ${name}_id, ${cell('u.full_name')} as ${name}_name, ${cell(email)} as ${name}_email`;
}
