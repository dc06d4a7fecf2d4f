import { execFile } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileWithPatches, patches, runIn } from './patched-service.js';
import { bootstrapToken, cleanUp, emptyFolder, ServiceProcess } from './service-process.js';

const examples = 'docs/examples';

const textOf = (patch: string) => readFileSync(patch, 'utf8').replaceAll(/^ $/gm, '');

const textOfAnswer = (answer: Response) => answer.text();

/** What is generated after the patches, so that each of their insertions is made twice. */
const generated = [
  'module milestones',
  'field feedback target-version alpha beta',
  'field comment target-version alpha beta',
  'field changelog-entry target-version alpha beta',
  'operation feedback weekly-summary',
  'operation comment weekly-summary',
  'operation changelog-entry weekly-summary',
  'operation project weekly-summary',
];

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

afterAll(cleanUp);

describe('docs/extending.md', () => {
  const page = readFileSync('docs/extending.md', 'utf8');

  it('shows only lines of the patches', () => {
    const blocks = page.matchAll(/^( *)```diff\n(.*?)^ *```$/gms);
    const shown = [...blocks].map(([, indent, diff = '']) =>
      diff.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    );
    expect(shown.length).toBeGreaterThan(4);
    const texts = patches.map(textOf);
    expect(shown.filter((diff) => !texts.some((text) => text.includes(diff)))).toEqual([]);
  });

  it.each(readdirSync(examples))('links to %s', (name) => {
    expect(page).toContain(`(examples/${name})`);
  });
});

it.each(patches)('%s applies to the sources', async (patch) => {
  await promisify(execFile)('git', ['apply', '--check', patch]);
});

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

const patchesNamed = (start: string) => patches.filter((patch) => patch.includes(`/${start}`));

it.each(patchesNamed('add-a-field'))('%s changes six files of the sources', (patch) => {
  expect(textOf(patch).match(/^\+\+\+ b\/src\//gm)).toHaveLength(6);
});

it.each(patchesNamed('add-an-endpoint'))(
  '%s changes at most four files of the sources, and adds none',
  (patch) => {
    const text = textOf(patch);
    expect(text.match(/^--- a\/src\//gm)?.length).toBeLessThanOrEqual(4);
    expect(text).not.toContain('--- /dev/null');
  },
);

describe('The service with all patches', () => {
  let folder: string;
  let compilation: Promise<void>;

  const run = (program: string, ...args: string[]) => runIn(folder, program, ...args);
  /** The files that the patches change or add, and the suite of the generated module. */
  const changed = [
    ...new Set(
      patches.flatMap((patch) =>
        [...textOf(patch).matchAll(/^\+\+\+ b\/(.*)$/gm)].map(([, path = '']) => path),
      ),
    ),
    'test/http/milestones.server.spec.ts',
  ];

  beforeAll(async () => {
    folder = await emptyFolder();
    const configuration = readdirSync('.').filter((each) =>
      /^(tsconfig|nest-cli|eslint|jest|\.prettier|\.?dependency)/.test(each),
    );
    // The last test checks the types.
    const copied = [
      'generate.js',
      'test',
      'client',
      'importer',
      'demo',
      'docs',
      // Suites import these.
      'examples/host-app/libs',
      'examples/portal/src/markdown.ts',
      'openapi.json',
      ...configuration,
    ];
    await compileWithPatches(folder, copied, generated);
    await run('dist/commands/write-openapi.js');
    await run('client/generate.js');
    // Runs during the other tests; its error is reported by the last test.
    compilation = run('tsc', '--noEmit');
    compilation.catch(() => undefined);
  });

  it('keeps the rules about imports and formatting', async () => {
    await run('depcruise', 'src');
    await run('prettier', '--check', ...changed);
  });

  it('lints what has been generated', () =>
    run(
      'eslint',
      'src/milestones',
      'src/feedback/persistence',
      'src/changelog/persistence',
      ...changed.filter((path) => path.endsWith('.ts')),
    ));

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
    jest('database', ...changed.filter((path) => /(db|server)\.spec\.ts$/.test(path))));

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

  it('compiles', () => compilation);
});
