import { Injectable } from '@nestjs/common';
import type { ProjectGrant } from '../../project/index.js';
import type { SubscriptionImport, SubscriptionToImport } from '../../project-import/index.js';
import type { ImportMode, ImportOutcome } from '../../shared/imports.js';
import { boolean, firstError, parseTimestamp, timestamp } from '../../shared/rules.js';
import { type ImportedSubscription, SubscriptionRepository } from '../domain/subscription.repository.js';
import { permissions } from './permissions.js';

const rules = { subscribed: boolean, createdAt: timestamp };

/** Stores the subscriptions of an exported project. */
@Injectable()
export class SubscriptionImportService implements SubscriptionImport {
  constructor(private readonly subscriptions: SubscriptionRepository) {}

  async import(
    grant: ProjectGrant,
    given: readonly SubscriptionToImport[],
    { dryRun }: ImportMode,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importSubscriptions);
    const outcomes = given.map(
      ({ subscribed, createdAt = '' }): ImportOutcome =>
        firstError({ subscribed, createdAt }, rules) ?? 'created',
    );
    const valid: { readonly index: number; readonly subscription: ImportedSubscription }[] = [];
    for (const [index, { feedbackId, userId, subscribed = true, createdAt = '' }] of given.entries()) {
      // In a dry run, the feedback or the user may not be stored yet.
      if (outcomes[index] !== 'created' || feedbackId === '' || userId === null) continue;
      const subscription = { feedbackId, userId, subscribed, createdAt: parseTimestamp(createdAt)! };
      valid.push({ index, subscription });
    }
    const subscriptions = valid.map(({ subscription }) => subscription);
    const areNew = await this.subscriptions.import(grant.projectId, subscriptions, dryRun);
    for (const [position, { index }] of valid.entries()) {
      if (!areNew[position]) outcomes[index] = 'skipped';
    }
    return outcomes;
  }
}
