import { Injectable } from '@nestjs/common';
import { ProjectContents } from '../../../project/index.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { type RevenueChange, RevenueRepository } from '../domain/revenue.repository.js';

/** The numbers of users and of feedback records that one transaction handles. */
const [usersAtOnce, feedbackAtOnce] = [100, 500];

/** The number of transactions of one run. */
const maxBatches = 100;

/** Keeps the sums of the companies that want feedback up to date, some seconds after what they are computed from has changed. */
@Injectable()
export class RevenueService extends ProjectContents {
  constructor(
    private readonly revenue: RevenueRepository,
    private readonly unitOfWork: UnitOfWork,
  ) {
    super();
  }

  override async companyChanged(projectId: string, externalId: string): Promise<void> {
    await this.revenue.markCompany(projectId, externalId);
  }

  override async userMoved(userId: string): Promise<void> {
    await this.revenue.markUser(userId);
  }

  /** Lets all sums of a project be computed again, after changes without events. */
  async projectChanged(projectId: string): Promise<void> {
    await this.revenue.markProject(projectId);
  }

  /** Computes the sums that are stale. One that is interrupted leaves the rest to the next run, in any process. */
  async refreshStale(): Promise<void> {
    for (let batch = 0; batch < maxBatches && (await this.revenue.hasStale()); batch += 1) {
      await this.unitOfWork.run(async () => {
        await this.revenue.lock();
        await this.revenue.expandUsers(usersAtOnce);
        await this.revenue.refresh(await this.revenue.takeStale(feedbackAtOnce));
      });
    }
  }

  /** Computes the sums of feedback, and returns those that were wrong: stale ones are not. */
  async check(feedbackIds: readonly string[]): Promise<RevenueChange[]> {
    return this.unitOfWork.run(async () => {
      await this.revenue.lock();
      const changes = await this.revenue.refresh(feedbackIds);
      // Afterwards, so that every change that the sums include has left its event or mark. The lock keeps the marks.
      const stale = await this.revenue.findStale(changes.map(({ feedbackId }) => feedbackId));
      return changes.filter(({ feedbackId }) => !stale.includes(feedbackId));
    });
  }
}
