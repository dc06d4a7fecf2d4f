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
    return this.memory.tags.where((tag) => tag.projectId === projectId && keys.includes(tag.nameKey));
  }

  override async load(projectId: string, name: string): Promise<Tag | null> {
    return (await this.findByNames(projectId, [name]))[0] ?? null;
  }

  override async add(tag: Tag): Promise<void> {
    if (!this.memory.projects.get(tag.projectId)) throw new ProjectNotFound();
    await this.save(tag);
  }

  override async save(tag: Tag): Promise<void> {
    const other = await this.load(tag.projectId, tag.name);
    if (other && other.id !== tag.id) throw new TagNameTaken();
    this.memory.tags.put(tag.id, tag);
  }

  override async remove(tag: Tag): Promise<void> {
    const { tags, feedback } = this.memory;
    tags.remove(tag.id);
    for (const tagged of feedback.where(({ tagIds }) => tagIds.includes(tag.id))) {
      tagged.tagWith(tagged.tagIds.filter((id) => id !== tag.id));
      feedback.put(tagged.id, tagged);
    }
  }
}
