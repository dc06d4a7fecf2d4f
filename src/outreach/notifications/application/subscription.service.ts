import { Injectable } from '@nestjs/common';
import { UserNotFound, UserService } from '../../../identity/index.js';
import { FeedbackService } from '../../../feedback/index.js';
import { PeopleService, type ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import type { Page, PageRequest, Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { NotSubscribed } from '../domain/subscription.errors.js';
import { SubscriptionRepository } from '../domain/subscription.repository.js';
import { permissions } from './permissions.js';
import { type SubscriberRecord, SubscriptionQueries } from './subscription.queries.js';

/** What a use case that subscribes returns. */
interface Subscribed {
  readonly subscriber: Versioned<SubscriberRecord>;
  readonly created: boolean;
}

/** Subscribes users to feedback and to changelogs: everyone who can read a project themselves, editors also other users. */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly subscriptions: SubscriptionRepository,
    private readonly queries: SubscriptionQueries,
    private readonly feedback: FeedbackService,
    private readonly users: UserService,
    private readonly people: PeopleService,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Returns a page of the subscribers of feedback, oldest subscription first.
   *
   * @throws FeedbackNotFound, FeedbackMerged
   */
  async list(access: ProjectAccess, feedbackId: string, page: PageRequest): Promise<Page<SubscriberRecord>> {
    access.authorize(permissions.listSubscribers);
    return this.queries.list(await this.feedback.group(access, feedbackId), page);
  }

  /** @throws FeedbackNotFound, FeedbackMerged, NotSubscribed */
  async read(
    access: ProjectAccess,
    feedbackId: string,
    userId: string,
  ): Promise<Versioned<SubscriberRecord>> {
    access.authorize(permissions.readSubscription);
    requireOwn(access, userId);
    return found(await this.queries.find(await this.feedback.group(access, feedbackId), userId));
  }

  /**
   * Subscribes a user to feedback. Subscribing again changes nothing.
   *
   * @throws FeedbackNotFound, FeedbackMerged; UserNotFound also when the caller cannot name the user by id
   */
  async subscribe(access: ProjectAccess, feedbackId: string, userId: string): Promise<Subscribed> {
    access.authorize(permissions.subscribe);
    requireOwn(access, userId);
    return this.unitOfWork.run(async () => {
      const group = await this.feedback.group(access, feedbackId);
      const subscriber = await this.queries.find(group, userId);
      if (subscriber) return { subscriber, created: false };
      await this.requireNameable(access, userId);
      await this.subscriptions.add(access.projectId, group[0]!, userId, this.clock.now());
      return { subscriber: found(await this.queries.find(group, userId)), created: true };
    });
  }

  /**
   * Unsubscribes a user from feedback and from what is merged into it. What they do later does not subscribe them again. Users
   * who are not subscribed can unsubscribe too.
   *
   * @throws FeedbackNotFound, FeedbackMerged; UserNotFound also when the caller cannot name the user by id
   */
  async unsubscribe(access: ProjectAccess, feedbackId: string, userId: string): Promise<void> {
    access.authorize(permissions.unsubscribe);
    requireOwn(access, userId);
    await this.unitOfWork.run(async () => {
      const group = await this.feedback.group(access, feedbackId);
      if (!(await this.queries.find(group, userId))) await this.requireNameable(access, userId);
      await this.subscriptions.remove(access.projectId, group[0]!, userId, this.clock.now());
    });
  }

  /**
   * Unsubscribes a user who has no token, but proves otherwise that it is them, for example by a link that they received.
   *
   * @param feedbackId null for the changelog of the project
   * @throws FeedbackNotFound, UserNotFound
   */
  async unsubscribeWithoutGrant(projectId: string, feedbackId: string | null, userId: string): Promise<void> {
    await this.unitOfWork.run(() =>
      feedbackId === null
        ? this.subscriptions.removeFromChangelog(projectId, userId)
        : this.subscriptions.remove(projectId, feedbackId, userId, this.clock.now()),
    );
  }

  /** Returns the caller's subscription to the changelog. @throws NotSubscribed */
  async readOfChangelog(access: ProjectAccess): Promise<Versioned<SubscriberRecord>> {
    access.authorize(permissions.readChangelogSubscription);
    return found(await this.queries.findOfChangelog(access.projectId, access.caller.userId));
  }

  /** Subscribes the caller to the changelog. Subscribing again changes nothing. @throws ProjectNotFound */
  async subscribeToChangelog(access: ProjectAccess): Promise<Subscribed> {
    access.authorize(permissions.subscribeToChangelog);
    const { projectId, caller } = access;
    return this.unitOfWork.run(async () => {
      const subscriber = await this.queries.findOfChangelog(projectId, caller.userId);
      if (subscriber) return { subscriber, created: false };
      await this.subscriptions.addToChangelog(projectId, caller.userId, this.clock.now());
      return {
        subscriber: found(await this.queries.findOfChangelog(projectId, caller.userId)),
        created: true,
      };
    });
  }

  /** Unsubscribes the caller from the changelog. */
  async unsubscribeFromChangelog(access: ProjectAccess): Promise<void> {
    access.authorize(permissions.unsubscribeFromChangelog);
    const { projectId, caller } = access;
    await this.unitOfWork.run(() => this.subscriptions.removeFromChangelog(projectId, caller.userId));
  }

  /** @throws UserNotFound when the user does not exist, or the caller cannot name them by id */
  private async requireNameable(access: ProjectAccess, userId: string): Promise<void> {
    if (!(await this.users.isKnown(userId))) throw new UserNotFound();
    // Viewers name only themselves.
    const isOther = userId !== access.caller.userId;
    if (isOther && (await this.people.belongsToOtherProjects(access, userId))) throw new UserNotFound();
  }
}

function found(subscriber: Versioned<SubscriberRecord> | null): Versioned<SubscriberRecord> {
  if (!subscriber) throw new NotSubscribed();
  return subscriber;
}

function requireOwn(access: ProjectAccess, userId: string): void {
  if (userId !== access.caller.userId) access.require('editor', 'Access to the subscriptions of other users');
}
