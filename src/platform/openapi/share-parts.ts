import type { Json } from './json-schemas.js';

/**
 * Moves the parts that occur more than once to components, and leaves references in their places. Parts without a name
 * stay where they are. Where parts have the same name, those that occur less often get a number, as in `Forbidden2`.
 *
 * @param holders the objects or arrays that contain the parts, which are changed
 * @returns the components by name
 */
export function shareParts(
  holders: readonly (Json[] | Record<string, Json>)[],
  section: 'parameters' | 'responses',
  nameOf: (part: Json) => string | undefined,
): Record<string, Json> {
  const places = (holders as Record<string, Json>[]).flatMap((holder) =>
    Object.entries(holder).map(([key, part]) => ({ holder, key, part, text: JSON.stringify(part) })),
  );
  const counts = new Map<string, number>();
  for (const { text } of places) counts.set(text, (counts.get(text) ?? 0) + 1);
  const countOf = ({ text }: { text: string }) => counts.get(text) ?? 0;
  const shared = places.filter((place) => countOf(place) > 1).sort((a, b) => countOf(b) - countOf(a));
  const components: Record<string, Json> = {};
  for (const { holder, key, part, text } of shared) {
    const name = nameOf(part);
    if (name === undefined) continue;
    const isFree = (each: string) =>
      components[each] === undefined || JSON.stringify(components[each]) === text;
    let unique = name;
    for (let number = 2; !isFree(unique); number++) unique = `${name}${number}`;
    components[unique] = part;
    holder[key] = { $ref: `#/components/${section}/${unique}` };
  }
  return components;
}
