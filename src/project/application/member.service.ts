import { Injectable } from '@nestjs/common';
import { UserNotFound, UserService } from '../../identity/index.js';
import { Clock } from '../../shared/clock.js';
import { InvalidInput } from '../../shared/domain-error.js';
import { Events, previousOf } from '../../shared/events.js';
import { UnitOfWork } from '../../shared/unit-of-work.js';
import {
  expectVersion,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../shared/records.js';
import { Member, type Role } from '../domain/member.js';
import { AlreadyMember, LastOwner, MemberNotFound, ProjectNotFound } from '../domain/project.errors.js';
import { ProjectRepository } from '../domain/project.repository.js';
import type { ProjectGrant } from './project-grant.js';
import { type MemberRecord, notInPrevious, ProjectQueries } from './project.queries.js';

/** Adds, changes and removes the members of projects. A project always has at least one owner. */
@Injectable()
export class MemberService {
  constructor(
    private readonly projects: ProjectRepository,
    private readonly queries: ProjectQueries,
    private readonly users: UserService,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the user with this e-mail address as a member. Registers the user if there is none.
   *
   * @throws InsufficientRole, InsufficientScope, AlreadyMember, ProjectNotFound, UserNotFound when the user is
   * anonymized concurrently; InvalidInput when a value violates a rule
   */
  async add(
    grant: ProjectGrant,
    invitation: { email: string; fullName?: string | undefined; role: Role },
  ): Promise<Versioned<MemberRecord>> {
    grant.authorize('owner', 'admin');
    return this.unitOfWork.run(async () => {
      await this.lock(grant.projectId);
      const { email, fullName, role } = invitation;
      const { id } = await this.users.findOrRegister({ email, fullName });
      if (await this.projects.loadMember(grant.projectId, id)) throw new AlreadyMember();
      return this.join(grant, id, role);
    });
  }

  /**
   * Sets the role of a user, who becomes a member if they are not one. Without a role nothing changes.
   *
   * @throws InsufficientRole, InsufficientScope, UserNotFound, LastOwner, ProjectNotFound; InvalidInput when a new
   * member has no role
   */
  async setRole(
    grant: ProjectGrant,
    userId: string,
    role: Role | undefined,
  ): Promise<{ member: Versioned<MemberRecord>; added: boolean }> {
    grant.authorize('owner', 'admin');
    return this.unitOfWork.run(async () => {
      await this.lock(grant.projectId);
      const member = await this.projects.loadMember(grant.projectId, userId);
      if (!member) {
        if (role === undefined) throw roleRequired();
        return { member: await this.join(grant, userId, role), added: true };
      }
      if (role !== undefined && role !== member.role) await this.changeRole(grant, member, role);
      return { member: await this.storedMember(grant.projectId, userId), added: false };
    });
  }

  /** @throws InsufficientRole, InsufficientScope, MemberNotFound, PreconditionFailed, LastOwner, ProjectNotFound */
  async remove(grant: ProjectGrant, userId: string, precondition: Precondition = null): Promise<void> {
    grant.authorize('owner', 'admin');
    await this.unitOfWork.run(async () => {
      await this.lock(grant.projectId);
      const member = await this.projects.loadMember(grant.projectId, userId);
      if (!member) throw new MemberNotFound();
      const removed = await this.storedMember(grant.projectId, userId);
      expectVersion(precondition, removed);
      if (member.role === 'owner') await this.keepAnOwner(grant.projectId);
      await this.projects.removeMember(member);
      await this.events.record(grant.event('member.removed', removed.record));
    });
  }

  /**
   * Removes all memberships of a user.
   *
   * @param actorId id of the user who requested it
   * @throws LastOwner when a project would have no owner
   */
  async removeEverywhere(userId: string, actorId: string): Promise<void> {
    await this.unitOfWork.run(async () => {
      for (const { projectId } of await this.projects.loadMembershipsOf(userId)) {
        await this.projects.load(projectId);
        const member = await this.projects.loadMember(projectId, userId);
        // The membership has been removed in the meantime.
        if (!member) continue;
        const { record: data } = await this.storedMember(projectId, userId);
        if (member.role === 'owner') await this.keepAnOwner(projectId);
        await this.projects.removeMember(member);
        await this.events.record({ type: 'member.removed', projectId, actorId, data });
      }
    });
  }

  /**
   * Returns a page of the members, oldest first.
   *
   * @param email selects the member with this e-mail address (case-insensitive)
   */
  async list(
    { projectId }: ProjectGrant,
    email: string | undefined,
    page: PageRequest,
  ): Promise<Page<MemberRecord>> {
    if (email === undefined) return this.queries.members(projectId, {}, page);
    const userId = await this.users.idOf(email);
    if (userId === null) return { records: [], ...(page.count ? { total: 0 } : {}) };
    return this.queries.members(projectId, { userId }, page);
  }

  /** @throws MemberNotFound */
  async read(grant: ProjectGrant, userId: string): Promise<Versioned<MemberRecord>> {
    return this.storedMember(grant.projectId, userId);
  }

  private async storedMember(projectId: string, userId: string): Promise<Versioned<MemberRecord>> {
    const member = await this.queries.member(projectId, userId);
    if (!member) throw new MemberNotFound();
    return member;
  }

  /** @throws UserNotFound */
  private async join(grant: ProjectGrant, userId: string, role: Role): Promise<Versioned<MemberRecord>> {
    await this.projects.saveMember(Member.join(grant.projectId, userId, role, this.clock.now()));
    // Checked last: storing the membership prevents a concurrent anonymization of the user, but it may have happened
    // before.
    if (!(await this.users.isKnown(userId))) throw new UserNotFound();
    const added = await this.storedMember(grant.projectId, userId);
    await this.events.record(grant.event('member.added', added.record));
    return added;
  }

  private async changeRole(grant: ProjectGrant, member: Member, role: Role): Promise<void> {
    const { record: before } = await this.storedMember(grant.projectId, member.userId);
    if (member.role === 'owner') await this.keepAnOwner(grant.projectId);
    member.role = role;
    await this.projects.saveMember(member);
    const { record: after } = await this.storedMember(grant.projectId, member.userId);
    const previous = previousOf(before, after, notInPrevious);
    if (previous) await this.events.record(grant.event('member.updated', after, previous));
  }

  /** Locks the project, so that changes of its members are serialized. */
  private async lock(projectId: string): Promise<void> {
    if (!(await this.projects.load(projectId))) throw new ProjectNotFound();
  }

  private async keepAnOwner(projectId: string): Promise<void> {
    if ((await this.projects.loadOwners(projectId)).length === 1) throw new LastOwner();
  }
}

function roleRequired(): InvalidInput {
  return new InvalidInput([{ pointer: '/role', code: 'required', detail: 'The field is required.' }]);
}
