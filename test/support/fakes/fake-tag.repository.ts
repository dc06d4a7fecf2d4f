import { TagNameTaken } from '../../../src/feedback/domain/feedback.errors.js';
import { type Tag, tagKey } from '../../../src/feedback/domain/tag.js';
import { TagRepository } from '../../../src/feedback/domain/tag.repository.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import type { Memory } from './memory.js';

export class FakeTagRepository extends TagRepository {
  constructor(private readonly memory: Memory) {
    super();
  }

  override async findByNames(projectId: string, names: readonly string[]): Promise<Tag[]> {
    const keys = names.map(tagKey);
    return this.memory.tags.lock(
      (tag) => tag.projectId === projectId && keys.includes(tag.nameKey),
      'key share',
    );
  }

  override async load(projectId: string, name: string): Promise<Tag | null> {
    const [tag = null] = await this.memory.tags.lock(
      (each) => each.projectId === projectId && each.nameKey === tagKey(name),
      'update',
    );
    return tag;
  }

  override async add(tag: Tag): Promise<void> {
    await this.memory.projects.checkReference(tag.projectId, ProjectNotFound);
    await this.save(tag);
  }

  override async save(tag: Tag): Promise<void> {
    await this.memory.tags.put(tag.id, tag, TagNameTaken);
  }

  override async remove(tag: Tag): Promise<void> {
    const { tags, feedback } = this.memory;
    await tags.remove(tag.id);
    for (const tagged of await feedback.lock(({ tagIds }) => tagIds.includes(tag.id))) {
      tagged.tagWith(tagged.tagIds.filter((id) => id !== tag.id));
      await feedback.put(tagged.id, tagged);
    }
  }
}
