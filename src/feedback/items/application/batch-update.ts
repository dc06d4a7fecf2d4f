import { Injectable } from '@nestjs/common';
import { ChangesUnfinished, maxChangeDuration, type ProjectAccess } from '../../../project/index.js';
import { Clock } from '../../../shared/clock.js';
import { Events } from '../../../shared/events.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { FeedbackRepository } from '../domain/feedback.repository.js';
import type { Feedback } from '../domain/feedback.js';
import { updateEvents } from './update-events.js';

/** The number of feedback records that one unit of work changes. It locks them. */
const batchSize = 100;

/** Changes any number of feedback records, in several units of work, so that others are not held up. */
@Injectable()
export class BatchUpdate {
  constructor(
    private readonly feedback: FeedbackRepository,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes feedback, merged or not, with the events of single updates, until none is found.
   *
   * @param find returns the ids of some of the feedback that has to change
   * @param change changes one record; returns `false` if another request has changed it in the meantime
   * @throws ChangesUnfinished after 20 seconds, if there is more
   */
  async run(
    access: ProjectAccess,
    find: (limit: number) => Promise<string[]>,
    change: (feedback: Feedback) => boolean,
  ): Promise<void> {
    const end = this.clock.now().getTime() + maxChangeDuration;
    for (;;) {
      const ids = await find(batchSize);
      if (ids.length > 0) await this.changeAll(access, ids, change);
      if (ids.length < batchSize) return;
      if (this.clock.now().getTime() >= end) throw new ChangesUnfinished();
    }
  }

  private async changeAll(
    access: ProjectAccess,
    ids: readonly string[],
    change: (feedback: Feedback) => boolean,
  ): Promise<void> {
    await this.unitOfWork.run(async () => {
      const loaded = await this.feedback.loadAll(access.projectId, ids);
      const changed = loaded.filter(({ aggregate }) => change(aggregate));
      const saved = await this.feedback.saveAll(changed.map(({ aggregate }) => aggregate));
      await this.events.recordAll(
        saved.flatMap((after, index) => updateEvents(access, changed[index]!.before.record, after.record)),
      );
    });
  }
}
