import { Injectable } from '@nestjs/common';
import {
  callerOf,
  FeedbackQueries,
  type FeedbackRecord,
  FeedbackService,
  HostTransaction,
  ProjectAuthorizer,
  type ProjectAccess,
} from 'feedback-changelog-service';
import { Conditions, type KeysetList, onlyVisible, Sql } from 'feedback-changelog-service/kit';
import { DataSource } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { RoadmapItem } from './roadmap-item.js';

export type Plan = Pick<RoadmapItem, 'quarter' | 'budget' | 'confidential'> & { title: string };
type Item = Pick<RoadmapItem, 'quarter' | 'budget' | 'state'> & { id: string };
export type ItemWithFeedback = Item & { feedback: FeedbackRecord | undefined };

/** The items with their feedback, named `feedback`, the dearest first. */
const dearest: Omit<KeysetList<Item>, 'where' | 'values'> = {
  select: 'feedback.id, i.quarter, i.budget, i.state',
  from: 'public.roadmap_items i join feedback_records_v1 feedback on feedback.id = i.feedback_id',
  order: [
    { sql: 'i.budget', type: 'integer' },
    { sql: 'i.feedback_id', type: 'uuid' },
  ],
  descending: true,
};

@Injectable()
export class RoadmapService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hostTransaction: HostTransaction,
    private readonly authorizer: ProjectAuthorizer,
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
    private readonly sql: Sql,
  ) {}

  /** Creates an item and its feedback: both, or neither. Returns the id of the feedback. */
  async plan(user: User, project: string, { title, ...plan }: Plan): Promise<string> {
    const access = await this.access(user, project, 'editor');
    return this.dataSource.transaction(async (manager) => {
      const submit = () => this.feedback.create(access, { title });
      const { record } = await this.hostTransaction.run(manager, submit);
      await manager.insert(RoadmapItem, { ...plan, feedbackId: record.id });
      return record.id;
    });
  }

  /** Returns the 100 dearest items of a project whose feedback the user sees. */
  async list(user: User, project: string): Promise<ItemWithFeedback[]> {
    const { reader } = await this.access(user, project, 'viewer');
    const listed = new Conditions(["feedback.approval = 'approved'", 'feedback.merged_into is null']);
    const { where, values } = onlyVisible(reader, listed);
    const page = { limit: 100, count: false };
    const { records } = await this.sql.page<Item>({ ...dearest, where, values }, page);
    const ids = records.map(({ id }) => id);
    const feedback = await this.queries.findAll(reader, ids);
    return records.map((item) => ({ ...item, feedback: feedback.find(({ id }) => id === item.id) }));
  }

  private access({ id, admin }: User, project: string, role: 'viewer' | 'editor'): Promise<ProjectAccess> {
    return this.authorizer.authorize(callerOf(id, { scope: 'admin', instanceAdmin: admin }), project, role);
  }
}
