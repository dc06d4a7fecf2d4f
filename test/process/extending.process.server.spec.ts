import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { changedFiles, createPatchedProject, runIn } from './patched-service.js';
import { cleanUp, emptyFolder } from './service-process.js';

afterAll(cleanUp);

it('generates nothing in sources to which a template does not apply', async () => {
  const folder = await emptyFolder();
  for (const name of ['generate.js', 'docs/examples', 'src/api']) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'));
  await expect(runIn(folder, 'generate.js', 'module', 'milestones')).rejects.toThrow(
    'docs/examples/add-a-module.patch does not apply to these sources. Nothing was changed.',
  );
  expect(readdirSync(join(folder, 'src'))).toEqual(['api']);
});

// `extending.nightly.spec.ts` runs its tests, and the service.
describe('The service with all patches', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await emptyFolder();
    await createPatchedProject(folder);
  });

  it('keeps the rules about imports and formatting', async () => {
    await runIn(folder, 'depcruise', 'src');
    await runIn(folder, 'prettier', '--check', ...changedFiles);
  });

  it('documents the field, the operations and the event', () => {
    const document: any = JSON.parse(readFileSync(join(folder, 'openapi.json'), 'utf8'));
    expect(document.components.schemas.Feedback.properties).toMatchObject({
      customer_impact: { type: 'string', enum: ['low', 'normal', 'high'] },
      target_version: { type: 'string', enum: ['alpha', 'beta'] },
    });
    expect(document.components.schemas.Changelog.properties).toMatchObject({
      change_impact: { type: 'string', enum: ['low', 'normal', 'high'] },
      target_version: { type: 'string', enum: ['alpha', 'beta'] },
    });
    expect(document.components.schemas.Comment.properties).toMatchObject({
      reply_urgency: { type: 'string', enum: ['low', 'normal', 'high'] },
      target_version: { type: 'string', enum: ['alpha', 'beta'] },
    });
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/v1/projects/{projectSlug}/feedback/key-figures',
        '/v1/projects/{projectSlug}/feedback/weekly-summary',
        '/v1/projects/{projectSlug}/feedback/{feedbackId}/comments/{commentId}/weekly-summary',
        '/v1/projects/{projectSlug}/changelogs/weekly-summary',
        '/v1/projects/{projectSlug}/weekly-summary',
        '/v1/projects/{projectSlug}/release-plans/{releasePlanId}',
        '/v1/projects/{projectSlug}/milestones/{milestoneId}',
      ]),
    );
    expect(document.components.schemas).toHaveProperty('ReleasePlanCreatedEvent');
    const client = readFileSync(join(folder, 'client/src/generated/feedback.ts'), 'utf8');
    expect(client).toContain('getKeyFigures(');
  });

  it('compiles', () => runIn(folder, 'tsc', '--noEmit'));
});
