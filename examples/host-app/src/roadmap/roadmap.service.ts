import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import {
  callerOf,
  FeedbackQueries,
  type FeedbackRecord,
  FeedbackService,
  HostTransaction,
  ProjectAccess,
  type ProjectGrant,
  type Role,
} from 'feedback-changelog-service';
import { DataSource, In } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { FeedbackBudget, RoadmapItem } from './roadmap-item.js';

/** An item with its feedback. */
export interface RoadmapRecord {
  readonly quarter: string;
  readonly state: string;
  /** In whole euros. */
  readonly budget: number | undefined;
  readonly feedback: FeedbackRecord;
}

@Injectable()
export class RoadmapService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly hostTransaction: HostTransaction,
    private readonly access: ProjectAccess,
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
  ) {}

  /** Creates an item, its feedback and its budget: all of them, or none. Returns the id of the feedback. */
  async plan(user: User, project: string, title: string, quarter: string, budget: number): Promise<string> {
    const grant = await this.grant(user, project, 'editor');
    return this.dataSource.transaction(async (manager) => {
      const { record } = await this.hostTransaction.run(manager, () =>
        this.feedback.submit(grant, { title }),
      );
      await manager.insert(RoadmapItem, RoadmapItem.plan(record.id, quarter));
      await manager.insert(FeedbackBudget, { feedbackId: record.id, budget });
      return record.id;
    });
  }

  /** Returns the newest 100 items that belong to a project. */
  async list(user: User, project: string): Promise<RoadmapRecord[]> {
    const { reader } = await this.grant(user, project, 'viewer');
    const { manager } = this.dataSource;
    const items = await manager.find(RoadmapItem, { order: { created: 'desc' }, take: 100 });
    const ids = items.map(({ feedbackId }) => feedbackId);
    const budgets = await manager.findBy(FeedbackBudget, { feedbackId: In(ids) });
    const records = await this.queries.findAll(reader, ids);
    return records.map((feedback) => ({
      ...items.find(({ feedbackId }) => feedbackId === feedback.id)!,
      budget: budgets.find(({ feedbackId }) => feedbackId === feedback.id)?.budget,
      feedback,
    }));
  }

  private grant({ id, admin }: User, project: string, role: Role): Promise<ProjectGrant> {
    return this.access.authorize(callerOf(id, { scope: 'admin', instanceAdmin: admin }), project, role);
  }
}
