import { Injectable } from '@nestjs/common';
import { Events, previousOf } from '../../../shared/events.js';
import { expectVersion, type Precondition, type Versioned } from '../../../shared/records.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import { StatusInUse, StatusNotFound, UnknownStatus } from '../domain/status.errors.js';
import { StatusRepository } from '../domain/status.repository.js';
import { type StatusChanges, Statuses, type StatusRecord } from '../domain/status.js';
import { permissions } from '../../access/application/permissions.js';
import { ProjectContentsOfModules } from '../../application/project-contents.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { StatusQueries } from './status.queries.js';

/** Reads and changes the statuses that the feedback of a project can have. */
@Injectable()
export class StatusService {
  constructor(
    private readonly statuses: StatusRepository,
    private readonly queries: StatusQueries,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly contents: ProjectContentsOfModules,
  ) {}

  /** Returns all statuses, in their order. */
  async list(access: ProjectAccess): Promise<StatusRecord[]> {
    access.authorize(permissions.read);
    return this.queries.list(access.projectId);
  }

  /** @throws StatusNotFound */
  async read(access: ProjectAccess, key: string): Promise<Versioned<StatusRecord>> {
    access.authorize(permissions.read);
    const status = await this.queries.find(access.projectId, key);
    if (!status) throw new StatusNotFound();
    return status;
  }

  /**
   * Creates or changes a status.
   *
   * @throws PreconditionFailed, TooManyStatuses, LastOpenStatus; InvalidInput when a value violates a rule
   */
  async put(
    access: ProjectAccess,
    key: string,
    changes: StatusChanges,
    precondition: Precondition = null,
  ): Promise<{ status: StatusRecord; created: boolean }> {
    access.authorize(permissions.putStatus);
    return this.unitOfWork.run(async () => {
      const statuses = await this.load(access, key, precondition);
      const before = statuses.find(key);
      const status = statuses.put(key, changes);
      await this.statuses.save(access.projectId, status);
      const previous = before ? previousOf(before, status) : {};
      if (previous) {
        await this.events.record(
          access.event(before ? 'status.updated' : 'status.created', status, previous),
        );
      }
      return { status, created: before === null };
    });
  }

  /**
   * Deletes a status. The feedback that has it gets another one first, in several short units of work. Safe to repeat
   * after an interruption.
   *
   * @param replacement the key of the other status, required if feedback has the status
   * @throws StatusNotFound, StatusInUse, LastOpenStatus, PreconditionFailed; InvalidInput when the replacement does not
   * exist
   */
  async remove(
    access: ProjectAccess,
    key: string,
    replacement?: string,
    precondition: Precondition = null,
  ): Promise<void> {
    access.authorize(permissions.deleteStatus);
    const { projectId } = access;
    const statuses = new Statuses(await this.queries.list(projectId));
    if (precondition) expectVersion(precondition, await this.queries.find(projectId, key));
    statuses.remove(key);
    if (replacement !== undefined && !statuses.has(replacement)) {
      throw UnknownStatus.ofParameter('replace_with');
    }
    for (;;) {
      if (replacement !== undefined) await this.replace(access, key, replacement);
      else if (await this.contents.some((each) => each.hasStatus(projectId, key))) throw new StatusInUse();
      try {
        return await this.removeUnused(access, key, precondition);
      } catch (error) {
        // Feedback has got the status in the meantime.
        if (!(error instanceof StatusInUse) || replacement === undefined) throw error;
      }
    }
  }

  private async replace(access: ProjectAccess, key: string, replacement: string): Promise<void> {
    try {
      for (const contents of this.contents.all()) await contents.replaceStatus(access, key, replacement);
    } catch (error) {
      // It has been deleted in the meantime.
      throw error instanceof UnknownStatus ? UnknownStatus.ofParameter('replace_with') : error;
    }
  }

  private async removeUnused(access: ProjectAccess, key: string, precondition: Precondition): Promise<void> {
    await this.unitOfWork.run(async () => {
      const removed = (await this.load(access, key, precondition)).remove(key);
      await this.statuses.remove(access.projectId, key);
      await this.events.record(access.event('status.deleted', removed));
    });
  }

  private async load(access: ProjectAccess, key: string, precondition: Precondition): Promise<Statuses> {
    const statuses = await this.statuses.load(access.projectId);
    if (precondition) expectVersion(precondition, await this.queries.find(access.projectId, key));
    return statuses;
  }
}
