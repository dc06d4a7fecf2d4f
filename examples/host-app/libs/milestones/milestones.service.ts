import { Injectable, type OnModuleInit } from '@nestjs/common';
import {
  check,
  Clock,
  Events,
  expectVersion,
  Ids,
  Jobs,
  type Page,
  type PageRequest,
  type Precondition,
  previousOf,
  type ProjectAccess,
  type ProjectPermission,
  UnitOfWork,
  type Versioned,
} from 'feedback-changelog-service/kit';
import { MilestoneNotFound, type MilestoneRecord, milestoneRules } from './milestone.js';
import { MilestonesStore, type MilestoneValues } from './milestones.store.js';

/** What the use cases require. Their operations require the same. */
export const permissions = {
  read: { role: 'viewer', scope: 'read' },
  createMilestone: { role: 'editor', scope: 'write' },
  updateMilestone: { role: 'editor', scope: 'write' },
} satisfies Record<string, ProjectPermission>;

/** The job that reports a milestone whose date has come. */
const overdue = 'host_app.milestone_overdue';

interface OverduePayload {
  readonly projectId: string;
  readonly id: string;
  readonly userId: string;
}

@Injectable()
export class MilestonesService implements OnModuleInit {
  constructor(
    private readonly store: MilestonesStore,
    private readonly unitOfWork: UnitOfWork,
    private readonly events: Events,
    private readonly jobs: Jobs,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  onModuleInit(): void {
    this.jobs.handle(overdue, 'database', (payload) => this.reportOverdue(payload as OverduePayload));
  }

  /** @throws InvalidInput if a value violates a rule */
  async create(
    access: ProjectAccess,
    { name, due = '', state = 'open' }: Partial<MilestoneValues> & { name: string },
  ): Promise<Versioned<MilestoneRecord>> {
    access.authorize(permissions.createMilestone);
    check({ name, due, state }, milestoneRules);
    const entry = { id: this.ids.next(), projectId: access.projectId, userId: access.caller.userId };
    // The row, the job and the event are stored together, or none of them.
    return this.unitOfWork.run(async () => {
      const created = await this.store.add({ ...entry, createdAt: this.clock.now() }, { name, due, state });
      if (due !== '') await this.jobs.add(overdue, entry, { runAt: new Date(due), key: entry.id });
      await this.events.record(access.event('milestone.created', created.record));
      return created;
    });
  }

  async list(
    access: ProjectAccess,
    state: string | undefined,
    page: PageRequest,
  ): Promise<Page<MilestoneRecord>> {
    access.authorize(permissions.read);
    return this.store.list(access.projectId, state, page);
  }

  /** @throws MilestoneNotFound */
  async read(access: ProjectAccess, id: string): Promise<Versioned<MilestoneRecord>> {
    access.authorize(permissions.read);
    const milestone = await this.store.find(access.projectId, id);
    if (!milestone) throw new MilestoneNotFound();
    return milestone;
  }

  /** @throws MilestoneNotFound, PreconditionFailed; InvalidInput if a value violates a rule */
  async update(
    access: ProjectAccess,
    id: string,
    changes: Partial<MilestoneValues>,
    precondition: Precondition = null,
  ): Promise<Versioned<MilestoneRecord>> {
    access.authorize(permissions.updateMilestone);
    check({ ...changes }, milestoneRules);
    return this.unitOfWork.run(async () => {
      const before = await this.store.lock(access.projectId, id);
      if (!before) throw new MilestoneNotFound();
      expectVersion(precondition, before);
      const given = Object.entries(changes).filter(([, value]) => value !== undefined);
      const after = { ...before.record, ...(Object.fromEntries(given) as Partial<MilestoneValues>) };
      const previous = previousOf(before.record, after);
      if (previous === null) return before;
      const saved = await this.store.save(after);
      await this.events.record(access.event('milestone.updated', saved.record, previous));
      return saved;
    });
  }

  /** A job can run more than once: the lock and the state make the event unique. */
  private async reportOverdue({ projectId, id, userId }: OverduePayload): Promise<void> {
    await this.unitOfWork.run(async () => {
      const milestone = await this.store.lock(projectId, id);
      if (milestone?.record.state !== 'open') return;
      await this.events.record({
        type: 'milestone.overdue',
        projectId,
        actorId: userId,
        data: milestone.record,
      });
    });
  }
}
