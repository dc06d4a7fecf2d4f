/** Strings, quoted names, comments, casts, and the names of parameters. */
const tokens = /'(?:[^']|'')*'|"(?:[^"]|"")*"|(--.*|\/\*[^]*?\*\/)|::|:([a-z_]\w*)/gi;

/**
 * Returns the SQL of a condition in which each `:name` is the parameter of a value, without comments, which could hide what
 * follows.
 *
 * @param parameter adds a value to the statement, and returns its placeholder
 * @throws Error when the condition names a parameter without a value
 */
export function bindCondition(
  {
    sql,
    parameters = {},
  }: { readonly sql: string; readonly parameters?: Readonly<Record<string, unknown>> | undefined },
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
