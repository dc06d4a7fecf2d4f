/** An object that has at most one of these members. */
export type AtMostOne<T, K extends keyof T> = {
  [Chosen in K]: Omit<T, Exclude<K, Chosen>> & { [Other in Exclude<K, Chosen>]?: never };
}[K];
