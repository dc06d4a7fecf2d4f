import { Injectable } from '@nestjs/common';
import { UserService } from '../../identity/index.js';
import type { ProjectGrant } from '../../project/index.js';
import { Clock } from '../../shared/clock.js';
import { Ids } from '../../shared/ids.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { FeedbackNotFound, UnknownTags, UnknownUser } from '../domain/feedback.errors.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import { Feedback, firstStatus, type Status } from '../domain/feedback.js';
import { TagRepository } from '../domain/tag.repository.js';
import { tagKey } from '../domain/tag.js';
import { FeedbackQueries, type FeedbackRecord } from './feedback.queries.js';

/** What is submitted. Editors may also say when, with which status and tags, and for whom. */
export interface Submission {
  title: string;
  description?: string | undefined;
  status?: Status | undefined;
  /** Names of tags. */
  tags?: readonly string[] | undefined;
  createdAt?: Date | undefined;
  userId?: string | undefined;
  /** In place of `userId`: found by e-mail address, or registered. */
  user?: { email: string; fullName?: string | undefined; avatarUrl?: string | undefined } | undefined;
}

/** What may be changed of feedback. A field left out stays as it is. */
export interface FeedbackChanges {
  title?: string | undefined;
  description?: string | undefined;
  status?: Status | undefined;
  /** Names of tags: these and no others. */
  tags?: readonly string[] | undefined;
}

/** Submits, changes and removes feedback: contributors their own, editors all. */
@Injectable()
export class FeedbackService {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly tags: TagRepository,
    private readonly queries: FeedbackQueries,
    private readonly users: UserService,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws InvalidInput where a value breaks a rule, or a tag or user is unknown; InsufficientRole where only an editor
   * may say so; ProjectNotFound
   */
  async submit(grant: ProjectGrant, submission: Submission): Promise<FeedbackRecord> {
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const tagIds = await this.tagIds(projectId, submission.tags ?? []);
      if (tagIds.length > 0) grant.require('editor', 'Setting tags', '/tags');
      if ((submission.status ?? firstStatus) !== firstStatus) {
        grant.require('editor', 'Setting the status', '/status');
      }
      if (submission.createdAt) grant.require('editor', 'Setting the time of creation', '/created_at');
      const feedback = Feedback.submit(
        {
          id: this.ids.next(),
          projectId,
          userId: await this.submitter(grant, submission),
          createdAt: submission.createdAt ?? this.clock.now(),
        },
        { title: submission.title, description: submission.description, status: submission.status },
        tagIds,
      );
      await this.feedback.add(feedback);
      return this.read(projectId, feedback.id);
    });
  }

  /**
   * @throws FeedbackNotFound; InvalidInput where a value breaks a rule or a tag is unknown; InsufficientRole where only
   * an editor may change it so
   */
  async revise(grant: ProjectGrant, id: string, changes: FeedbackChanges): Promise<FeedbackRecord> {
    const { projectId } = grant;
    return this.unitOfWork.run(async () => {
      const feedback = await this.loadForChange(grant, id);
      if (changes.tags !== undefined) {
        const tagIds = await this.tagIds(projectId, changes.tags);
        if (!feedback.hasTags(tagIds)) {
          grant.require('editor', 'Setting tags', '/tags');
          feedback.tagWith(tagIds);
        }
      }
      if (changes.status !== undefined && changes.status !== feedback.status) {
        grant.require('editor', 'Setting the status', '/status');
        feedback.moveTo(changes.status);
      }
      feedback.revise({ title: changes.title, description: changes.description });
      await this.feedback.save(feedback);
      return this.read(projectId, id);
    });
  }

  /** @throws FeedbackNotFound, InsufficientRole */
  async remove(grant: ProjectGrant, id: string): Promise<void> {
    await this.unitOfWork.run(async () => this.feedback.remove(await this.loadForChange(grant, id)));
  }

  /** @throws FeedbackNotFound */
  async read(projectId: string, id: string): Promise<FeedbackRecord> {
    const feedback = await this.queries.find(projectId, id);
    if (!feedback) throw new FeedbackNotFound();
    return feedback;
  }

  private async loadForChange(grant: ProjectGrant, id: string): Promise<Feedback> {
    const feedback = await this.feedback.load(grant.projectId, id);
    if (!feedback) throw new FeedbackNotFound();
    if (feedback.userId !== grant.caller.userId) {
      grant.require('editor', 'Changing or deleting the feedback of others');
    }
    return feedback;
  }

  private async submitter(grant: ProjectGrant, { userId, user }: Submission): Promise<string> {
    const own = grant.caller.userId;
    if (userId !== undefined && userId.toLowerCase() !== own) {
      grant.require('editor', 'Acting for another user', '/user_id');
      if (!(await this.users.isKnown(userId))) throw new UnknownUser();
      return userId.toLowerCase();
    }
    if (user) {
      const found = await this.users.findOrRegister(user);
      if (found.user.id !== own) grant.require('editor', 'Acting for another user', '/user');
      return found.user.id;
    }
    return own;
  }

  /** Ids of the tags with these names, each once. */
  private async tagIds(projectId: string, names: readonly string[]): Promise<string[]> {
    if (names.length === 0) return [];
    const tags = await this.tags.findByNames(projectId, names);
    const known = new Set(tags.map(({ nameKey }) => nameKey));
    const unknown = names.flatMap((name, index) => (known.has(tagKey(name)) ? [] : index));
    if (unknown.length > 0) throw new UnknownTags(unknown);
    return tags.map(({ id }) => id);
  }
}
