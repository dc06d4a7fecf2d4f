/** A user, as records contain it. */
interface User {
  readonly id: string;
  email: string;
}

/**
 * Returns a record as JSON without the e-mail addresses of users, wherever they are in it: they are empty.
 *
 * @param json the record
 * @param readerId id of the user whose own address stays
 */
export function hideAddresses(json: string, readerId: string): string {
  const record = JSON.parse(json) as unknown;
  return hideIn(record, readerId) ? JSON.stringify(record) : json;
}

/** Returns whether the value contained an address. */
function hideIn(value: unknown, readerId: string): boolean {
  if (typeof value !== 'object' || value === null) return false;
  let isChanged = false;
  if (isUser(value) && value.id !== readerId && value.email !== '') {
    value.email = '';
    isChanged = true;
  }
  for (const member of Object.values(value)) {
    if (hideIn(member, readerId)) isChanged = true;
  }
  return isChanged;
}

/** Returns whether an object has the fields of a user. What clients store as they like, such as `config`, may have an `email`. */
function isUser(value: object): value is User {
  const { id, email, full_name, avatar_url } = value as Record<string, unknown>;
  return [id, email, full_name, avatar_url].every((field) => typeof field === 'string');
}
