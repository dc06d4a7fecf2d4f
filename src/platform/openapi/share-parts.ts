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
  const uses = new Map<string, { part: Json; holder: Record<string, Json>; key: string }[]>();
  for (const holder of holders as Record<string, Json>[]) {
    for (const [key, part] of Object.entries(holder)) {
      const text = JSON.stringify(part);
      uses.set(text, [...(uses.get(text) ?? []), { part, holder, key }]);
    }
  }
  const shared = [...uses.values()].filter((places) => places.length > 1);
  const components: Record<string, Json> = {};
  for (const places of shared.sort((a, b) => b.length - a.length)) {
    const { part } = places[0]!;
    const name = nameOf(part);
    if (name === undefined) continue;
    let unique = name;
    for (let number = 2; unique in components; number++) unique = `${name}${number}`;
    components[unique] = part;
    for (const { holder, key } of places) holder[key] = { $ref: `#/components/${section}/${unique}` };
  }
  return components;
}
