import { Injectable } from '@nestjs/common';
import {
  importFailure,
  importMissing,
  type ImportRun,
  type Known,
  type RecordImporter,
} from '../../../project/index.js';
import type { ImportResult } from '../../../shared/imports.js';
import type { PortableVote } from '../../../shared/portable-records.js';
import { firstError, parseTimestamp, timestamp } from '../../../shared/rules.js';
import {
  FeedbackImportRepository,
  type ImportedVoters,
} from '../../items/domain/feedback-import.repository.js';
import { FeedbackImportEvents } from '../../items/application/feedback-import-events.js';
import { FeedbackPolicy } from '../../items/application/feedback-policy.js';
import { permissions } from './permissions.js';

/** Imports votes. A vote that exists, or that was withdrawn here, is skipped, and one that the policy refuses fails. */
@Injectable()
export class VoteImporter implements RecordImporter<PortableVote> {
  constructor(
    private readonly repository: FeedbackImportRepository,
    private readonly importEvents: FeedbackImportEvents,
    private readonly policy: FeedbackPolicy,
  ) {}

  async import(
    { access, mode }: ImportRun,
    records: readonly PortableVote[],
    known: readonly Known[],
  ): Promise<ImportResult[]> {
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
    const [indexes, votes] = [[...allowed.keys()], [...allowed.values()]];
    const imported = indexes.map((index) => known[index]);
    const added: PortableVote[] = [];
    const stored = await importMissing(votes, imported, (missing, checkOnly) =>
      this.repository.addVotes(missing, checkOnly),
    );
    for (const [position, index] of indexes.entries()) {
      results[index] = stored[position]!;
      if (results[index].outcome === 'created') added.push(votes[position]!);
    }
    if (mode.notify) await this.importEvents.recordVotes(access, 'feedback.upvoted', added);
    return results;
  }

  /**
   * Removes imported votes that the source no longer has. Votes that users cast here stay.
   *
   * @param voters all users who voted for feedback there
   * @returns the number of removed votes by the id of the feedback
   */
  async removeOthers(run: ImportRun, voters: readonly ImportedVoters[]): Promise<Map<string, number>> {
    const { access, mode } = run;
    access.authorize(permissions.importVotes);
    const removed = await this.repository.removeVotes(voters);
    const keys = removed.map(({ feedback, person }) => JSON.stringify([feedback, person]));
    await run.forget('vote', keys);
    if (mode.notify) await this.importEvents.recordVotes(access, 'feedback.upvote_removed', removed);
    const counts = new Map<string, number>();
    for (const { feedback } of removed) counts.set(feedback, (counts.get(feedback) ?? 0) + 1);
    return counts;
  }
}
