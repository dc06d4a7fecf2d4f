import { Injectable } from '@nestjs/common';
import { Events, previousOf } from '../../../shared/events.js';
import { Ids } from '../../../shared/ids.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type TagRecord,
  type Versioned,
} from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { TagNameTaken, TagNotFound, UnknownTags } from '../domain/tag.errors.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey } from '../domain/tag.js';
import { permissions } from '../../access/application/permissions.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { TagQueries } from './tag.queries.js';

/** Changes to a tag. Omitted fields stay unchanged. */
export interface TagChanges {
  name?: string | undefined;
  color?: string | undefined;
}

/** Reads and changes the tags of a project, which its feedback and its changelog entries can have. */
@Injectable()
export class TagService {
  constructor(
    private readonly tags: TagRepository,
    private readonly queries: TagQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /**
   * Updates the tag with this name, or creates it. A `name` in the changes renames it.
   *
   * @throws TagNameTaken; TagNotFound when the tag to rename does not exist;
   * InvalidInput when a value violates a rule
   */
  async put(
    access: ProjectAccess,
    name: string,
    changes: TagChanges,
  ): Promise<{ tag: TagRecord; created: boolean }> {
    access.authorize(permissions.putTag);
    try {
      return await this.changeOrCreate(access, name, changes);
    } catch (error) {
      const renames = changes.name !== undefined && tagKey(changes.name) !== tagKey(name);
      if (!(error instanceof TagNameTaken) || renames) throw error;
      // Another request has created the tag in the meantime: update it.
      return await this.changeOrCreate(access, name, changes);
    }
  }

  /**
   * Deletes the tag and removes it from all feedback and changelog entries. This is a single event.
   *
   * @throws TagNotFound, PreconditionFailed
   */
  async remove(access: ProjectAccess, name: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.deleteTag);
    await this.unitOfWork.run(async () => {
      const tag = await this.tags.load(access.projectId, name);
      if (!tag) throw new TagNotFound();
      if (precondition) expectVersion(precondition, await this.read(access, name));
      await this.tags.remove(tag);
      await this.events.record(access.event('tag.deleted', record(tag)));
    });
  }

  /** Returns a page of the tags, sorted by name. */
  async list(access: ProjectAccess, page: PageRequest): Promise<Page<TagRecord>> {
    access.authorize(permissions.read);
    return this.queries.list(access.projectId, page);
  }

  /**
   * Returns the ids of the tags with these names, without duplicates. They cannot be deleted until the unit of work ends.
   *
   * @param pointer JSON Pointer to the names in the input
   * @throws UnknownTags
   */
  async idsOf(access: ProjectAccess, names: readonly string[], pointer = '/tags'): Promise<string[]> {
    access.authorize(permissions.read);
    if (names.length === 0) return [];
    const tags = await this.tags.find(access.projectId, names);
    const known = new Set(tags.map(({ nameKey }) => nameKey));
    const unknown = names.flatMap((name, index) => (known.has(tagKey(name)) ? [] : index));
    if (unknown.length > 0) throw new UnknownTags(unknown, pointer);
    return tags.map(({ id }) => id);
  }

  /** @throws TagNotFound */
  async read(access: ProjectAccess, name: string): Promise<Versioned<TagRecord>> {
    access.authorize(permissions.read);
    const tag = await this.queries.find(access.projectId, name);
    if (!tag) throw new TagNotFound();
    return tag;
  }

  private async changeOrCreate(
    access: ProjectAccess,
    name: string,
    changes: TagChanges,
  ): Promise<{ tag: TagRecord; created: boolean }> {
    return this.unitOfWork.run(async () => {
      const existing = await this.tags.load(access.projectId, name);
      if (existing) {
        const before = record(existing);
        existing.update(changes);
        await this.tags.save(existing);
        const after = record(existing);
        const previous = previousOf(before, after);
        if (previous) await this.events.record(access.event('tag.updated', after, previous));
        return { tag: after, created: false };
      }
      if (changes.name !== undefined && tagKey(changes.name) !== tagKey(name)) throw new TagNotFound();
      const tag = Tag.create(this.ids.next(), access.projectId, {
        name: changes.name ?? name,
        color: changes.color,
      });
      await this.tags.add(tag);
      await this.events.record(access.event('tag.created', record(tag)));
      return { tag: record(tag), created: true };
    });
  }
}

function record({ name, color }: Tag): TagRecord {
  return { name, color };
}
