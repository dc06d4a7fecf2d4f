import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../../src/identity/authentication/domain/caller.js';
import { Member } from '../../../../src/project/members/domain/member.js';
import { aProject, aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('ProjectDirectory', () => {
  async function aCaller({ instanceAdmin = false } = {}): Promise<Caller> {
    const { id } = await aUser(ports(), { instanceAdmin });
    const token = { tokenId: ports().ids.next(), projectId: null, tokenExpiresAt: null };
    return { userId: id, instanceAdmin, scope: 'admin', ...token };
  }

  it('returns the id of a project that the caller is a member of', async () => {
    const { directory, members, clock } = ports();
    const [member, stranger] = [await aCaller(), await aCaller()];
    const project = await aProject(ports(), 'rockets');
    await members.add(Member.join(project.id, member.userId, 'viewer', clock.now()));
    expect(await directory.idOf('rockets', member)).toBe(project.id);
    expect(await directory.idOf('rockets', stranger)).toBeNull();
  });

  it('returns the id of every project for instance admins', async () => {
    const project = await aProject(ports(), 'rockets');
    expect(await ports().directory.idOf('rockets', await aCaller({ instanceAdmin: true }))).toBe(project.id);
  });

  it('returns null for unknown, former and invalid slugs', async () => {
    const { directory, projects } = ports();
    const admin = await aCaller({ instanceAdmin: true });
    const project = await aProject(ports(), 'rockets');
    project.update({ slug: 'planes' });
    await projects.save(project);
    for (const slug of ['rockets', 'trains', 'PLANES', '', '\0']) {
      expect(await directory.idOf(slug, admin)).toBeNull();
    }
  });

  it('counts roles of tokens only in projects that exist and do not block the person', async () => {
    const { directory, members, clock, ids } = ports();
    const [person, owner] = [await aCaller(), await aCaller()];
    const [open, closed] = [await aProject(ports(), 'rockets'), await aProject(ports(), 'trains')];
    await members.add(Member.join(open.id, owner.userId, 'owner', clock.now()));
    await members.add(Member.join(closed.id, person.userId, 'blocked', clock.now()));
    const withRole = (project: string, role = 'editor') => ({ ...person, projectRoles: [{ project, role }] });
    expect(await directory.isEditor(owner)).toBe(true);
    for (const caller of [withRole('rockets'), withRole(open.id), withRole('rockets', 'owner')])
      expect(await directory.isEditor(caller)).toBe(true);
    const names = ['trains', closed.id, 'planes', ids.next(), 'ROCKETS', 'rockets\0', ''];
    const refused = names.map((project) => withRole(project));
    for (const caller of [
      person,
      ...refused,
      withRole('rockets', 'contributor'),
      withRole('rockets', 'chief'),
    ])
      expect([caller, await directory.isEditor(caller)]).toEqual([caller, false]);
  });

  it('returns current slugs by id and omits unknown ids', async () => {
    const { directory, projects, ids } = ports();
    const [first, second] = [await aProject(ports(), 'rockets'), await aProject(ports(), 'trains')];
    first.update({ slug: 'planes' });
    await projects.save(first);
    const slugs = await directory.slugsOf([first.id, ids.next(), second.id]);
    expect(new Map(slugs)).toEqual(
      new Map([
        [first.id, 'planes'],
        [second.id, 'trains'],
      ]),
    );
    expect((await directory.slugsOf([])).size).toBe(0);
  });
});
