import { Injectable } from '@nestjs/common';
import { type ProjectGrant, statusKeyRules } from '../../project/index.js';
import { Ids } from '../../shared/ids.js';
import type { ImportMode, ImportOutcome } from '../../shared/imports.js';
import { firstError, parseTimestamp, timestamp } from '../../shared/rules.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import { StatusChangeImportRepository } from '../domain/status-change-import.repository.js';
import { permissions } from './permissions.js';

/** A former change of the status of feedback. Its values are not checked yet. */
export interface StatusChangeToImport {
  /** Null if it is not stored yet, in a dry run. */
  readonly feedbackId: string | null;
  /** Keys of statuses, which the project may no longer have. */
  readonly from: string;
  readonly to: string;
  /** Id of the user who changed it; null if that is not stored yet, in a dry run. */
  readonly userId: string | null;
  /** Id of the comment that explains it; null if there is none, or it is not stored yet. */
  readonly commentId: string | null;
  readonly createdAt: string;
}

const rules = { from: statusKeyRules, to: statusKeyRules, createdAt: timestamp };

/** Stores former changes of the status of feedback. They are history, so no events are recorded. */
@Injectable()
export class StatusChangeImportService {
  constructor(
    private readonly repository: StatusChangeImportRepository,
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: Ids,
  ) {}

  /** Creates the changes that do not exist. Returns the outcomes in the order of the changes. */
  async import(
    grant: ProjectGrant,
    changes: readonly StatusChangeToImport[],
    { dryRun }: Pick<ImportMode, 'dryRun'>,
  ): Promise<ImportOutcome[]> {
    grant.authorize(permissions.importFeedback);
    const outcomes = changes.map(
      ({ from, to, createdAt }): ImportOutcome => firstError({ from, to, createdAt }, rules) ?? 'created',
    );
    const known = [...changes.entries()].flatMap(([index, change]) => {
      const { feedbackId, userId } = change;
      if (outcomes[index] !== 'created' || feedbackId === null || userId === null) return [];
      const { from, to, commentId } = change;
      const createdAt = parseTimestamp(change.createdAt)!;
      return { index, change: { id: this.ids.next(), feedbackId, from, to, userId, commentId, createdAt } };
    });
    if (known.length === 0) return outcomes;
    return this.unitOfWork.run(async () => {
      const isNew = await this.repository.add(
        known.map(({ change }) => change),
        dryRun,
      );
      for (const [position, { index }] of known.entries()) {
        if (!isNew[position]) outcomes[index] = 'skipped';
      }
      return outcomes;
    });
  }
}
