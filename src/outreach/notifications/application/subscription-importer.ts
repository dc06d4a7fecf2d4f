import { Injectable } from '@nestjs/common';
import type { ImportRun, RecordImporter } from '../../../project/index.js';
import type { ImportResult } from '../../../shared/imports.js';
import type { PortableSubscription } from '../../../shared/portable-records.js';
import { boolean, firstError, parseTimestamp, timestamp } from '../../../shared/rules.js';
import { type ImportedSubscription, SubscriptionRepository } from '../domain/subscription.repository.js';
import { permissions } from './permissions.js';

const rules = { subscribed: boolean, created_at: timestamp };

/** Imports subscriptions. One that exists is skipped. */
@Injectable()
export class SubscriptionImporter implements RecordImporter<PortableSubscription> {
  constructor(private readonly subscriptions: SubscriptionRepository) {}

  async import(
    { access, mode }: ImportRun,
    records: readonly PortableSubscription[],
  ): Promise<ImportResult[]> {
    access.authorize(permissions.importSubscriptions);
    const valid: ImportedSubscription[] = [];
    const failures = records.map(({ feedback, person: userId, subscribed = true, created_at = '' }) => {
      const failure = firstError({ subscribed, created_at }, rules);
      if (failure) return failure;
      // Without feedback, it is a subscription to the changelog.
      const feedbackId = feedback || null;
      valid.push({ feedbackId, userId, subscribed, createdAt: parseTimestamp(created_at)! });
      return null;
    });
    const areNew = await this.subscriptions.import(access.projectId, valid, mode.dryRun);
    return failures.map((failure) => ({ outcome: failure ?? (areNew.shift() ? 'created' : 'skipped') }));
  }
}
