let count = 0;

/** Returns a name of lower-case letters, digits and a hyphen that no other suite of this process has. */
export function unique(name: string): string {
  count += 1;
  return `${name}-${count}`;
}
