import { beforeEach, describe, expect, it } from '@jest/globals';
import { TagService } from '../../../src/feedback/application/tag.service.js';
import { TagNameTaken, TagNotFound } from '../../../src/feedback/domain/feedback.errors.js';
import { Tag } from '../../../src/feedback/domain/tag.js';
import { ProjectGrant } from '../../../src/project/application/project-grant.js';
import { ProjectNotFound } from '../../../src/project/domain/project.errors.js';
import { InvalidInput } from '../../../src/shared/domain-error.js';
import { aCaller } from '../../support/caller.js';
import { aProject, fakePorts } from '../../support/ports.js';

describe('TagService', () => {
  let ports: ReturnType<typeof fakePorts>;
  let service: TagService;
  let grant: ProjectGrant;

  const names = () => ports.memory.tags.where(() => true).map(({ name, color }) => `${name} ${color}`);

  beforeEach(async () => {
    ports = fakePorts();
    service = new TagService(ports.tags, ports.events, ports.unitOfWork, ports.ids);
    grant = new ProjectGrant((await aProject(ports)).id, 'editor', aCaller('1'));
  });

  it('creates a tag with the name in the path, or with the spelling in the body', async () => {
    expect(await service.put(grant, 'Bug', { color: '#f00' })).toEqual({
      tag: { name: 'Bug', color: '#f00' },
      created: true,
    });
    expect(await service.put(grant, 'idea', { color: '#0f0', name: 'IDEA' })).toEqual({
      tag: { name: 'IDEA', color: '#0f0' },
      created: true,
    });
  });

  it('updates an existing tag, ignoring case and keeping its spelling', async () => {
    await service.put(grant, 'Bug', { color: '#f00' });
    expect(await service.put(grant, 'bUG', { color: '#0f0' })).toEqual({
      tag: { name: 'Bug', color: '#0f0' },
      created: false,
    });
    expect(await service.put(grant, 'bug', {})).toMatchObject({ tag: { name: 'Bug', color: '#0f0' } });
    expect(names()).toEqual(['Bug #0f0']);
  });

  it('renames a tag, including a change of case only', async () => {
    await service.put(grant, 'bug', { color: '#f00' });
    expect(await service.put(grant, 'bug', { name: 'Bug' })).toMatchObject({ tag: { name: 'Bug' } });
    expect(await service.put(grant, 'bug', { name: 'defect', color: '#0f0' })).toMatchObject({
      created: false,
    });
    expect(names()).toEqual(['defect #0f0']);
  });

  it('rejects a name that another tag has', async () => {
    await service.put(grant, 'bug', { color: '#f00' });
    await service.put(grant, 'idea', { color: '#0f0' });
    await expect(service.put(grant, 'idea', { name: 'BUG' })).rejects.toThrow(TagNameTaken);
    expect(names()).toEqual(['bug #f00', 'idea #0f0']);
  });

  it('does not rename a tag that does not exist', async () => {
    await expect(service.put(grant, 'bug', { name: 'idea', color: '#f00' })).rejects.toThrow(TagNotFound);
    expect(names()).toEqual([]);
  });

  it('records an event for each change of a tag, and none if nothing changes', async () => {
    await service.put(grant, 'bug', { color: '#f00' });
    await service.put(grant, 'BUG', { color: '#f00', name: 'bug' });
    await service.put(grant, 'bug', {});
    await service.put(grant, 'bug', { name: 'Bug', color: '#0f0' });
    await service.put(grant, 'bug', { color: '#00f' });
    await expect(service.put(grant, 'bug', { color: 'blue' })).rejects.toThrow(InvalidInput);
    await service.remove(grant, 'BUG');
    const { projectId } = grant;
    const event = (type: string, name: string, color: string, previous: object = {}) => ({
      type: `tag.${type}`,
      projectId,
      actorId: '1',
      data: { name, color },
      previous,
    });
    expect(ports.events.recorded).toEqual([
      event('created', 'bug', '#f00'),
      event('updated', 'Bug', '#0f0', { name: 'bug', color: '#f00' }),
      event('updated', 'Bug', '#00f', { color: '#0f0' }),
      event('deleted', 'Bug', '#00f'),
    ]);
  });

  it('requires a valid color for a new tag', async () => {
    await expect(service.put(grant, 'bug', {})).rejects.toMatchObject({
      fieldErrors: [{ pointer: '/color', code: 'required' }],
    });
    await expect(service.put(grant, 'bug', { color: 'red' })).rejects.toThrow(InvalidInput);
    await expect(service.put(grant, ' ', { color: '#f00' })).rejects.toThrow(InvalidInput);
  });

  it('updates a tag that another request creates concurrently', async () => {
    await ports.tags.add(Tag.create(ports.ids.next(), grant.projectId, { name: 'BUG', color: '#00f' }));
    const { load } = ports.tags;
    ports.tags.load = async () => {
      ports.tags.load = load;
      return null;
    };
    expect(await service.put(grant, 'bug', { color: '#f00' })).toEqual({
      tag: { name: 'BUG', color: '#f00' },
      created: false,
    });
  });

  it('separates the tags of projects', async () => {
    const other = new ProjectGrant((await aProject(ports)).id, 'editor', aCaller('1'));
    await service.put(grant, 'bug', { color: '#f00' });
    expect(await service.put(other, 'bug', { color: '#0f0' })).toMatchObject({ created: true });
    await service.remove(other, 'bug');
    expect(names()).toEqual(['bug #f00']);
    const gone = new ProjectGrant(ports.ids.next(), 'editor', aCaller('1'));
    await expect(service.put(gone, 'bug', { color: '#f00' })).rejects.toThrow(ProjectNotFound);
  });

  it('removes a tag once, ignoring case', async () => {
    await service.put(grant, 'Bug', { color: '#f00' });
    await service.remove(grant, 'bug');
    expect(names()).toEqual([]);
    await expect(service.remove(grant, 'bug')).rejects.toThrow(TagNotFound);
  });
});
