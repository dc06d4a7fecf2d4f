import { beforeEach, describe, expect, it } from '@jest/globals';
import { UserService } from '../../../../src/identity/users/application/user.service.js';
import { UserNotFound } from '../../../../src/identity/users/domain/identity.errors.js';
import { MemberService } from '../../../../src/project/members/application/member.service.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { Member } from '../../../../src/project/members/domain/member.js';
import type { Role } from '../../../../src/project/access/domain/role.js';
import {
  AlreadyMember,
  LastOwner,
  MemberNotFound,
} from '../../../../src/project/members/domain/member.errors.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';
import { aCaller } from '../../../support/caller.js';
import { aProject, aUser, usePorts, type Ports, loadUser } from '../../../support/ports.js';

const opened = usePorts();

describe('MemberService', () => {
  let ports: Ports;
  let users: UserService;
  let members: MemberService;
  let access: ProjectAccess;
  let ownerId: string;

  beforeEach(async () => {
    ports = opened();
    users = ports.get(UserService);
    members = ports.get(MemberService);
    ownerId = (await aUser(ports)).id;
    access = await ownedProject();
  });

  /** Creates a project owned by `ownerId`, and returns a access for it. */
  async function ownedProject(): Promise<ProjectAccess> {
    const { id } = await aProject(ports);
    await ports.members.add(Member.join(id, ownerId, 'owner', ports.clock.now()));
    return new ProjectAccess(id, 'owner', aCaller(ownerId));
  }

  const roleOf = async (userId: string) =>
    (await ports.unitOfWork.run(() => ports.members.load(access.projectId, userId)))?.aggregate.role;

  async function aMember(role: Role): Promise<string> {
    const { id } = await aUser(ports);
    await members.setRole(access, id, role);
    return id;
  }

  it('adds a user by e-mail address, and registers new users', async () => {
    const ada = await aUser(ports, { email: 'ada@b', fullName: 'Ada' });
    const known = await members.add(access, { email: 'ADA@b', fullName: 'Eve', role: 'editor' });
    expect(known.record).toMatchObject({ user: { id: ada.id }, role: 'editor' });
    expect(await loadUser(ports, ada.id)).toMatchObject({ fullName: 'Ada' });

    const made = await members.add(access, { email: 'bob@b', fullName: 'Bob', role: 'viewer' });
    expect(await loadUser(ports, made.record.user.id)).toMatchObject({ email: 'bob@b', fullName: 'Bob' });
  });

  it('records an event for each member who is added, changed or removed, and none if nothing changes', async () => {
    const { id } = (await members.add(access, { email: 'ada@b', role: 'viewer' })).record.user;
    await members.setRole(access, id, 'viewer');
    await members.setRole(access, id, undefined);
    await members.setRole(access, id, 'editor');
    await members.remove(access, id);
    await members.setRole(access, id, 'viewer');
    const { projectId } = access;
    const event = (type: string, role: Role, previous: object = {}) => ({
      type: `member.${type}`,
      projectId,
      actorId: ownerId,
      data: { user: { id }, role },
      previous,
    });
    expect(await ports.recordedEvents(projectId)).toMatchObject([
      event('added', 'viewer'),
      event('updated', 'editor', { role: 'viewer' }),
      event('removed', 'editor'),
      event('added', 'viewer'),
    ]);
  });

  it('records no events for rejected changes', async () => {
    await expect(members.setRole(access, ownerId, 'editor')).rejects.toThrow(LastOwner);
    await expect(members.setRole(access, ports.ids.next(), 'editor')).rejects.toThrow(UserNotFound);
    expect(await ports.recordedEvents(access.projectId)).toEqual([]);
  });

  it('rejects a user who already is a member', async () => {
    await members.add(access, { email: 'ada@b', role: 'viewer' });
    await expect(members.add(access, { email: 'ADA@b', role: 'owner' })).rejects.toThrow(AlreadyMember);
  });

  it('registers no user for a project that does not exist', async () => {
    await ports.projects.remove(await aProjectOf(access));
    await expect(members.add(access, { email: 'ada@b', role: 'viewer' })).rejects.toThrow(ProjectNotFound);
    expect(await ports.userDirectory.findIdByEmail('ada@b')).toBeNull();
  });

  async function aProjectOf({ projectId }: ProjectAccess) {
    const project = await ports.unitOfWork.run(() => ports.projects.load(projectId));
    if (!project) throw new Error('There is no project.');
    return project.aggregate;
  }

  it('sets the role of members and adds users who are no members yet', async () => {
    const { id } = await aUser(ports);
    expect(await members.setRole(access, id, 'viewer')).toMatchObject({
      added: true,
      member: { record: { role: 'viewer' } },
    });
    expect(await members.setRole(access, id, 'editor')).toMatchObject({
      added: false,
      member: { record: { role: 'editor' } },
    });
  });

  it('changes nothing without a role, and requires one for a new member', async () => {
    const id = await aMember('editor');
    expect(await members.setRole(access, id, undefined)).toMatchObject({
      added: false,
      member: { record: { role: 'editor' } },
    });
    const stranger = await aUser(ports);
    await expect(members.setRole(access, stranger.id, undefined)).rejects.toThrow(InvalidInput);
  });

  it('rejects unknown and anonymized users as members', async () => {
    const { id } = await aUser(ports);
    await users.remove(id, ownerId);
    for (const userId of [id, ports.ids.next(), 'you']) {
      await expect(members.setRole(access, userId, 'viewer')).rejects.toThrow(UserNotFound);
      expect(await roleOf(userId)).toBeUndefined();
    }
  });

  it('rejects changes that would leave no owner', async () => {
    await aMember('editor');
    await expect(members.setRole(access, ownerId, 'editor')).rejects.toThrow(LastOwner);
    await expect(members.remove(access, ownerId)).rejects.toThrow(LastOwner);
    expect(await roleOf(ownerId)).toBe('owner');
    await members.setRole(access, ownerId, 'owner');
  });

  it('removes an owner if another one remains', async () => {
    const heir = await aMember('owner');
    await members.setRole(access, ownerId, 'viewer');
    await members.remove(access, ownerId);
    expect([await roleOf(ownerId), await roleOf(heir)]).toEqual([undefined, 'owner']);
    await expect(members.remove(access, heir)).rejects.toThrow(LastOwner);
  });

  it('lets only one of two owners leave concurrently', async () => {
    const heir = await aMember('owner');
    const removals = [ownerId, heir].map((id) => members.remove(access, id));
    expect((await Promise.allSettled(removals)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ]);
  });

  it('throws MemberNotFound for users who are not members', async () => {
    const id = await aMember('editor');
    await members.remove(access, id);
    for (const userId of [id, ports.ids.next(), 'you']) {
      await expect(members.remove(access, userId)).rejects.toThrow(MemberNotFound);
    }
  });

  it('throws ProjectNotFound for a project that does not exist', async () => {
    await ports.projects.remove(await aProjectOf(access));
    await expect(members.setRole(access, ownerId, 'viewer')).rejects.toThrow(ProjectNotFound);
    await expect(members.remove(access, ownerId)).rejects.toThrow(ProjectNotFound);
  });

  it('ends all memberships of a removed user', async () => {
    const other = await ownedProject();
    const id = await aMember('owner');
    await members.setRole(other, id, 'editor');
    const admin = await aUser(ports);
    for (const { projectId } of [access, other]) await ports.takeEvents(projectId);
    await users.remove(id, admin.id);
    expect(await ports.members.loadAll(id)).toEqual([]);
    const removed = { type: 'member.removed', actorId: admin.id, previous: {} };
    expect(await ports.takeEvents(access.projectId)).toMatchObject([
      { ...removed, data: { user: { id }, role: 'owner' } },
    ]);
    expect(await ports.takeEvents(other.projectId)).toMatchObject([
      { ...removed, data: { user: { id }, role: 'editor' } },
    ]);
    expect(await roleOf(ownerId)).toBe('owner');
  });

  it('rejects the removal of a user who is the only owner of a project, and keeps all memberships', async () => {
    await ownedProject();
    await aMember('owner');
    await ports.takeEvents(access.projectId);
    await expect(users.remove(ownerId, ownerId)).rejects.toThrow(LastOwner);
    expect(await ports.takeEvents(access.projectId)).toEqual([]);
    expect(await ports.members.loadAll(ownerId)).toHaveLength(2);
    expect(await users.isKnown(ownerId)).toBe(true);
  });
});
