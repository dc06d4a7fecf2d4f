import { Injectable } from '@nestjs/common';
import { importFailure, type ImportRun, type RecordImporter } from '../../../project/index.js';
import type { ImportResult } from '../../../shared/imports.js';
import type { PortableVote } from '../../../shared/portable-records.js';
import { firstError, parseTimestamp, timestamp } from '../../../shared/rules.js';
import {
  FeedbackImportRepository,
  type ImportedVoters,
} from '../../items/domain/feedback-import.repository.js';
import { FeedbackImportEvents } from '../../items/application/feedback-import-events.js';
import { FeedbackPolicy } from '../../items/application/feedback-policy.js';
import { permissions } from '../../items/application/permissions.js';

/** Imports votes. A vote that exists is skipped, and one that the policy refuses fails. */
@Injectable()
export class VoteImporter implements RecordImporter<PortableVote> {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly importEvents: FeedbackImportEvents,
    private readonly policy: FeedbackPolicy,
  ) {}

  async import({ access, mode }: ImportRun, records: readonly PortableVote[]): Promise<ImportResult[]> {
    access.authorize(permissions.importVotes);
    const results: ImportResult[] = [];
    const allowed = new Map<number, PortableVote>();
    for (const [index, { feedback, person, created_at = '', ...record }] of records.entries()) {
      const operation = { useCase: 'castVote', access, feedbackId: feedback, userId: person } as const;
      const failure =
        firstError({ created_at }, { created_at: timestamp }) ??
        (await this.policy.before(operation).then(() => null, importFailure));
      results.push({ outcome: failure ?? 'created' });
      if (failure) continue;
      const createdAt = parseTimestamp(created_at)!.toISOString();
      allowed.set(index, { ...record, feedback, person, created_at: createdAt });
    }
    const votes = [...allowed.values()];
    if (votes.length === 0) return results;
    const areNew = await this.repository.addVotes(votes, mode.dryRun);
    for (const [position, index] of [...allowed.keys()].entries()) {
      if (!areNew[position]) results[index] = { outcome: 'skipped' };
    }
    const added = votes.filter((_, position) => areNew[position]);
    if (mode.notify) await this.importEvents.recordVotes(access, 'feedback.upvoted', added);
    return results;
  }

  /**
   * Removes imported votes that the source no longer has. Votes that users cast here stay.
   *
   * @param voters all users who voted for feedback there
   * @returns the number of removed votes by the id of the feedback
   */
  async removeOthers(
    { access, mode }: ImportRun,
    voters: readonly ImportedVoters[],
  ): Promise<Map<string, number>> {
    access.authorize(permissions.importVotes);
    const removed = await this.repository.removeVotes(voters, mode.dryRun);
    if (mode.notify) await this.importEvents.recordVotes(access, 'feedback.upvote_removed', removed);
    const counts = new Map<string, number>();
    for (const { feedback } of removed) counts.set(feedback, (counts.get(feedback) ?? 0) + 1);
    return counts;
  }
}
