import { describe, expect, it } from '@jest/globals';
import { UserNotFound } from '../../../../src/identity/users/domain/identity.errors.js';
import { Member } from '../../../../src/project/members/domain/member.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { aProject, aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('MemberRepository', () => {
  const load = async (projectId: string, userId: string) =>
    ports().unitOfWork.run(() => ports().members.load(projectId, userId));

  it('loads a member with the role that was saved last', async () => {
    const { members, clock } = ports();
    const [user, project] = [await aUser(ports()), await aProject(ports())];
    const member = Member.join(project.id, user.id, 'viewer', clock.now());
    const added = await members.add(member);
    const loaded = await load(project.id, user.id.toUpperCase());
    expect(loaded).toEqual({ aggregate: member, before: added });
    expect(loaded?.aggregate).toBeInstanceOf(Member);
    member.role = 'editor';
    expect((await load(project.id, user.id))?.aggregate.role).toBe('viewer');
    const saved = await members.save(member);
    expect(saved.record).toEqual({ ...added.record, role: 'editor' });
    expect(saved.version).not.toBe(added.version);
    expect(await load(project.id, user.id)).toEqual({ aggregate: member, before: saved });
  });

  it('returns no member for an unknown user or an invalid id', async () => {
    const { members, ids, clock } = ports();
    const [user, project, other] = [await aUser(ports()), await aProject(ports()), await aProject(ports())];
    await members.add(Member.join(other.id, user.id, 'viewer', clock.now()));
    for (const id of [user.id, ids.next(), 'me', '', '\0']) {
      expect(await load(project.id, id)).toBeNull();
    }
  });

  it('throws ProjectNotFound for a project that does not exist', async () => {
    const { ids } = ports();
    const { id } = await aUser(ports());
    await expect(load(ids.next(), id)).rejects.toThrow(ProjectNotFound);
  });

  it('rejects a member who is not a user', async () => {
    const { members, ids, clock, unitOfWork } = ports();
    const project = await aProject(ports());
    for (const id of [ids.next(), 'me', '']) {
      const member = Member.join(project.id, id, 'owner', clock.now());
      await expect(unitOfWork.run(() => members.add(member))).rejects.toThrow(UserNotFound);
      expect(await load(project.id, id)).toBeNull();
    }
  });

  it('returns whether a project has another owner', async () => {
    const { members, clock } = ports();
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    const [ada, bob, cleo] = [await aUser(ports()), await aUser(ports()), await aUser(ports())];
    const owner = Member.join(project.id, ada.id, 'owner', clock.now());
    const editor = Member.join(project.id, bob.id, 'editor', clock.now());
    await members.add(owner);
    await members.add(editor);
    await members.add(Member.join(other.id, cleo.id, 'owner', clock.now()));
    expect(await members.hasOtherOwner(owner)).toBe(false);
    editor.role = 'owner';
    await members.save(editor);
    expect(await members.hasOtherOwner(owner)).toBe(true);
  });

  it('loads the memberships of a user in the order of project ids, and removes them one by one', async () => {
    const { members, clock } = ports();
    const [ada, bob] = [await aUser(ports()), await aUser(ports())];
    const memberships = [];
    for (const project of [await aProject(ports()), await aProject(ports()), await aProject(ports())]) {
      memberships.push(Member.join(project.id, ada.id, 'owner', clock.now()));
    }
    for (const membership of memberships.toReversed()) await members.add(membership);
    const [first, ...others] = memberships as [Member, ...Member[]];
    const ofBob = Member.join(first.projectId, bob.id, 'viewer', clock.now());
    await members.add(ofBob);
    const loadAll = async (userId: string) =>
      (await members.loadAll(userId)).map(({ aggregate }) => aggregate);
    expect(await loadAll(ada.id)).toEqual(memberships);

    await members.remove(first);
    expect(await loadAll(ada.id)).toEqual(others);
    expect(await loadAll(bob.id)).toEqual([ofBob]);
  });
});
