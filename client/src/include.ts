/**
 * The type of the parameter `include`: an array of names that it accepts, or of any strings if the compiler does not know the
 * names.
 */
export type IncludeValue<Name extends string, Include> =
  readonly (string extends ElementOf<Include> ? string : Name)[] | undefined;

/**
 * A query with the parameter `include`. The compiler infers `Include` from both alternatives: without
 * `exactOptionalPropertyTypes`, it removes `undefined` from what it infers from an optional property.
 */
export type QueryWith<Query, Include> = Omit<Query, 'include'> &
  ({ readonly include: Include } | { readonly include?: Include });

/**
 * Those members of a record that `include` names, out of the ones that it can name. A member is optional if the compiler does not
 * know whether it is named.
 */
export type IncludedMembers<Schema, Name extends keyof Schema, Include> = Required<
  Pick<Schema, Extract<Name, CertainNames<Single<Include>, Name>>>
> &
  Partial<Pick<Schema, Extract<Name, ElementOf<Include>>>>;

/** The type of the elements of an array. */
type ElementOf<T> = T extends readonly (infer Element)[] ? Element : never;

/** The names that every array of this type contains. */
type CertainNames<Include, Name> = Include extends readonly [infer First, ...infer Rest]
  ? Extract<Single<First>, Name> | CertainNames<Rest, Name>
  : never;

/** The type itself, or `never` if it is a union. */
type Single<T, All = T> = T extends unknown ? ([All] extends [T] ? T : never) : never;
