import { describe, expect, it } from '@jest/globals';
import { Changelog } from '../../../../src/changelog/entries/domain/changelog.js';
import { aChangelog, aProject, aUser, usePorts } from '../../../support/ports.js';

const ports = usePorts();

describe('ChangelogRepository, imports', () => {
  it('finds entries by source and external id, or by their own id, within the project', async () => {
    const { changelogs, ids, clock } = ports();
    const [{ id: projectId }, { id: elsewhere }] = [await aProject(ports()), await aProject(ports())];
    const entry = { id: ids.next(), projectId, authorId: (await aUser(ports())).id, slug: 'entry' };
    await changelogs.add(Changelog.write(entry, { title: 'Entry' }, clock.now()), {
      source: 'canny',
      externalId: 'a',
    });
    const { id: own } = await aChangelog(ports(), projectId);
    expect([...(await changelogs.findImported(projectId, 'canny', ['a', 'b', own]))]).toEqual([
      ['a', entry.id],
    ]);
    expect([...(await changelogs.findImported(projectId, 'fcs', ['a', own]))]).toEqual([[own, own]]);
    expect([...(await changelogs.findImported(elsewhere, 'canny', ['a']))]).toEqual([]);
    expect(await changelogs.exists(own)).toBe(true);
    expect(await changelogs.exists(ids.next())).toBe(false);
  });
});
