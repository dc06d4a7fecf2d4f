import { expect, it } from '@jest/globals';
import { ChangelogImporter } from '../../../../src/changelog/entries/application/changelog-importer.js';
import { ChangelogService } from '../../../../src/changelog/entries/application/changelog.service.js';
import { ProjectAccess } from '../../../../src/project/access/application/project-access.js';
import type { PortableChangelog } from '../../../../src/shared/portable-records.js';
import { UnitOfWork } from '../../../../src/shared/unit-of-work.js';
import { aCaller } from '../../../support/caller.js';
import { importInto } from '../../../support/import-run.js';
import { entry } from '../../../support/portable-file.js';
import { aProject, aUser, usePorts } from '../../../support/ports.js';

const opened = usePorts();

it('announces a scheduled entry that has become visible before it changes it, once', async () => {
  const ports = opened();
  const { id: projectId } = await aProject(ports);
  const access = new ProjectAccess(projectId, 'owner', aCaller((await aUser(ports)).id));
  const run = importInto(access);
  const importEntry = (values: object) =>
    ports
      .get(UnitOfWork)
      .run(() => ports.get(ChangelogImporter).import(run, [entry('e', values) as PortableChangelog], []));
  const publish_date = new Date(ports.clock.now().getTime() + 100).toISOString();
  await importEntry({ publish_date });
  ports.clock.advance(100);
  await importEntry({ publish_date, title: 'Changed' });
  await ports.get(ChangelogService).announceDue();
  expect(await ports.takeEvents(projectId)).toMatchObject([
    { type: 'changelog.published', data: { title: 'Title of e' } },
  ]);
});
