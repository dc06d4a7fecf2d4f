import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { TagService } from '../../../../src/project/tags/application/tag.service.js';
import { TagNameTaken, TagNotFound } from '../../../../src/project/tags/domain/tag.errors.js';
import { defaultColor } from '../../../../src/shared/color.js';
import { Tag } from '../../../../src/project/tags/domain/tag.js';
import { PreconditionFailed } from '../../../../src/shared/records.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import { ProjectNotFound } from '../../../../src/project/access/domain/access.errors.js';
import { InvalidInput } from '../../../../src/shared/domain-error.js';
import { aCaller } from '../../../support/caller.js';
import { aProject, usePorts, type Ports } from '../../../support/ports.js';

const opened = usePorts();

describe('TagService', () => {
  let ports: Ports;
  let service: TagService;
  let access: ProjectAccess;

  const actorId = '00000000-0000-7000-8000-0000000000aa';
  const names = async () =>
    (await ports.query('select name, color from tags order by id')).map(
      ({ name, color }) => `${name} ${color}`,
    );

  beforeEach(async () => {
    ports = opened();
    service = ports.get(TagService);
    access = new ProjectAccess((await aProject(ports)).id, 'editor', aCaller(actorId));
  });

  it('creates a tag with the name in the path, or with the spelling in the body', async () => {
    expect(await service.put(access, 'Bug', { color: '#f00' })).toEqual({
      tag: { name: 'Bug', color: '#f00' },
      created: true,
    });
    expect(await service.put(access, 'idea', { color: '#0f0', name: 'IDEA' })).toEqual({
      tag: { name: 'IDEA', color: '#0f0' },
      created: true,
    });
  });

  it('updates an existing tag, ignoring case and keeping its spelling', async () => {
    await service.put(access, 'Bug', { color: '#f00' });
    expect(await service.put(access, 'bUG', { color: '#0f0' })).toEqual({
      tag: { name: 'Bug', color: '#0f0' },
      created: false,
    });
    expect(await service.put(access, 'bug', {})).toMatchObject({ tag: { name: 'Bug', color: '#0f0' } });
    expect(await names()).toEqual(['Bug #0f0']);
  });

  it('renames a tag, including a change of case only', async () => {
    await service.put(access, 'bug', { color: '#f00' });
    expect(await service.put(access, 'bug', { name: 'Bug' })).toMatchObject({ tag: { name: 'Bug' } });
    expect(await service.put(access, 'bug', { name: 'defect', color: '#0f0' })).toMatchObject({
      created: false,
    });
    expect(await names()).toEqual(['defect #0f0']);
  });

  it('rejects a name that another tag has', async () => {
    await service.put(access, 'bug', { color: '#f00' });
    await service.put(access, 'idea', { color: '#0f0' });
    await expect(service.put(access, 'idea', { name: 'BUG' })).rejects.toThrow(TagNameTaken);
    expect(await names()).toEqual(['bug #f00', 'idea #0f0']);
  });

  it('does not rename a tag that does not exist', async () => {
    await expect(service.put(access, 'bug', { name: 'idea', color: '#f00' })).rejects.toThrow(TagNotFound);
    expect(await names()).toEqual([]);
  });

  it('records an event for each change of a tag, and none if nothing changes', async () => {
    await service.put(access, 'bug', { color: '#f00' });
    await service.put(access, 'BUG', { color: '#f00', name: 'bug' });
    await service.put(access, 'bug', {});
    await service.put(access, 'bug', { name: 'Bug', color: '#0f0' });
    await service.put(access, 'bug', { color: '#00f' });
    await expect(service.put(access, 'bug', { color: 'blue' })).rejects.toThrow(InvalidInput);
    await service.remove(access, 'BUG');
    const { projectId } = access;
    const event = (type: string, name: string, color: string, previous: object = {}) => ({
      type: `tag.${type}`,
      projectId,
      actorId,
      data: { name, color },
      previous,
    });
    expect(await ports.recordedEvents(projectId)).toEqual([
      event('created', 'bug', '#f00'),
      event('updated', 'Bug', '#0f0', { name: 'bug', color: '#f00' }),
      event('updated', 'Bug', '#00f', { color: '#0f0' }),
      event('deleted', 'Bug', '#00f'),
    ]);
  });

  it('gives a new tag the default color', async () => {
    const { tag, created } = await service.put(access, 'bug', {});
    expect([tag, created]).toEqual([{ name: 'bug', color: defaultColor }, true]);
    expect((await service.put(access, 'bug', { color: '#f00' })).tag.color).toBe('#f00');
    expect((await service.put(access, 'bug', {})).tag.color).toBe('#f00');
  });

  it('reads a tag, ignoring case, with a version that changes with it', async () => {
    await service.put(access, 'Bug', { color: '#f00' });
    const { record, version } = await service.read(access, 'bUG');
    expect(record).toEqual({ name: 'Bug', color: '#f00' });
    await service.put(access, 'bug', { color: '#0f0' });
    expect((await service.read(access, 'bug')).version).not.toBe(version);
    await expect(service.read(access, 'absent')).rejects.toThrow(TagNotFound);
    await expect(service.remove(access, 'bug', (current) => current === version)).rejects.toThrow(
      PreconditionFailed,
    );
  });

  it('rejects an invalid color or name of a new tag', async () => {
    await expect(service.put(access, 'bug', { color: 'red' })).rejects.toThrow(InvalidInput);
    await expect(service.put(access, ' ', { color: '#f00' })).rejects.toThrow(InvalidInput);
  });

  it('updates a tag that another request creates concurrently', async () => {
    await ports.tags.add(Tag.create(ports.ids.next(), access.projectId, { name: 'BUG', color: '#00f' }));
    jest.spyOn(ports.tags, 'load').mockResolvedValueOnce(null);
    expect(await service.put(access, 'bug', { color: '#f00' })).toEqual({
      tag: { name: 'BUG', color: '#f00' },
      created: false,
    });
  });

  it('separates the tags of projects', async () => {
    const other = new ProjectAccess((await aProject(ports)).id, 'editor', aCaller(actorId));
    await service.put(access, 'bug', { color: '#f00' });
    expect(await service.put(other, 'bug', { color: '#0f0' })).toMatchObject({ created: true });
    await service.remove(other, 'bug');
    expect(await names()).toEqual(['bug #f00']);
    const gone = new ProjectAccess(ports.ids.next(), 'editor', aCaller(actorId));
    await expect(service.put(gone, 'bug', { color: '#f00' })).rejects.toThrow(ProjectNotFound);
  });

  it('removes a tag once, ignoring case', async () => {
    await service.put(access, 'Bug', { color: '#f00' });
    await service.remove(access, 'bug');
    expect(await names()).toEqual([]);
    await expect(service.remove(access, 'bug')).rejects.toThrow(TagNotFound);
  });
});
