import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import { Events, previousOf } from '../../shared/events.js';
import { Ids } from '../../shared/ids.js';
import { expectVersion, type Precondition, type Versioned } from '../../shared/records.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { TagNameTaken, TagNotFound } from '../domain/feedback.errors.js';
import { TagRepository } from '../domain/tag.repository.js';
import { Tag, tagKey } from '../domain/tag.js';
import type { TagRecord } from '../domain/feedback.js';
import { FeedbackQueries } from './feedback.queries.js';
import { permissions } from './permissions.js';

/** Changes to a tag. Omitted fields stay unchanged. */
export interface TagChanges {
  name?: string | undefined;
  color?: string | undefined;
}

/** Creates, updates and deletes the tags of a project. */
@Injectable()
export class TagService {
  constructor(
    private readonly tags: TagRepository,
    private readonly queries: FeedbackQueries,
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
    grant: ProjectGrant,
    name: string,
    changes: TagChanges,
  ): Promise<{ tag: TagRecord; created: boolean }> {
    grant.authorize(permissions.putTag);
    try {
      return await this.changeOrCreate(grant, name, changes);
    } catch (error) {
      const renames = changes.name !== undefined && tagKey(changes.name) !== tagKey(name);
      if (!(error instanceof TagNameTaken) || renames) throw error;
      // Another request has created the tag in the meantime: update it.
      return await this.changeOrCreate(grant, name, changes);
    }
  }

  /**
   * Deletes the tag and removes it from all feedback. This is a single event.
   *
   * @throws TagNotFound, PreconditionFailed
   */
  async remove(grant: ProjectGrant, name: string, precondition: Precondition = null): Promise<void> {
    grant.authorize(permissions.deleteTag);
    await this.unitOfWork.run(async () => {
      const tag = await this.tags.load(grant.projectId, name);
      if (!tag) throw new TagNotFound();
      if (precondition) expectVersion(precondition, await this.read(grant, name));
      await this.tags.remove(tag);
      await this.events.record(grant.event('tag.deleted', record(tag)));
    });
  }

  /** @throws TagNotFound */
  async read(grant: ProjectGrant, name: string): Promise<Versioned<TagRecord>> {
    grant.authorize(permissions.read);
    const tag = await this.queries.tag(grant.projectId, name);
    if (!tag) throw new TagNotFound();
    return tag;
  }

  private async changeOrCreate(
    grant: ProjectGrant,
    name: string,
    changes: TagChanges,
  ): Promise<{ tag: TagRecord; created: boolean }> {
    return this.unitOfWork.run(async () => {
      const existing = await this.tags.load(grant.projectId, name);
      if (existing) {
        const before = record(existing);
        existing.update(changes);
        await this.tags.save(existing);
        const after = record(existing);
        const previous = previousOf(before, after);
        if (previous) await this.events.record(grant.event('tag.updated', after, previous));
        return { tag: after, created: false };
      }
      if (changes.name !== undefined && tagKey(changes.name) !== tagKey(name)) throw new TagNotFound();
      const tag = Tag.create(this.ids.next(), grant.projectId, {
        name: changes.name ?? name,
        color: changes.color,
      });
      await this.tags.add(tag);
      await this.events.record(grant.event('tag.created', record(tag)));
      return { tag: record(tag), created: true };
    });
  }
}

function record({ name, color }: Tag): TagRecord {
  return { name, color };
}
