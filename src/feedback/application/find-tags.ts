import { UnknownTags } from '../domain/feedback.errors.js';
import type { TagRepository } from '../domain/tag.repository.js';
import { type Tag, tagKey } from '../domain/tag.js';

/**
 * Returns the tags with these names, without duplicates.
 *
 * @param pointer JSON Pointer to the names in the input
 * @throws UnknownTags
 */
export async function findTags(
  repository: TagRepository,
  projectId: string,
  names: readonly string[],
  pointer = '/tags',
): Promise<Tag[]> {
  if (names.length === 0) return [];
  const tags = await repository.findByNames(projectId, names);
  const known = new Set(tags.map(({ nameKey }) => nameKey));
  const unknown = names.flatMap((name, index) => (known.has(tagKey(name)) ? [] : index));
  if (unknown.length > 0) throw new UnknownTags(unknown, pointer);
  return tags;
}
