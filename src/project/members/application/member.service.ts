import { Injectable } from '@nestjs/common';
import { type UserByReference, UserNotFound, UserService } from '../../../identity/index.js';
import { Clock } from '../../../shared/clock.js';
import { InvalidInput } from '../../../shared/domain-error.js';
import { Events, previousOf } from '../../../shared/events.js';
import { UnitOfWork } from '../../../shared/unit-of-work.js';
import {
  expectVersion,
  type Locked,
  type Page,
  type PageRequest,
  type Precondition,
  type Versioned,
} from '../../../shared/records.js';
import { Member, type MemberRecord, notInPrevious } from '../domain/member.js';
import type { MemberRole } from '../../access/domain/role.js';
import { MemberRepository } from '../domain/member.repository.js';
import { AlreadyMember, LastOwner, MemberNotFound } from '../domain/member.errors.js';
import type { ProjectAccess } from '../../access/application/project-access.js';
import { MemberQueries } from './member.queries.js';
import { PeopleService } from '../../people/application/people.service.js';
import { permissions } from '../../access/application/permissions.js';

/** A new member. Name and picture are used only if the user is registered. */
export interface Invitation extends UserByReference {
  readonly role: MemberRole;
}

/** Adds, changes and removes the members of projects. A project always has at least one owner. */
@Injectable()
export class MemberService {
  constructor(
    private readonly members: MemberRepository,
    private readonly queries: MemberQueries,
    private readonly users: UserService,
    private readonly people: PeopleService,
    private readonly events: Events,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Adds the user with this external id or e-mail address as a member. Registers the user if there is none.
   *
   * @throws AlreadyMember, ProjectNotFound, UserNotFound when the user is
   * anonymized concurrently; InvalidInput when a value violates a rule
   */
  async add(access: ProjectAccess, invitation: Invitation): Promise<Versioned<MemberRecord>> {
    access.authorize(permissions.addMember);
    return this.unitOfWork.run(async () => {
      const { role, ...profile } = invitation;
      const id = await this.people.resolve(access, profile);
      if (await this.members.load(access.projectId, id)) throw new AlreadyMember();
      return this.join(access, id, role);
    });
  }

  /**
   * Sets the role of a user, who becomes a member if they are not one. Without a role nothing changes.
   *
   * @throws UserNotFound also when the caller cannot name the user by id; LastOwner, ProjectNotFound; InvalidInput when a new
   * member has no role
   */
  async setRole(
    access: ProjectAccess,
    userId: string,
    role: MemberRole | undefined,
  ): Promise<{ member: Versioned<MemberRecord>; added: boolean }> {
    access.authorize(permissions.setMemberRole);
    return this.unitOfWork.run(async () => {
      const loaded = await this.members.load(access.projectId, userId);
      if (!loaded) {
        if (role === undefined) throw roleRequired();
        if (await this.people.belongsToOtherProjects(access, userId)) throw new UserNotFound();
        return { member: await this.join(access, userId, role), added: true };
      }
      return { member: await this.changeRole(access, loaded, role), added: false };
    });
  }

  /** @throws MemberNotFound, PreconditionFailed, LastOwner, ProjectNotFound */
  async remove(access: ProjectAccess, userId: string, precondition: Precondition = null): Promise<void> {
    access.authorize(permissions.removeMember);
    await this.unitOfWork.run(async () => {
      const loaded = await this.members.load(access.projectId, userId);
      if (!loaded) throw new MemberNotFound();
      const { aggregate: member, before } = loaded;
      expectVersion(precondition, before);
      await this.keepAnOwner(member);
      await this.members.remove(member);
      await this.events.record(access.event('member.removed', before.record));
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
      for (const { aggregate: member, before } of await this.members.loadAll(userId)) {
        await this.keepAnOwner(member);
        await this.members.remove(member);
        const { projectId } = member;
        await this.events.record({ type: 'member.removed', projectId, actorId, data: before.record });
      }
    });
  }

  /**
   * Returns a page of the members, oldest first. Only editors see those with the role `blocked`.
   *
   * @param email selects the member with this e-mail address (case-insensitive), for editors
   * @throws InsufficientRole
   */
  async list(
    access: ProjectAccess,
    email: string | undefined,
    page: PageRequest,
  ): Promise<Page<MemberRecord>> {
    access.authorize(permissions.read);
    const withBlocked = seesBlocked(access);
    if (email === undefined) return this.queries.list(access.projectId, { withBlocked }, page);
    // To others, the answer would reveal whose address it is.
    access.require('editor', 'Filtering by e-mail address');
    const userId = await this.users.idOf(email);
    if (userId === null) return { records: [], ...(page.count ? { total: 0 } : {}) };
    return this.queries.list(access.projectId, { userId, withBlocked }, page);
  }

  /** @throws MemberNotFound, also for a member with the role `blocked` if the caller is not an editor */
  async read(access: ProjectAccess, userId: string): Promise<Versioned<MemberRecord>> {
    access.authorize(permissions.read);
    const member = await this.queries.find(access.projectId, userId);
    if (!member || (member.record.role === 'blocked' && !seesBlocked(access))) throw new MemberNotFound();
    return member;
  }

  /** @throws UserNotFound */
  private async join(
    access: ProjectAccess,
    userId: string,
    role: MemberRole,
  ): Promise<Versioned<MemberRecord>> {
    const added = await this.members.add(Member.join(access.projectId, userId, role, this.clock.now()));
    // Checked last: storing the membership prevents a concurrent anonymization of the user, but it may have happened
    // before.
    if (!(await this.users.isKnown(userId))) throw new UserNotFound();
    await this.events.record(access.event('member.added', added.record));
    return added;
  }

  private async changeRole(
    access: ProjectAccess,
    { aggregate: member, before }: Locked<Member, MemberRecord>,
    role: MemberRole = member.role,
  ): Promise<Versioned<MemberRecord>> {
    if (role === member.role) return before;
    await this.keepAnOwner(member);
    member.role = role;
    const after = await this.members.save(member);
    const previous = previousOf(before.record, after.record, notInPrevious);
    if (previous) await this.events.record(access.event('member.updated', after.record, previous));
    return after;
  }

  /** Called before a member leaves, or gets another role. @throws LastOwner */
  private async keepAnOwner(member: Member): Promise<void> {
    if (member.role === 'owner' && !(await this.members.hasOtherOwner(member))) throw new LastOwner();
  }
}

/** Whom a project has blocked is visible to those who moderate it. */
function seesBlocked(access: ProjectAccess): boolean {
  return access.has('editor');
}

function roleRequired(): InvalidInput {
  return new InvalidInput([{ pointer: '/role', code: 'required', detail: 'The field is required.' }]);
}
