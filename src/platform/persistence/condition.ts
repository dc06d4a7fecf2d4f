/** Strings, quoted names, comments, casts, and the names of parameters. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(--.*|\/\*[^]*?\*\/)|::|:([a-z_]\w*)/gi;

/** A condition in SQL, in which `:name` stands for a parameter. */
interface Condition {
  readonly sql: string;
  readonly parameters?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Returns the SQL of a condition in which each `:name` is the parameter of a value, without comments, which could hide what
 * follows.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 * @throws Error when the condition names a parameter without a value
 */
export function bindCondition(
  { sql, parameters = {} }: Condition,
  parameter: (value: unknown) => string,
): string {
  return sql.replaceAll(tokens, (token, comment: string | undefined, name: string | undefined) => {
    if (comment !== undefined) return ' ';
    if (name === undefined) return token;
    if (!Object.hasOwn(parameters, name))
      throw new Error(`The condition has no value for the parameter :${name}.`);
    return parameter(parameters[name]);
  });
}

/**
 * Returns SQL for whether all records with the ids satisfy a condition on rows of the view `{name}_records_v1`, which it names
 * `{name}`.
 *
 * @param ids SQL of one or more ids, separated by commas; those that are null, or of no record, are left out
 */
export function allSatisfy(
  name: string,
  ids: string,
  condition: Condition,
  parameter: (value: unknown) => string,
): string {
  return `not exists (select from ${name}_records_v1 ${name} where ${name}.id in (${ids})
    and (${bindCondition(condition, parameter)}) is not true)`;
}

/** The pattern for `like` of texts that contain a text. */
export const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
