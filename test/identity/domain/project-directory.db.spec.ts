import { describe, expect, it } from '@jest/globals';
import type { Caller } from '../../../src/identity/domain/caller.js';
import { Member } from '../../../src/project/domain/member.js';
import { aProject, aUser, usePorts } from '../../support/ports.js';

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
