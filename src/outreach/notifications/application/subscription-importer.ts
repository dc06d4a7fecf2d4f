import { Injectable } from '@nestjs/common';
import { importMissing, type ImportRun, type Known, type RecordImporter } from '../../../project/index.js';
import type { ImportResult } from '../../../shared/imports.js';
import type { PortableSubscription } from '../../../shared/portable-records.js';
import { boolean, firstError, parseTimestamp, timestamp } from '../../../shared/rules.js';
import { type ImportedSubscription, SubscriptionRepository } from '../domain/subscription.repository.js';
import { permissions } from './permissions.js';

const rules = { subscribed: boolean, created_at: timestamp };

/** Imports subscriptions. One that exists is skipped, and so is one that was deleted here. */
@Injectable()
export class SubscriptionImporter implements RecordImporter<PortableSubscription> {
  constructor(private readonly subscriptions: SubscriptionRepository) {}

  async import(
    { access }: ImportRun,
    records: readonly PortableSubscription[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
    access.authorize(permissions.importSubscriptions);
    const valid: ImportedSubscription[] = [];
    const validKnown: Known[] = [];
    const failures = records.map(
      ({ feedback, person: userId, subscribed = true, created_at = '' }, index) => {
        const failure = firstError({ subscribed, created_at }, rules);
        if (failure) return failure;
        // Without feedback, it is a subscription to the changelog.
        const feedbackId = feedback || null;
        validKnown.push(known[index]);
        valid.push({ feedbackId, userId, subscribed, createdAt: parseTimestamp(created_at)! });
        return null;
      },
    );
    const results = await importMissing(valid, validKnown, (missing, checkOnly) =>
      this.subscriptions.import(access.projectId, missing, checkOnly),
    );
    return failures.map((failure) => (failure ? { outcome: failure } : results.shift()!));
  }
}
