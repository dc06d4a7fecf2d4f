/** Returns the beginning of a text that has at most so many UTF-16 code units. Both halves of a surrogate pair are in it, or none. */
export function firstCharacters(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}
