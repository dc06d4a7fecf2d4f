import type { Json } from './json-schemas.js';

/**
 * Moves the parts that occur more than once to components, and leaves references in their places. Parts that have no
 * name, or the name of a component that occurs more often, stay where they are.
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
    components[name] ??= part;
    if (JSON.stringify(components[name]) === text) holder[key] = { $ref: `#/components/${section}/${name}` };
  }
  return components;
}
