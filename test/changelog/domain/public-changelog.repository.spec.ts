import { expect, it } from '@jest/globals';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { aProject, describePort, runConcurrently } from '../../support/ports.js';

describePort('PublicChangelogRepository', (ports) => {
  const load = (projectId: string) => ports().unitOfWork.run(() => ports().publicChangelogs.load(projectId));

  const set = (projectId: string, enabled: boolean) =>
    ports().unitOfWork.run(async () => {
      await ports().publicChangelogs.load(projectId);
      await ports().publicChangelogs.save(projectId, enabled);
    });

  it('loads what was stored last, and false initially', async () => {
    const [project, other] = [await aProject(ports()), await aProject(ports())];
    expect(await load(project.id)).toBe(false);
    await set(project.id, true);
    expect([await load(project.id), await load(other.id)]).toEqual([true, false]);
    await set(project.id, false);
    expect(await load(project.id)).toBe(false);
  });

  it('reports a project that has been deleted', async () => {
    await expect(load(ports().ids.next())).rejects.toThrow(ProjectNotFound);
  });

  it.each([false, true])(
    'locks the setting until the unit of work ends, if it was set before: %s',
    async (before) => {
      const { id } = await aProject(ports());
      if (before) await set(id, false);
      const loaded: boolean[] = [];
      const order = await runConcurrently(
        ports(),
        () => ports().publicChangelogs.load(id),
        async (enabled) => {
          loaded.push(enabled);
          await ports().publicChangelogs.save(id, true);
        },
      );
      expect(order).toEqual(['first ends', 'second has loaded']);
      expect(loaded).toEqual([false, true]);
    },
  );
});
