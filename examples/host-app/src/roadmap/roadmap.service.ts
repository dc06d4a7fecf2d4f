import { Injectable } from '@nestjs/common';
import {
  callerOf,
  FeedbackQueries,
  type FeedbackRecord,
  FeedbackService,
  HostTransaction,
  ProjectAccess,
  type ProjectGrant,
} from 'feedback-changelog-service';
import { DataSource } from 'typeorm';
import type { User } from '../users/user.entity.js';
import { RoadmapItem } from './roadmap-item.js';

export type Plan = Pick<RoadmapItem, 'quarter' | 'budget' | 'confidential'> & { title: string };

type Item = Pick<RoadmapItem, 'quarter' | 'budget' | 'state'> & { id: string };
export type ItemWithFeedback = Item & { feedback: FeedbackRecord | undefined };

const dearest = `
  select f.id, i.quarter, i.budget, i.state
  from public.roadmap_items i join feedback.feedback_records_v1 f on f.id = i.feedback_id
  where f.project_id = $1 and f.approval = 'approved' and f.merged_into is null
  order by i.budget desc, i.feedback_id limit 100`;

@Injectable()
export class RoadmapService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly hostTransaction: HostTransaction,
    private readonly access: ProjectAccess,
    private readonly feedback: FeedbackService,
    private readonly queries: FeedbackQueries,
  ) {}

  /** Creates an item and its feedback: both, or neither. Returns the id of the feedback. */
  async plan(user: User, project: string, { title, ...plan }: Plan): Promise<string> {
    const grant = await this.grant(user, project, 'editor');
    return this.dataSource.transaction(async (manager) => {
      const submit = () => this.feedback.submit(grant, { title });
      const { record } = await this.hostTransaction.run(manager, submit);
      await manager.insert(RoadmapItem, { ...plan, feedbackId: record.id });
      return record.id;
    });
  }

  /** Returns those of the 100 dearest items of a project whose feedback the user sees. */
  async list(user: User, project: string): Promise<ItemWithFeedback[]> {
    const { projectId, reader } = await this.grant(user, project, 'viewer');
    const items = await this.dataSource.query<Item[]>(dearest, [projectId]);
    const ids = items.map(({ id }) => id);
    // The view has all feedback, and `findAll` returns only what the reader may see.
    const visible = await this.queries.findAll(reader, ids);
    const all = items.map((item) => ({ ...item, feedback: visible.find(({ id }) => id === item.id) }));
    return all.filter(({ feedback }) => feedback);
  }

  private grant({ id, admin }: User, project: string, role: 'viewer' | 'editor'): Promise<ProjectGrant> {
    return this.access.authorize(callerOf(id, { scope: 'admin', instanceAdmin: admin }), project, role);
  }
}
