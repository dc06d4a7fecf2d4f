import { expect, it } from '@jest/globals';
import { aProject, describePort } from '../../support/ports.js';

describePort('ProjectRepository, former slugs', (ports) => {
  it('adds a former slug to a project, unless another project has it', async () => {
    const { projects } = ports();
    const [project, other] = [await aProject(ports(), 'acme'), await aProject(ports(), 'other')];
    expect(await projects.idOfSlug('acme')).toBe(project.id);
    expect(await projects.idOfSlug('former')).toBeNull();
    await projects.addFormerSlug(project.id, 'former');
    await projects.addFormerSlug(other.id, 'former');
    expect(await projects.idOfSlug('former')).toBe(project.id);
    expect(await ports().findProject('former')).toBe(project.id);
  });
});
