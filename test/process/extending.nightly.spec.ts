import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { changedFiles, createPatchedProject, runIn } from './patched-service.js';
import { bootstrapToken, cleanUp, emptyFolder, ServiceProcess } from './service-process.js';

let folder: string;

const run = (program: string, ...args: string[]) => runIn(folder, program, ...args);

const textOfAnswer = (answer: Response) => answer.text();

/** The customer impact of the feedback in an export, by title. */
function impactsIn(file: string): Record<string, string> {
  const records = file
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { kind: string; title: string; customer_impact: string });
  const feedback = records.filter(({ kind }) => kind === 'feedback');
  return Object.fromEntries(feedback.map(({ title, customer_impact }) => [title, customer_impact]));
}

/** Imports a file, and waits for its end. */
async function importInto(service: ServiceProcess, project: string, file: string): Promise<void> {
  const path = `/projects/${project}/imports`;
  const headers = { authorization: `Bearer ${bootstrapToken}`, 'content-type': 'application/x-ndjson' };
  const started = await fetch(`${service.url}/v1${path}`, { method: 'POST', headers, body: file });
  const { id } = (await started.json()) as { id: string };
  const state = async () => {
    const answer = await service.call('GET', `${path}/${id}`, bootstrapToken);
    return (await answer.json()) as { state: string; progress: { failed: number } };
  };
  let current = await state();
  while (!['completed', 'failed'].includes(current.state)) current = await state();
  expect(current).toMatchObject({ state: 'completed', progress: { failed: 0 } });
}

beforeAll(async () => {
  folder = await emptyFolder();
  await createPatchedProject(folder);
});

afterAll(cleanUp);

it('keeps the rules about imports and formatting', async () => {
  await run('depcruise', 'src');
  await run('prettier', '--check', ...changedFiles);
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

it('compiles', () => run('tsc', '--noEmit'));

it.each(['oxlint', 'eslint'])('%s accepts what has been generated', (linter) =>
  run(
    linter,
    'src/milestones',
    'src/feedback/persistence',
    'src/changelog/persistence',
    ...changedFiles.filter((path) => path.endsWith('.ts')),
  ),
);

/** Runs suites without the tests of large exports, which take a minute. */
const jest = (project: string, ...suites: string[]) =>
  run(
    'node_modules/jest/bin/jest.js',
    '--runInBand',
    ...['--selectProjects', project],
    ...['--testNamePattern', '^(?!An export (of|during))'],
    '--',
    ...suites,
  );

it('passes the unit tests of feedback, of entries and of the architecture', () =>
  jest('unit', 'test/feedback', 'test/changelog', 'test/architecture'));

it('passes the suites with a database that are new or changed', () =>
  jest('database', ...changedFiles.filter((path) => /(db|server)\.spec\.ts$/.test(path))));

it('does what the page describes', async () => {
  const settings = { BOOTSTRAP_ACCESS_TOKEN: bootstrapToken };
  const service = await ServiceProcess.start(folder, settings, join(folder, 'dist'));
  const call = async (method: string, path: string, body?: object): Promise<any> => {
    const answer = await service.call(method, `/projects${path}`, bootstrapToken, body);
    return answer.json();
  };
  await call('POST', '', { name: 'Acme', slug: 'acme' });

  const { id } = await call('POST', '/acme/feedback', { title: 'Dark mode', customer_impact: 'low' });
  await call('POST', '/acme/feedback', { title: 'Light mode', target_version: 'beta' });
  const changed = await call('PATCH', `/acme/feedback/${id}`, {
    customer_impact: 'high',
    status: 'completed',
  });
  expect(changed).toMatchObject({ customer_impact: 'high', status: 'completed' });
  expect(await call('GET', '/acme/feedback?status=completed')).toEqual([changed]);
  expect(await call('PATCH', `/acme/feedback/${id}`, { customer_impact: 'urgent' })).toMatchObject({
    errors: [{ pointer: '/customer_impact', code: 'invalid_choice' }],
  });

  const entry = await call('POST', '/acme/changelogs', { title: 'Dark mode', change_impact: 'high' });
  expect(entry).toMatchObject({ change_impact: 'high', target_version: 'alpha' });

  // The field is in exports and CSV, and imports restore it.
  const exported = await service.call('GET', '/projects/acme/export', bootstrapToken).then(textOfAnswer);
  expect(impactsIn(exported)).toEqual({ 'Dark mode': 'high', 'Light mode': 'normal' });
  const table = await service.call('GET', '/projects/acme/export?format=csv&kind=feedback', bootstrapToken);
  const [header = '', ...rows] = (await textOfAnswer(table)).trim().split('\r\n');
  const column = header.split(',').indexOf('customer_impact');
  expect(rows.map((row) => row.split(',')[column])).toEqual(['high', 'normal']);
  expect(exported).toContain('"target_version":"beta"');
  await call('POST', '', { name: 'Copy', slug: 'copy' });
  await importInto(service, 'copy', exported);
  const restored = await service.call('GET', '/projects/copy/export', bootstrapToken).then(textOfAnswer);
  expect(impactsIn(restored)).toEqual({ 'Dark mode': 'high', 'Light mode': 'normal' });
  expect(restored).toContain('"change_impact":"high"');
  await call('PATCH', `/acme/feedback/${id}`, { customer_impact: 'low' });
  await importInto(service, 'acme', exported);
  expect(await call('GET', `/acme/feedback/${id}`)).toMatchObject({ customer_impact: 'high' });

  const figures = { total: 2, open: 1, upvotes: 0, comment_count: 0 };
  expect(await call('GET', '/acme/feedback/key-figures')).toEqual(figures);
  expect(await call('GET', '/acme/feedback/weekly-summary')).toEqual(figures);

  const plan = await call('POST', '/acme/release-plans', { name: 'Mobile app' });
  expect(await call('GET', '/acme/release-plans')).toEqual([plan]);

  expect(await call('POST', '/acme/changelogs', { title: 'Körsbär' })).toMatchObject({ slug: 'korsbar' });

  await service.says(/Completed: Dark mode/);
  const feed = async () => (await call('GET', '/acme/events')) as any[];
  let events = await feed();
  while (!events.some(({ type }) => type === 'release_plan.created')) events = await feed();
  expect(events.find(({ type }) => type === 'feedback.updated').previous).toEqual({
    customer_impact: 'low',
  });
});
