/** A `tsquery` whose parts can be told apart. */
export type TsQuery =
  /** As PostgreSQL reads it. */
  { readonly text: string } | { readonly all: readonly TsQuery[] } | { readonly any: readonly TsQuery[] };

/** Finds documents that have the lexeme. It has letters, digits and harmless marks only: there is nothing to escape. */
export function lexeme(text: string): TsQuery {
  return { text: `'${text}'` };
}

/** Finds documents that have a lexeme that begins so. */
export function beginning(text: string): TsQuery {
  return { text: `'${text}':*` };
}

/** As PostgreSQL reads it. */
export function textOf(query: TsQuery): string {
  if ('text' in query) return query.text;
  const [parts, operator] = 'all' in query ? [query.all, ' & '] : [query.any, ' | '];
  return parts.length === 1 ? parts.map(textOf).join('') : `(${parts.map(textOf).join(operator)})`;
}

/** Tells the share of all documents that a query finds, from 0 to 1. */
export type ShareOf = (query: TsQuery) => number;

/** The share that a query finds, where the parts have nothing to do with each other and those of `leaf` are known. */
export function shareFrom(leaf: (text: string) => number): ShareOf {
  const share: ShareOf = (query) => {
    if ('text' in query) return leaf(query.text);
    if ('all' in query) return query.all.reduce((product, part) => product * share(part), 1);
    return 1 - query.any.reduce((product, part) => product * (1 - share(part)), 1);
  };
  return share;
}

/** The texts of the parts that have no parts, each once. */
export function leavesOf(query: TsQuery): string[] {
  if ('text' in query) return [query.text];
  return [...new Set(('all' in query ? query.all : query.any).flatMap(leavesOf))];
}
