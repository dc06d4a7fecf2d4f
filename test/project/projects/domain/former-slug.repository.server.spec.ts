import { describe, expect, it } from '@jest/globals';
import { aProject, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('FormerSlugRepository', () => {
  it('adds a former slug to a project, unless another project has it', async () => {
    const { formerSlugs } = ports();
    const [project, other] = [await aProject(ports(), 'acme'), await aProject(ports(), 'other')];
    expect(await formerSlugs.projectOf('acme')).toBe(project.id);
    expect(await formerSlugs.projectOf('former')).toBeNull();
    await formerSlugs.add(project.id, 'former');
    await formerSlugs.add(other.id, 'former');
    expect(await formerSlugs.projectOf('former')).toBe(project.id);
    expect(await ports().findProject('former')).toBe(project.id);
  });
});
